package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/game"
)

// addParticles lights the fire. Flames and sparks use the plugin's shared additive pool;
// smoke has a pool of its own, drawn before them so that it does not dull the flames.
func addParticles(app *game.App) {
	at := func(height float32) *components.Transform {
		return &components.Transform{Position: mgl32.Vec3{0, height, 0}}
	}
	shared := ark.NewMap2[components.Emitter, components.Transform](app.World)
	flames, tongues, sparks := flames(), tongues(), sparks()
	shared.NewEntity(&flames, at(0.36))
	shared.NewEntity(&tongues, at(0.45))
	shared.NewEntity(&sparks, at(0.4))

	pools := ark.NewMap2[components.Pool, components.Driver](app.World)
	pool := pools.NewEntity(
		&components.Pool{Label: "smoke", MaxParticles: 1024, Blending: components.Alpha, Order: -1},
		&components.Driver{Kind: components.DriverGPU})
	own := ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](app.World)
	smoke := smoke()
	own.NewEntity(&smoke, at(1), &components.EmitsInto{}, ark.Rel[components.EmitsInto](pool))
}

// flames is the body of the fire: the preset, wide at the bed and dimmer, as many overlap.
func flames() components.Emitter {
	e := components.Fire()
	e.Rate = 760
	e.Shape = components.SpawnBox(mgl32.Vec3{0.17, 0.14, 0.17})
	e.Velocity = components.VelocityCone(7)
	e.Speed = components.Between(0.5, 1.3)
	e.Gravity = mgl32.Vec3{0, 1.2, 0}
	e.Life = components.Between(0.35, 0.95)
	e.Size = components.Between(0.2, 0.36)
	e.SizeGrowth = -0.34
	e.Color = components.ColorRange{Min: mgl32.Vec3{1, 0.17, 0.01}, Max: mgl32.Vec3{1, 0.4, 0.05}}
	e.AlphaScale = 0.34
	return e
}

// tongues are thin flames from the middle that reach higher than the rest.
func tongues() components.Emitter {
	e := flames()
	e.Label = "tongues"
	e.Rate = 300
	e.Shape = components.SpawnSphere(0.1)
	e.Velocity = components.VelocityCone(5)
	e.Speed = components.Between(1, 1.7)
	e.Life = components.Between(0.5, 0.95)
	e.Size = components.Between(0.13, 0.24)
	e.SizeGrowth = -0.22
	e.AlphaScale = 0.4
	return e
}

// sparks fly up and go out.
func sparks() components.Emitter {
	return components.Emitter{
		Label:      "sparks",
		Rate:       26,
		Shape:      components.SpawnSphere(0.15),
		Velocity:   components.VelocityCone(24),
		Speed:      components.Between(1.2, 2.8),
		Gravity:    mgl32.Vec3{0.15, 0.1, 0},
		Drag:       0.7,
		Life:       components.Between(0.7, 1.9),
		Size:       components.Between(0.014, 0.028),
		Color:      components.ColorRange{Min: mgl32.Vec3{6, 1.6, 0.2}, Max: mgl32.Vec3{9, 3.6, 0.6}},
		AlphaScale: 1,
	}
}

// smoke is the preset by night: darker, and thinner where it leaves the flames.
func smoke() components.Emitter {
	e := components.Smoke()
	e.Rate = 30
	e.Velocity = components.VelocityCone(16)
	e.Gravity = mgl32.Vec3{0.08, 0.2, 0}
	e.Size = components.Between(0.2, 0.36)
	e.Color = components.ColorRange{Min: mgl32.Vec3{0.07, 0.065, 0.062}, Max: mgl32.Vec3{0.17, 0.155, 0.145}}
	e.AlphaScale = 0.36
	e.Angle = components.Between(0, 2*math.Pi)
	return e
}
