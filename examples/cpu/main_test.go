package main

import (
	"bytes"
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

const frames = 390

// render is the picture after six and a half seconds, before which look is called.
func render(t *testing.T, look func(parts)) *image.NRGBA {
	t.Helper()
	app, parts := orbit(cli.Options{
		Config: game.Config{Title: "Orb", Width: 320, Height: 180, Headless: true, Frames: frames},
		Seed:   1,
	})
	app.OnFrame(func(app *game.App) error {
		if app.Time().Frame == frames {
			look(parts)
		}
		return nil
	})
	return exampletest.Render(t, app)
}

// R121, R48: 5 000 splinters on the CPU. Several goroutines move them, and the bytes are the same in every run.
func TestOrbLooksLikeItsReference(t *testing.T) {
	picture := render(t, func(p parts) {
		if kind, n := p.plugin.Driver(p.pool), p.plugin.Alive(p.pool); kind != components.DriverCPU || n < 4900 {
			t.Errorf("%v moves %d splinters, want DriverCPU and some 5 000", kind, n)
		}
	})
	golden.Compare(t, "cpu", picture)
	if again := render(t, func(parts) {}); !bytes.Equal(picture.Pix, again.Pix) {
		t.Error("two runs differ")
	}
}

// The orb draws the debris near while it lives, and the floor lets none through.
func TestOrbPullsAndFloorPushes(t *testing.T) {
	render(t, func(p parts) {
		state, err := p.plugin.DevicePool(p.pool).Read()
		if err != nil {
			t.Fatal(err)
		}
		var young, old distances
		for _, slot := range state.Living {
			at := state.PositionExpiry[slot]
			if at[1] < -0.15 {
				t.Errorf("a splinter is %v under the floor", -at[1])
			}
			distance := mgl32.Vec3{at[0], at[1], at[2]}.Sub(p.forces.orb).Len()
			switch left := at[3] - frames/60.; {
			case left > 5:
				young.add(distance)
			case left < 1:
				old.add(distance)
			}
		}
		if young.count < 500 || old.count < 500 || old.mean() > young.mean()/3 {
			t.Errorf("the mean distance of %d young splinters is %v, of %d old ones %v; want a third at most",
				young.count, young.mean(), old.count, old.mean())
		}
	})
}

// distances adds up some lengths.
type distances struct {
	sum   float32
	count int
}

func (d *distances) add(x float32) { d.sum, d.count = d.sum+x, d.count+1 }
func (d *distances) mean() float32 { return d.sum / float32(d.count) }
