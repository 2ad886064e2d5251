package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/game"
)

// arm is what turns: the arm on its post, and the torch under its end.
type arm struct {
	places     *ark.Map[components.Transform]
	time       ark.Resource[ecs.Time]
	arm, torch ark.Entity
}

// reach is the length of the arm in metres.
const reach = 1.7

// buildArm makes post, arm and torch, each the child of the one before, and the emitters on the torch.
func buildArm(app *game.App) {
	w := app.World
	things := ark.NewMap3[game.Mesh, game.Material, components.Transform](w)
	parts := ark.NewMap4[game.Mesh, game.Material, components.Transform, components.ChildOf](w)
	joints := ark.NewMap2[components.Transform, components.ChildOf](w)
	stone := game.Material{Color: mgl32.Vec3{0.22, 0.21, 0.2}, Roughness: 0.9, Grain: 0.6, GrainSize: mgl32.Vec3{0.1, 0.1, 0.1}}
	wood := game.Material{Color: mgl32.Vec3{0.2, 0.13, 0.07}, Roughness: 0.8, Grain: 0.7, GrainSize: mgl32.Vec3{0.04, 0.3, 0.04}}

	things.NewEntity(&game.Mesh{Geometry: game.Plane(80)}, &game.Material{
		Color: mgl32.Vec3{0.12, 0.1, 0.08}, Roughness: 0.95, Grain: 0.7, GrainSize: mgl32.Vec3{0.3, 0.3, 0.3},
	}, &components.Transform{})
	post := things.NewEntity(&game.Mesh{Geometry: game.Cylinder(0.12, 2.2)}, &stone, &components.Transform{Position: mgl32.Vec3{0, 1.1, 0}})

	under := func(parent ark.Entity) ark.Relation { return ark.Rel[components.ChildOf](parent) }
	a := &arm{places: ark.NewMap[components.Transform](w)}
	// The arm turns about the post's head.
	a.arm = joints.NewEntity(&components.Transform{Position: mgl32.Vec3{0, 1.05, 0}}, &components.ChildOf{}, under(post))
	parts.NewEntity(&game.Mesh{Geometry: game.Box(reach+0.3, 0.09, 0.12)}, &wood,
		&components.Transform{Position: mgl32.Vec3{reach/2 - 0.1, 0, 0}}, &components.ChildOf{}, under(a.arm))
	// The torch hangs from its end, and swings.
	a.torch = joints.NewEntity(&components.Transform{Position: mgl32.Vec3{reach, 0, 0}}, &components.ChildOf{}, under(a.arm))
	parts.NewEntity(&game.Mesh{Geometry: game.Cylinder(0.012, 0.5)}, &stone,
		&components.Transform{Position: mgl32.Vec3{0, -0.25, 0}}, &components.ChildOf{}, under(a.torch))
	parts.NewEntity(&game.Mesh{Geometry: game.Cylinder(0.11, 0.16)}, &wood,
		&components.Transform{Position: mgl32.Vec3{0, -0.56, 0}}, &components.ChildOf{}, under(a.torch))

	bowl := &components.Transform{Position: mgl32.Vec3{0, -0.46, 0}}
	emitters := ark.NewMap3[components.Emitter, components.Transform, components.ChildOf](w)
	for _, e := range []components.Emitter{flames(), sparks(), halo()} {
		emitters.NewEntity(&e, bowl, &components.ChildOf{}, under(a.torch))
	}
	lamps := ark.NewMap3[game.PointLight, components.Transform, components.ChildOf](w)
	lamps.NewEntity(&game.PointLight{Color: mgl32.Vec3{1, 0.5, 0.18}, Power: 22, Range: 30, Radius: 0.25},
		&components.Transform{Position: mgl32.Vec3{0, -0.2, 0}}, &components.ChildOf{}, under(a.torch))
	app.AddSystem(ecs.StageUpdate, a)
}

// flames are left behind: they live in the world.
func flames() components.Emitter {
	e := components.Fire()
	e.Rate, e.Shape = 520, components.SpawnDisc(mgl32.Vec3{0, 1, 0}, 0.08)
	e.Speed, e.Life, e.Size = components.Between(0.3, 0.9), components.Between(0.25, 0.7), components.Between(0.12, 0.24)
	e.Gravity, e.AlphaScale, e.InheritVelocity = mgl32.Vec3{0, 1.5, 0}, 0.5, 0.3
	return e
}

// sparks keep the torch's speed and fall.
func sparks() components.Emitter {
	return components.Emitter{
		Label: "sparks", Rate: 40, InheritVelocity: 1, Velocity: components.VelocityCone(50), Speed: components.Between(0.6, 1.6),
		Gravity: mgl32.Vec3{0, -3, 0}, Drag: 0.4, Life: components.Between(0.6, 1.4), Size: components.Between(0.015, 0.03),
		Color: components.ColorRange{Min: mgl32.Vec3{6, 2, 0.3}, Max: mgl32.Vec3{9, 4, 0.8}},
	}
}

// halo goes along: it lives in the torch's axes.
func halo() components.Emitter {
	return components.Emitter{
		Label: "halo", Space: components.SpaceLocal, Rate: 30, Shape: components.SpawnRing(mgl32.Vec3{0, 1, 0}, 0.3),
		Speed: components.Between(-0.05, 0.05), Life: components.Between(0.8, 1.2), Size: components.Exactly(0.05),
		Color:         components.ColorRange{Min: mgl32.Vec3{1, 0.7, 0.3}, Max: mgl32.Vec3{1, 0.8, 0.4}},
		ColorOverLife: components.ColorRamp{Start: mgl32.Vec4{1, 1, 1, 0}, End: mgl32.Vec4{1, 0.6, 0.3, 0.8}},
		SizeOverLife:  components.Ramp{Start: 1.4, End: 0.4},
	}
}

// Initialize implements ecs.System.
func (a *arm) Initialize(w *ark.World) error {
	a.time = ark.NewResource[ecs.Time](w)
	return nil
}

// Update turns the arm and swings the torch.
func (a *arm) Update(*ark.World) error {
	t := a.time.Get().Elapsed
	a.places.Get(a.arm).Rotation = mgl32.QuatRotate(float32(t*1.6), mgl32.Vec3{0, 1, 0})
	swing := 0.35 + 0.2*math.Sin(t*3)
	a.places.Get(a.torch).Rotation = mgl32.QuatRotate(float32(swing), mgl32.Vec3{0, 0, 1})
	return nil
}

// Finalize implements ecs.System.
func (a *arm) Finalize(*ark.World) error { return nil }
