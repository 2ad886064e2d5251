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
	shared.NewEntity(&flames, at(0.16))
	shared.NewEntity(&tongues, at(0.2))
	shared.NewEntity(&sparks, at(0.4))

	pools := ark.NewMap2[components.Pool, components.Driver](app.World)
	pool := pools.NewEntity(
		&components.Pool{Label: "smoke", MaxParticles: 1024, Blending: components.Alpha, Order: -1},
		&components.Driver{})
	own := ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](app.World)
	smoke := smoke()
	own.NewEntity(&smoke, at(1.1), &components.EmitsInto{}, ark.Rel[components.EmitsInto](pool))
}

// flames is the body of the fire: the preset, wide at the bed and dimmer, as many overlap.
func flames() components.Emitter {
	e := components.Fire()
	e.Rate = 420
	e.Shape = components.SpawnSphere(0.17)
	e.Velocity = components.VelocityCone(14)
	e.Speed = components.Between(0.7, 1.5)
	e.Life = components.Between(0.3, 0.85)
	e.Size = components.Between(0.16, 0.3)
	e.SizeGrowth = -0.26
	e.Color = components.ColorRange{Min: mgl32.Vec3{1, 0.2, 0.015}, Max: mgl32.Vec3{1, 0.42, 0.06}}
	e.AlphaScale = 0.42
	return e
}

// tongues are few thin flames that reach higher than the rest.
func tongues() components.Emitter {
	e := flames()
	e.Label = "tongues"
	e.Rate = 110
	e.Shape = components.SpawnSphere(0.09)
	e.Velocity = components.VelocityCone(9)
	e.Speed = components.Between(1.2, 2.0)
	e.Life = components.Between(0.4, 0.8)
	e.Size = components.Between(0.1, 0.18)
	e.SizeGrowth = -0.2
	e.AlphaScale = 0.6
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
	e.Rate = 26
	e.Velocity = components.VelocityCone(16)
	e.Size = components.Between(0.2, 0.36)
	e.Color = components.ColorRange{Min: mgl32.Vec3{0.05, 0.045, 0.042}, Max: mgl32.Vec3{0.11, 0.1, 0.095}}
	e.AlphaScale = 0.3
	e.Angle = components.Between(0, 2*math.Pi)
	return e
}
