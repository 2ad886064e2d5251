package main

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/game"
)

// stageLight is a dark room.
func stageLight() game.Environment {
	e := game.Night()
	e.Zenith, e.Horizon = mgl32.Vec3{0.004, 0.005, 0.012}, mgl32.Vec3{0.012, 0.014, 0.028}
	e.Stars, e.Fog = 0, 0.05
	return e
}

// addStage makes the floor, and a light over it for each act in the colour of its particles.
func addStage(w *ark.World) {
	ark.NewMap3[game.Mesh, game.Material, components.Transform](w).NewEntity(
		&game.Mesh{Geometry: game.Plane(60)},
		&game.Material{Color: mgl32.Vec3{0.2, 0.2, 0.22}, Roughness: 0.5, Grain: 0.25, GrainSize: mgl32.Vec3{0.4, 0.4, 0.4}},
		&components.Transform{})
	lights := ark.NewMap2[game.PointLight, components.Transform](w)
	for _, l := range []struct {
		x     float32
		color mgl32.Vec3
	}{
		{-4.9, mgl32.Vec3{0.3, 0.6, 1}},
		{-2.85, mgl32.Vec3{1, 0.65, 0.25}},
		{0, mgl32.Vec3{0.3, 1, 0.6}},
		{2.85, mgl32.Vec3{1, 0.4, 0.9}},
		{4.9, mgl32.Vec3{0.6, 0.4, 1}},
	} {
		lights.NewEntity(&game.PointLight{Color: l.color, Power: 2.4, Range: 7, Radius: 0.3},
			&components.Transform{Position: mgl32.Vec3{l.x, 1.2, 1.3}})
	}
}
