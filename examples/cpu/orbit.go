package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

// parts are what the tests look at.
type parts struct {
	plugin *systems.ParticlePlugin
	pool   ark.Entity
	forces *forces
}

// orbit is the whole program, ready to run.
func orbit(run cli.Options) (*game.App, parts) {
	run.Environment = dusk()
	run.Camera = game.Camera{Position: mgl32.Vec3{0, 1.9, 5}, Target: mgl32.Vec3{0, 0.95, 0}, FieldOfView: 42}
	run.Controls = &game.OrbitControls{MinPitch: 0.03}
	app := game.New(run.Config)
	p := parts{plugin: &systems.ParticlePlugin{Seed: run.Seed}, forces: &forces{}}
	app.AddPlugin(p.plugin)

	force := p.forces.force()
	p.pool = ark.NewMap3[components.Pool, components.Driver, components.Force](app.World).NewEntity(
		&components.Pool{Label: "debris", MaxParticles: 5000, Blending: components.Alpha},
		&components.Driver{Kind: components.DriverCPU},
		&force)
	debris := debris()
	ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](app.World).NewEntity(
		&debris, &components.Transform{Position: mgl32.Vec3{0, 0.05, 0}}, &components.EmitsInto{}, ark.Rel[components.EmitsInto](p.pool))

	addFloorAndOrb(app, p.forces)
	return app, p
}

// debris rises from a ring on the floor: 5 000 splinters once the first ones end.
func debris() components.Emitter {
	return components.Emitter{
		Label:           "debris",
		Blending:        components.Alpha,
		Rate:            4990. / 6,
		Life:            components.Exactly(6),
		Shape:           components.SpawnRing(mgl32.Vec3{0, 1, 0}, 2.4),
		Velocity:        components.VelocityCone(35),
		Speed:           components.Between(0.5, 3.2),
		Drag:            1,
		Size:            components.Between(0.02, 0.06),
		Angle:           components.Between(0, 2*math.Pi),
		AngularVelocity: components.PlusMinus(6),
		Color:           components.ColorRange{Min: mgl32.Vec3{0.9, 0.25, 0.04}, Max: mgl32.Vec3{1.8, 0.9, 0.3}},
		ColorOverLife:   components.ColorRamp{Start: mgl32.Vec4{0.45, 0.3, 0.4, 1}, End: mgl32.Vec4{2.6, 2.2, 1.8, 1}},
		SizeOverLife:    components.Ramp{Start: 1.2, End: 0.5},
	}
}
