// Campfire shows a fire of logs in a ring of stones at night, under stars and pines.
//
//	go run ./examples/campfire
//	go run ./examples/campfire -headless -frames 180 -size 960x540 -seed 7 -o out/campfire.png
//
// You should see a fire with a bright core, tongues that narrow upwards, sparks and smoke, and its flickering light on
// stones, ground and trees. Drag to walk round it, turn the wheel to come nearer, press F12 for a picture.
package main

import (
	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

func main() {
	run := cli.Parse("Campfire", "a fire of logs in a ring of stones at night")
	run.Run(campfire(run))
}

// campfire is the whole program, ready to run.
func campfire(run cli.Options) *game.App {
	run.Environment = game.Night()
	run.Camera = camera()
	run.Controls = &game.OrbitControls{MinDistance: 1.5, MaxDistance: 12, MinPitch: 0.03}

	app := game.New(run.Config)
	app.AddPlugin(&systems.ParticlePlugin{Seed: run.Seed, SharedDriver: components.DriverGPU})
	buildScene(app)
	addParticles(app)
	return app
}
