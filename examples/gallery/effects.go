package main

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// exhibit is a preset as it is shown: made to fit its niche.
type exhibit struct {
	name    string
	effect  components.Emitter
	texture string     // "" is the soft disc
	at      mgl32.Vec3 // above the middle of the niche's floor
	light   mgl32.Vec3
	lamp    mgl32.Vec3 // where the light hangs, above the middle of the floor
	power   float32
	repeats float64 // seconds between bursts; 0 is no bursts
}

// shown is an exhibit in its niche.
type shown struct {
	exhibit
	floor         mgl32.Vec3
	emitter, pool ark.Entity
}

// exhibits are the eight presets. Those that fill a landscape are shown smaller, and end at the floor.
func exhibits() []exhibit {
	var (
		plinth = mgl32.Vec3{0, plinthHeight, 0}
		middle = mgl32.Vec3{0, 1.5, 0}
		sky    = mgl32.Vec3{0, room - 0.3, 0}
		above  = mgl32.Vec3{0, room - 0.6, 0.75}

		ember = mgl32.Vec3{1, 0.42, 0.13}
		cold  = mgl32.Vec3{0.36, 0.55, 1}
		pale  = mgl32.Vec3{0.75, 0.82, 1}
		gold  = mgl32.Vec3{1, 0.7, 0.3}
		sand  = mgl32.Vec3{1, 0.85, 0.62}
	)
	return []exhibit{
		{"Explosion", explosion(), "", middle, ember, mgl32.Vec3{0, 1.5, 0.3}, 6, 1.6},
		{"Water jet", waterJet(), "", plinth, cold, above, 8, 0},
		{"Rain", rain(), "streak", sky, cold, above, 6, 0},
		{"Smoke", smoke(), "", plinth, pale, above, 6, 0},
		{"Fire", fire(), "", plinth, ember, mgl32.Vec3{0, 1.1, 0.3}, 6, 0},
		{"Snow", snow(), "flakes", sky, pale, above, 6, 0},
		{"Sparkles", sparkles(), "glint", middle, gold, above, 4, 0},
		{"Debris", debris(), "shards", middle, sand, above, 7, 1.6},
	}
}

// explosion is thrown as fast as the preset's, and held up by the air before it reaches the walls.
func explosion() components.Emitter {
	e := components.Explosion()
	e.PendingBurst, e.Drag, e.Gravity = 340, 4.6, mgl32.Vec3{0, -1.4, 0}
	e.Speed, e.Life = components.Between(0.6, 4.4), components.Between(0.7, 1.4)
	e.Size = components.Between(0.08, 0.18)
	e.Color = components.ColorRange{Min: mgl32.Vec3{1.6, 0.35, 0.02}, Max: mgl32.Vec3{2.4, 1, 0.2}} // it glows
	return e
}

// waterJet's drops end where they would fall through the shelf.
func waterJet() components.Emitter {
	e := components.WaterJet()
	e.Rate, e.Prewarm = 1100, 2
	e.Speed, e.Life = components.Between(4.2, 5.6), components.Between(0.85, 0.95)
	e.Size, e.AlphaScale = components.Between(0.04, 0.08), 1
	return e
}

func rain() components.Emitter {
	e := components.Rain()
	e.Shape = components.SpawnPlane(mgl32.Vec3{}, mgl32.Vec2{1.15, 0.8})
	e.Rate, e.Life, e.Prewarm = 700, components.Between(0.48, 0.51), 1
	e.Size, e.AlphaScale = components.Between(0.2, 0.34), 0.7
	return e
}

func smoke() components.Emitter {
	e := components.Smoke()
	e.Rate, e.Prewarm, e.Shape = 30, 4, components.SpawnBox(mgl32.Vec3{0.1, 0, 0.1})
	e.Velocity, e.Speed, e.Gravity = components.VelocityCone(28), components.Between(0.25, 0.6), mgl32.Vec3{0, 0.2, 0}
	e.Life, e.Size, e.SizeGrowth = components.Between(1.8, 2.9), components.Between(0.16, 0.3), 0.24
	e.Color = components.ColorRange{Min: mgl32.Vec3{0.42, 0.42, 0.42}, Max: mgl32.Vec3{0.56, 0.56, 0.56}}
	return e
}

func fire() components.Emitter {
	e := components.Fire()
	e.Rate, e.Speed, e.Prewarm = 280, components.Between(1, 2.6), 1
	return e
}

// snow falls at the preset's pace, and is older when it lands.
func snow() components.Emitter {
	e := components.Snow().WithAtlas(3, 1)
	e.Shape = components.SpawnPlane(mgl32.Vec3{}, mgl32.Vec2{0.95, 0.7})
	e.Velocity = components.VelocityBox(mgl32.Vec3{-0.07, -0.5, -0.05}, mgl32.Vec3{0.07, -0.5, 0.05})
	e.Rate, e.Life, e.Prewarm = 36, components.Between(4.7, 5.1), 6
	e.Size, e.AlphaScale = components.Between(0.11, 0.17), 1
	return e
}

func sparkles() components.Emitter {
	e := components.Sparkles()
	e.Rate, e.Prewarm, e.Shape = 70, 3, components.SpawnSphere(0.5)
	e.Speed, e.Size, e.SizeGrowth = components.Between(0.1, 0.4), components.Between(0.1, 0.26), -0.03
	return e
}

func debris() components.Emitter {
	e := components.Debris().WithAtlas(3, 1)
	e.PendingBurst, e.Drag, e.Gravity = 130, 2, mgl32.Vec3{0, -2.6, 0}
	e.Speed, e.Life = components.Between(0.5, 2.4), components.Between(0.85, 1.1)
	e.Size = components.Between(0.09, 0.2)
	e.Color = components.ColorRange{Min: mgl32.Vec3{0.24, 0.15, 0.07}, Max: mgl32.Vec3{0.5, 0.34, 0.17}} // it is lit by no lamp
	return e
}

// addEffect puts an exhibit into a niche, on a pool of its own with the driver.
func (g *gallery) addEffect(x exhibit, floor mgl32.Vec3, driver components.DriverKind) {
	pool := components.PoolFor(x.effect)
	pool.Label, pool.Texture = x.name+" on "+driver.String(), x.texture
	pool.MaxParticles *= 2 // a burst can come while the last one lives
	stores := g.pools.NewEntity(&pool, &components.Driver{Kind: driver})
	emits := g.emitters.NewEntity(&x.effect, &components.Transform{Position: floor.Add(x.at)},
		&components.EmitsInto{}, ark.Rel[components.EmitsInto](stores))
	g.shown = append(g.shown, shown{exhibit: x, floor: floor, emitter: emits, pool: stores})
}
