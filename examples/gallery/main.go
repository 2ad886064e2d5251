// Gallery shows the eight presets, each in a niche with its name.
//
//	go run ./examples/gallery
//	go run ./examples/gallery -driver both
//	go run ./examples/gallery -headless -frames 120 -size 960x540 -o out/gallery.png
//
// You should see an explosion, a water jet, rain, smoke, fire, snow, sparkles and debris. With -driver both the
// same eight run on the device at the left and on the CPU at the right, and look alike.
package main

import (
	"fmt"
	"os"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

func main() {
	var driver string
	run := cli.Parse("Gallery", "the eight presets, each in a niche with its name",
		cli.Choice(&driver, "driver", "who moves the particles", "gpu", "cpu", "both"))
	g, err := newGallery(run, driversOf(driver))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	run.Run(g.app)
}

// driversOf is what the flag stands for.
func driversOf(flag string) []components.DriverKind {
	switch flag {
	case "cpu":
		return []components.DriverKind{components.DriverCPU}
	case "both":
		return []components.DriverKind{components.DriverGPU, components.DriverCPU}
	}
	return []components.DriverKind{components.DriverGPU}
}

// gallery is the program and what its entities are made with.
type gallery struct {
	app    *game.App
	plugin *systems.ParticlePlugin

	things   *ark.Map3[game.Mesh, game.Material, components.Transform]
	lamps    *ark.Map2[game.PointLight, components.Transform]
	pools    *ark.Map2[components.Pool, components.Driver]
	emitters *ark.Map3[components.Emitter, components.Transform, components.EmitsInto]
	shown    []shown
}

// newGallery is the whole program, ready to run.
func newGallery(run cli.Options, drivers []components.DriverKind) (*gallery, error) {
	all, list := cabinets(drivers), exhibits()
	run.Environment = studio()
	run.Camera = camera(all, run.Width, run.Height)
	run.Controls = &game.OrbitControls{MinDistance: 4, MaxDistance: 60}

	app := game.New(run.Config)
	g := &gallery{
		app:      app,
		plugin:   &systems.ParticlePlugin{Seed: run.Seed},
		things:   ark.NewMap3[game.Mesh, game.Material, components.Transform](app.World),
		lamps:    ark.NewMap2[game.PointLight, components.Transform](app.World),
		pools:    ark.NewMap2[components.Pool, components.Driver](app.World),
		emitters: ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](app.World),
	}
	app.AddPlugin(g.plugin)
	if err := g.addPictures(); err != nil {
		return nil, err
	}
	g.buildRoom()
	for i := range list {
		list[i].effect.Seed = run.Seed*100 + uint64(i) + 1 // the same on both drivers
	}
	for _, c := range all {
		g.build(c, list)
	}
	g.addRepeats()
	return g, g.addLabels(signs(all, list))
}
