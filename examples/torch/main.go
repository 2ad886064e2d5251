// Torch shows emitters that ride on a hierarchy: a torch at the end of an arm that turns on a post.
//
//	go run ./examples/torch
//	go run ./examples/torch -headless -frames 100 -size 960x540 -o out/torch.png
//
// You should see an arm going round on a post, a torch swinging under its end, flames that trail behind it, sparks
// that keep its speed, and a halo that goes along with it; its light moves over the ground.
package main

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

func main() {
	run := cli.Parse("Torch", "a torch under a turning arm")
	run.Run(torch(run))
}

// torch is the whole program, ready to run.
func torch(run cli.Options) *game.App {
	run.Environment = game.Night()
	run.Bloom = game.Bloom{Intensity: 0.18}
	run.Camera = game.Camera{Position: mgl32.Vec3{0.6, 2.5, 4.6}, Target: mgl32.Vec3{-0.1, 1.25, 0}, FieldOfView: 42}
	run.Controls = &game.OrbitControls{MinDistance: 2, MaxDistance: 14, MinPitch: 0.03}

	app := game.New(run.Config)
	app.AddPlugin(&systems.ParticlePlugin{Seed: run.Seed, SharedDriver: components.DriverGPU})
	buildArm(app)
	return app
}
