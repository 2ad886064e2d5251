package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/game"
)

// dusk is darker than night, for the orb to be the light.
func dusk() game.Environment {
	e := game.Night()
	e.Horizon = mgl32.Vec3{0.03, 0.035, 0.07}
	e.Fog = 0.03
	return e
}

// addFloorAndOrb makes the solid things, and the orb move.
func addFloorAndOrb(app *game.App, f *forces) {
	solid := ark.NewMap3[game.Mesh, game.Material, components.Transform](app.World)
	light := ark.NewMap1[game.PointLight](app.World)
	orb := solid.NewEntity(&game.Mesh{Geometry: game.Sphere(0.22)},
		&game.Material{Color: mgl32.Vec3{0.8, 0.4, 0.2}, Emissive: mgl32.Vec3{3.4, 1.3, 0.3}}, &components.Transform{})
	light.Add(orb, &game.PointLight{Color: mgl32.Vec3{1, 0.55, 0.25}, Power: 16, Range: 14, Radius: 0.3})
	solid.NewEntity(&game.Mesh{Geometry: game.Plane(60)}, &game.Material{
		Color: mgl32.Vec3{0.2, 0.19, 0.2}, Roughness: 0.7, Grain: 0.45, GrainSize: mgl32.Vec3{0.5, 0.5, 0.5},
	}, &components.Transform{})
	app.AddSystem(ecs.StageUpdate, &wander{orb: orb, forces: f})
}

// wander moves the orb, and tells the force where it is.
type wander struct {
	orb    ark.Entity
	forces *forces
	places *ark.Map[components.Transform]
	time   ark.Resource[ecs.Time]
}

func (s *wander) Initialize(w *ark.World) error {
	s.places, s.time = ark.NewMap[components.Transform](w), ark.NewResource[ecs.Time](w)
	return nil
}

func (s *wander) Update(*ark.World) error {
	t := s.time.Get().Elapsed
	s.forces.orb = mgl32.Vec3{
		1.3 * float32(math.Sin(t*0.5)), 1.2 + 0.4*float32(math.Sin(t*0.8)), 0.6 * float32(math.Cos(t*0.37)),
	}
	s.places.Get(s.orb).Position = s.forces.orb
	return nil
}

func (s *wander) Finalize(*ark.World) error { return nil }
