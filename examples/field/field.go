package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/gpu"
)

// apart is the distance between neighbours in metres.
const apart = 1.5

// field is a square of n meshes round the origin, seen from a little above its middle, so that most lie outside the picture.
func field(run cli.Options, n int, culling string) *game.App {
	run.Culling = map[string]gpu.MeshCulling{"off": gpu.CullNothing, "spheres": gpu.CullSpheres, "boxes": gpu.CullBoxes}[culling]
	run.Environment = game.Daylight()
	run.Environment.Fog = 0.012
	run.Camera = game.Camera{Position: mgl32.Vec3{0, 5, 0}, Target: mgl32.Vec3{0, 3.2, -8}, FieldOfView: 40}
	app := game.New(run.Config)

	shapes := []*game.Geometry{
		game.Box(0.7, 0.7, 0.7), game.Box(0.4, 1.4, 0.4), game.Box(0.9, 0.25, 0.9), game.Box(0.2, 2, 0.2),
		game.Sphere(0.4), game.Sphere(0.25), game.Cylinder(0.3, 0.9), game.Cylinder(0.15, 1.8),
	}
	colors := []mgl32.Vec3{{0.62, 0.24, 0.16}, {0.70, 0.52, 0.22}, {0.30, 0.42, 0.20}, {0.20, 0.36, 0.50}, {0.55, 0.52, 0.48}}
	entities := ark.NewMap3[game.Mesh, components.Transform, game.Material](app.World)
	side := int(math.Ceil(math.Sqrt(float64(n))))
	for i := range n {
		// A hash of the number stands in for chance: the field is the same in every run.
		h := uint32(i) * 0x9e3779b1
		h = (h ^ h>>15) * 0x85ebca6b
		h ^= h >> 13
		x, z := (float32(i%side)-float32(side)/2)*apart, (float32(i/side)-float32(side)/2)*apart
		wave := 0.5 * float32(math.Sin(float64(x)*0.11)*math.Cos(float64(z)*0.09))
		size := 0.7 + 0.6*float32(h>>8&255)/255
		entities.NewEntity(
			&game.Mesh{Geometry: shapes[h%8]},
			&components.Transform{
				Position: mgl32.Vec3{x, 0.4 + wave, z},
				Rotation: mgl32.QuatRotate(float32(h>>16&255)/40, mgl32.Vec3{0, 1, 0}),
				Scale:    mgl32.Vec3{size, size, size},
			},
			&game.Material{Color: colors[(h>>24)%5], Roughness: 0.7},
		)
	}
	ground := ark.NewMap3[game.Mesh, components.Transform, game.Material](app.World)
	ground.NewEntity(&game.Mesh{Geometry: game.Plane(float32(side)*apart + 400)}, &components.Transform{},
		&game.Material{Color: mgl32.Vec3{0.30, 0.31, 0.22}, Roughness: 1})
	return app
}
