package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/game"
)

// exhibit is a preset as it is shown: made to fit a niche of 2.6 units.
type exhibit struct {
	name    string
	effect  components.Emitter
	texture string     // "" is the soft disc
	at      mgl32.Vec3 // above the middle of the niche's floor
	light   mgl32.Vec3
	repeats float64 // seconds between bursts; 0 is no bursts
}

// exhibits are the eight presets. Those that fill a landscape are shown smaller: scaled shrinks all that has
// a length in it, so that they move as they do at full size.
func exhibits() []exhibit {
	warm := mgl32.Vec3{1, 0.45, 0.14}
	cold := mgl32.Vec3{0.45, 0.6, 1}
	pale := mgl32.Vec3{0.75, 0.8, 1}
	gold := mgl32.Vec3{1, 0.75, 0.35}

	rain := components.Rain()
	rain.Shape = components.SpawnPlane(mgl32.Vec3{}, mgl32.Vec2{1, 0.8})
	rain.Rate, rain.Life, rain.Size, rain.AlphaScale = 900, components.Between(0.4, 0.44), components.Between(0.028, 0.045), 1
	snow := components.Snow().WithAtlas(3, 1)
	snow.Shape = components.SpawnPlane(mgl32.Vec3{}, mgl32.Vec2{0.9, 0.5})
	snow.Velocity = components.VelocityBox(mgl32.Vec3{-0.1, -0.5, -0.1}, mgl32.Vec3{0.1, -0.5, 0.1})
	snow.Rate, snow.Life, snow.Size, snow.Prewarm = 45, components.Between(4, 4.4), components.Between(0.09, 0.15), 5
	smoke := scaled(components.Smoke(), 0.5)
	smoke.Prewarm, smoke.Rate = 4, 26
	sparkles := components.Sparkles()
	sparkles.Prewarm, sparkles.Rate = 3, 90
	jet := components.WaterJet()
	jet.Rate, jet.Speed, jet.Size, jet.Prewarm = 900, components.Between(3.8, 5.2), components.Between(0.035, 0.07), 2
	jet.Life = components.Between(0.78, 0.98) // they end where they would fall through the shelf
	fire := components.Fire()
	fire.Rate, fire.Speed, fire.Prewarm = 260, components.Between(1, 3.2), 1
	explosion := scaled(components.Explosion(), 0.28)
	explosion.Size, explosion.PendingBurst = components.Between(0.05, 0.13), 260
	debris := scaled(components.Debris(), 0.36)
	debris.Size, debris.Life = components.Between(0.06, 0.12), components.Between(0.45, 0.9)

	return []exhibit{
		{"Explosion", explosion, "", mgl32.Vec3{0, 1.6, 0}, warm, 1.6},
		{"Water jet", jet, "", mgl32.Vec3{0, 0.55, 0}, cold, 0},
		{"Rain", rain, "", mgl32.Vec3{0, 2.6, 0}, cold, 0},
		{"Smoke", smoke, "", mgl32.Vec3{0, 0.6, 0}, pale, 0},
		{"Fire", fire, "", mgl32.Vec3{0, 0.65, 0}, warm, 0},
		{"Snow", snow, "flakes", mgl32.Vec3{0, 2.6, 0}, pale, 0},
		{"Sparkles", sparkles, "", mgl32.Vec3{0, 1.5, 0}, gold, 0},
		{"Debris", debris, "", mgl32.Vec3{0, 1.6, 0}, gold, 1.6},
	}
}

// scaled is an effect seen in another size: every length is multiplied, times stay.
func scaled(e components.Emitter, k float32) components.Emitter {
	e.Gravity = e.Gravity.Mul(k)
	e.Shape.HalfExtents, e.Shape.Radius = e.Shape.HalfExtents.Mul(k), e.Shape.Radius*k
	e.Speed = components.Between(e.Speed.Min*k, e.Speed.Max*k)
	e.Size, e.SizeGrowth = components.Between(e.Size.Min*k, e.Size.Max*k), e.SizeGrowth*k
	return e
}

// addEffect puts an exhibit into a niche, on a pool of its own with the driver.
func (g *gallery) addEffect(x exhibit, floor mgl32.Vec3, driver components.DriverKind) {
	pool := components.PoolFor(x.effect)
	pool.Label = x.name + " on " + driver.String()
	pool.Texture = x.texture
	pool.MaxParticles *= 2 // a burst can come while the last one lives
	entity := g.emitters.NewEntity(&x.effect, &components.Transform{Position: floor.Add(x.at)}, &components.EmitsInto{},
		ark.Rel[components.EmitsInto](g.pools.NewEntity(&pool, &components.Driver{Kind: driver})))
	if x.repeats > 0 {
		g.repeats = append(g.repeats, repeat{entity, int(x.effect.PendingBurst), x.repeats})
	}
}

// repeat fires a burst again and again.
type repeat struct {
	emitter ark.Entity
	count   int
	every   float64
}

// repeater is the system that does it.
type repeater struct {
	gallery  *gallery
	emitters *ark.Map[components.Emitter]
	time     ark.Resource[ecs.Time]
}

func (r *repeater) Initialize(w *ark.World) error {
	r.emitters = ark.NewMap[components.Emitter](w)
	r.time = ark.NewResource[ecs.Time](w)
	return nil
}

func (r *repeater) Update(*ark.World) error {
	t := r.time.Get()
	for _, again := range r.gallery.repeats {
		now, before := t.Elapsed/again.every, (t.Elapsed-float64(t.Delta))/again.every
		if math.Floor(now) > math.Floor(before) && before > 0 {
			r.emitters.Get(again.emitter).Burst(again.count)
		}
	}
	return nil
}

func (r *repeater) Finalize(*ark.World) error { return nil }

// addRepeats has the one-shots fire again.
func (g *gallery) addRepeats(app *game.App) {
	app.AddSystem(ecs.StageUpdate, &repeater{gallery: g})
}
