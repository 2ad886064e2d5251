// Minimal is the smallest whole program with particles: an emitter on an entity, the
// plugin in the world, and a loop.
//
//	go run ./examples/minimal
//	go run ./examples/minimal -headless -frames 90 -o out/minimal.png
//
// You should see a flame, and nothing else.
package main

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

func main() {
	run := cli.Parse("Minimal", "one flame")
	run.Run(minimal(run))
}

func minimal(run cli.Options) *game.App {
	run.Environment = game.Night()
	run.Camera = game.Camera{Position: mgl32.Vec3{0, 1.2, 3}, Target: mgl32.Vec3{0, 0.8, 0}}
	app := game.New(run.Config)
	app.AddPlugin(&systems.ParticlePlugin{Seed: run.Seed, SharedDriver: components.DriverGPU})

	fire := components.Fire()
	emitters := ark.NewMap2[components.Emitter, components.Transform](app.World)
	emitters.NewEntity(&fire, &components.Transform{Position: mgl32.Vec3{0, 0.2, 0}})
	return app
}
