package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// within fails the test unless every particle of a pool lies in its bounds, and returns how much larger
// the bounds are than they must be, as a ratio of diagonals.
func (w *tree) within(pool ark.Entity) float64 {
	w.t.Helper()
	particles, err := w.plugin.Particles(pool)
	if err != nil {
		w.t.Fatal(err)
	}
	low, high, ok := w.plugin.Bounds(pool)
	if ok != (len(particles) > 0) {
		w.t.Fatalf("bounds: %v, with %d particles", ok, len(particles))
	}
	if !ok {
		return 1
	}
	inf := float32(math.Inf(1))
	least, most := mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	for i, p := range particles {
		radius := p.Size * math.Sqrt2 / 2
		for k, v := range p.Position {
			if v-radius < low[k] || v+radius > high[k] {
				w.t.Fatalf("particle %d of %d at %v, size %v, is outside of %v to %v", i, len(particles), p.Position, p.Size, low, high)
			}
			least[k], most[k] = min(least[k], v-radius), max(most[k], v+radius)
		}
	}
	return float64(high.Sub(low).Len()) / float64(most.Sub(least).Len())
}

// C21: whatever the emitters do, every living particle lies within the bounds of its pool, through
// changes of gravity, drag, pace, place, origin and driver.
func TestBoundsHoldEveryLivingParticle(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		random := rand.New(rand.NewPCG(31, 32))
		number := func(most float32) float32 { return (random.Float32()*2 - 1) * most }
		vector := func(most float32) mgl32.Vec3 { return mgl32.Vec3{number(most), number(most), number(most)} }
		for round := range 12 {
			w := newTree(t)
			pool := w.driven(components.Pool{MaxParticles: 400, WhenFull: components.FullPolicy(round % 3)}, kind)
			var emitters []ark.Entity
			for range 1 + round%3 {
				e := components.Emitter{
					Rate: 200 * random.Float32(), Gravity: vector(10), Drag: max(0, number(2)), Direction: vector(1),
					Shape: components.SpawnBox(mgl32.Vec3{1, 2, 3}), Velocity: components.VelocityCone(70), Speed: components.Between(-2, 5),
					Life: components.Between(0.1, 2), Size: components.Between(0.1, 0.5), SizeGrowth: number(0.5),
					InheritVelocity: number(1), Space: components.Space(random.IntN(2)), Prewarm: max(0, number(1)),
				}
				e.Burst(20)
				at := components.Transform{Position: vector(3), Rotation: mgl32.Quat{W: number(1), V: vector(1)}, Scale: vector(2)}
				emitters = append(emitters, w.addEmitter(e, at, pool))
			}
			for tick := range 150 {
				e := w.emitter.Get(emitters[random.IntN(len(emitters))])
				switch random.IntN(12) {
				case 0:
					e.Gravity = vector(20)
				case 1:
					e.Drag = max(0, number(3))
				case 2:
					e.TimeScale = 3 * random.Float32()
				case 3:
					e.SizeOverLife = components.Ramp{Start: 1 + number(0.5), End: 1 + number(1)}
				case 4:
					w.place.Get(emitters[0]).Position = vector(5)
				case 5:
					if err := w.plugin.ShiftOrigin(vector(50)); err != nil {
						t.Fatal(err)
					}
				case 6:
					e.Life = components.Between(0.1, 0.2+random.Float32()*3)
				case 7:
					if tick%10 == 0 {
						w.drive(pool, components.Driver{Kind: components.DriverGPU + components.DriverKind(random.IntN(2))})
					}
				}
				w.ticks(1, []float32{1. / 60, 1. / 60, 0.1, 0, 1. / 144}[random.IntN(5)])
				w.within(pool)
			}
		}
	})
}

// C21: bounds are tight enough to cull by: for steady effects at most three times what they must be.
func TestBoundsAreTight(t *testing.T) {
	for _, preset := range components.Presets() {
		w := newTree(t)
		pool := w.driven(preset.Pool, components.DriverCPU)
		w.addEmitter(preset.Emitter, components.Transform{}, pool)
		w.ticks(40, 1./60)
		if ratio := w.within(pool); ratio > 3 {
			t.Errorf("%s: the bounds are %.2f times what they must be", preset.Name, ratio)
		}
	}
}

// C21: the bounds of Manual pools and of pools with a Force are those of their particles.
func TestBoundsOfManualAndForcedPools(t *testing.T) {
	c, m := manual(t, 10)
	if _, _, ok := c.plugin.Bounds(c.hand); ok {
		t.Error("an empty pool has bounds")
	}
	if err := m.Set(0, square(3, 4, 2, [4]float32{})); err != nil {
		t.Fatal(err)
	}
	if err := m.SetCount(1); err != nil {
		t.Fatal(err)
	}
	radius := float32(math.Sqrt2)
	if low, high, ok := c.plugin.Bounds(c.hand); !ok || low != (mgl32.Vec3{3 - radius, 4 - radius, -radius}) || high != (mgl32.Vec3{3 + radius, 4 + radius, radius}) {
		t.Errorf("bounds %v to %v, %v", low, high, ok)
	}
	w := newTree(t)
	pool := w.driven(components.Pool{MaxParticles: 100}, components.DriverCPU)
	w.addEmitter(components.Emitter{Life: components.Exactly(9), PendingBurst: 50}, components.Transform{}, pool)
	w.force(pool, components.Force{Apply: func(c *components.ForceChunk) {
		for i := range c.Acceleration {
			c.Acceleration[i] = mgl32.Vec3{100, 0, 0}
		}
	}})
	for range 60 {
		w.ticks(1, 1./60)
		w.within(pool)
	}
}

// Pools outside of a view are not drawn in it, and are again when they come into it; the picture is as it
// was; what lies behind the camera, beside, above and too far is outside.
func TestPoolsOutsideOfTheViewAreNotDrawn(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 10, Texture: c.white()})
		entity := c.addEmitter(components.Emitter{
			Space: components.SpaceLocal, Life: components.Exactly(100), Size: components.Exactly(0.5), PendingBurst: 1,
		}, components.Transform{}, pool)
		for _, row := range []struct {
			what string
			at   mgl32.Vec3
			seen bool
		}{
			{"in the middle", mgl32.Vec3{}, true},
			{"at the edge", mgl32.Vec3{1.2, 0, 0}, true},
			{"beside", mgl32.Vec3{3, 0, 0}, false},
			{"above", mgl32.Vec3{0, 3, 0}, false},
			{"behind the camera", mgl32.Vec3{0, 0, 3}, false},
			{"too far", mgl32.Vec3{0, 0, -3}, false},
			{"back again", mgl32.Vec3{0.2, 0, 0}, true},
		} {
			c.place.Get(entity).Position = row.at
			c.frame(0)
			picture := c.frame(0) // the step before lies in the bounds, too
			draws := 0
			if c.graph.Stats().RenderPasses != 1 {
				t.Fatalf("%s: %+v", row.what, c.graph.Stats())
			}
			computed := map[components.DriverKind]int{components.DriverGPU: 2}[kind]
			if draws = c.graph.Stats().Nodes - 1 - computed; (draws == 1) != row.seen || draws > 1 {
				t.Errorf("%s: %d draws", row.what, draws)
			}
			if row.seen != (lit(picture) > 0) {
				t.Errorf("%s: %d pixels are lit", row.what, lit(picture))
			}
		}
	})
}
