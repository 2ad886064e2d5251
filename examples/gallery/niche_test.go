package main

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
)

// No exhibit falls through its shelf or flies into its neighbour's niche, at any moment of three bursts.
func TestEveryParticleStaysInItsNiche(t *testing.T) {
	g, err := newGallery(cli.Options{
		Config: game.Config{Title: "Gallery", Width: 160, Height: 90, Headless: true, Start: 289, Frames: 290},
		Seed:   1,
	}, []components.DriverKind{components.DriverCPU})
	if err != nil {
		t.Fatal(err)
	}
	low, high := make([]mgl32.Vec3, len(g.shown)), make([]mgl32.Vec3, len(g.shown))
	g.app.OnFrame(func(*game.App) error {
		for i, x := range g.shown {
			all, err := g.plugin.Particles(x.pool)
			if err != nil {
				return err
			}
			for _, p := range all {
				at := mgl32.Vec3(p.Position).Sub(x.floor)
				for axis := range 3 {
					low[i][axis], high[i][axis] = min(low[i][axis], at[axis]), max(high[i][axis], at[axis])
				}
			}
		}
		return nil
	})
	if err := g.app.Run(); err != nil {
		t.Fatal(err)
	}
	// What sinks into the shelf by half its height is hidden by it.
	floor, walls := mgl32.Vec3{-nicheWidth / 2, -shelfHeight / 2, -nicheDepth / 2}, mgl32.Vec3{nicheWidth / 2, room, nicheDepth / 2}
	for i, x := range g.shown {
		if high[i] == (mgl32.Vec3{}) {
			t.Errorf("%s shows nothing", x.name)
		}
		for axis, name := range [3]string{"x", "y", "z"} {
			if low[i][axis] < floor[axis] || high[i][axis] > walls[axis] {
				t.Errorf("%s goes from %.2f to %.2f in %s; its niche from %.2f to %.2f",
					x.name, low[i][axis], high[i][axis], name, floor[axis], walls[axis])
			}
		}
	}
}
