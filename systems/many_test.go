package systems_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// C18: ten thousand emitters of different settings in four pools are four draws, four uploads and
// one compute pass a frame; and finished ones are cheap.
func TestTenThousandEmittersInFourPools(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		var pools [4]ark.Entity
		for i := range pools {
			pools[i] = c.addPool(components.Pool{MaxParticles: 6000, Blending: components.Blending(i % 2)})
		}
		const emitters = 10_000
		for i := range emitters {
			e := components.Emitter{
				Life: components.Exactly(0.5 + float32(i%7)*0.1), Gravity: mgl32.Vec3{0, -float32(i % 3), 0},
				Speed: components.Exactly(float32(i % 5)), Drag: float32(i%2) * 0.5, PendingBurst: 2,
			}
			c.addEmitter(e, components.Transform{Position: mgl32.Vec3{float32(i%100)*0.02 - 1, float32(i/100)*0.02 - 1, 0}}, pools[i%4])
		}
		c.frame(1. / 60)
		for _, pool := range pools {
			if got := c.plugin.Alive(pool); got != 5000 {
				t.Fatalf("%d alive in a pool, want 5000", got)
			}
		}
		c.frame(1. / 60)
		s := c.graph.Stats()
		want, passes := 1+4+8, 1 // background, draws, and two nodes a pool
		if kind == components.DriverCPU {
			want, passes = 1+4, 0
		}
		if s.Nodes != want || s.ComputePasses != passes || s.RenderPasses != 1 {
			t.Errorf("a frame has %+v; want %d nodes and %d compute pass", s, want, passes)
		}
		for range 80 {
			c.ticks(1, 1./60)
		}
		if got := c.plugin.Stats().Live; got != 0 {
			t.Fatalf("%d are still alive", got)
		}
		c.ticks(1, 1./60)
		if s := c.graph.Stats(); s.Nodes != 0 || s.Uploads != 0 {
			t.Errorf("finished emitters are in the frame: %+v", s)
		}
	})
}

// C5: two pools with different drivers, made in either order, both run on.
func TestPoolsOfDifferentDriversRunBesideEachOther(t *testing.T) {
	for _, kinds := range [][2]components.DriverKind{
		{components.DriverGPU, components.DriverCPU}, {components.DriverCPU, components.DriverGPU},
	} {
		w := newWorld(t, &systems.ParticlePlugin{})
		var pools [2]ark.Entity
		var emitters [2]ark.Entity
		for i, kind := range kinds {
			pools[i] = w.driven(components.Pool{MaxParticles: 500}, kind)
			emitters[i] = w.addEmitter(fountain(), components.Transform{}, pools[i])
			w.ticks(1, 1./60)
		}
		w.ticks(300, 1./60)
		for i, pool := range pools {
			if s := w.read(pool); int(s.Args[1]) != w.plugin.Alive(pool) || len(s.Living) < 300 {
				t.Errorf("%v: %d on the device, %d on the CPU", kinds[i], s.Args[1], w.plugin.Alive(pool))
			}
		}
		w.RemoveEntity(emitters[0])
		w.RemoveEntity(pools[0])
		w.ticks(60, 1./60)
		if s := w.read(pools[1]); int(s.Args[1]) != w.plugin.Alive(pools[1]) || len(s.Living) < 300 {
			t.Errorf("after the other went: %d on the device, %d on the CPU", s.Args[1], w.plugin.Alive(pools[1]))
		}
	}
}

// C2, C9: while A runs, B and a thousand more join its pool and every table grows; A's particles
// stay as they are, bit for bit, over a step of no length.
func TestGrowingTablesTouchNoParticle(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 9000}, fountain())
		o.ticks(40, 1./60)
		alive := o.plugin.Alive(o.entity)
		before := o.read(o.pool)
		for i := range 1000 {
			o.addEmitter(components.Emitter{Life: components.Exactly(5), PendingBurst: 5, Rate: float32(i)}, components.Transform{}, o.pool)
		}
		o.ticks(1, 0)
		after := o.read(o.pool)
		if len(after.Living) != len(before.Living)+5000 || o.plugin.Alive(o.entity) != alive {
			t.Fatalf("%d alive, before %d; of A %d, before %d", len(after.Living), len(before.Living), o.plugin.Alive(o.entity), alive)
		}
		for _, slot := range before.Living {
			if before.PositionExpiry[slot] != after.PositionExpiry[slot] || before.VelocityMaxLife[slot] != after.VelocityMaxLife[slot] ||
				before.SizeSpin[slot] != after.SizeSpin[slot] || before.Owner[slot] != after.Owner[slot] {
				t.Fatalf("slot %d of A changed", slot)
			}
		}
		o.ticks(5, 1./60)
		o.agrees()
	})
}

// C29: pools and emitters are made and destroyed all the time; nothing grows.
func TestChurnLeavesNothingBehind(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		keeper := w.addPool(components.Pool{MaxParticles: 100})
		w.ticks(1, 1./60)
		var calm gpu.Counts
		for round := range 300 {
			e := fountain()
			pool := w.addPool(components.Pool{MaxParticles: 100 + round%7, WhenFull: components.FullPolicy(round % 3)})
			here := w.addEmitter(e, components.Transform{}, pool)
			there := w.addEmitter(e, components.Transform{}, keeper)
			w.ticks(2, 1./60)
			if round%2 == 0 {
				w.RemoveEntity(pool)
				w.RemoveEntity(here)
			} else {
				w.RemoveEntity(here)
				w.RemoveEntity(pool)
			}
			w.RemoveEntity(there)
			w.ticks(1, 1./60)
			if live := device.Live(); round == 150 {
				calm = live
			} else if round > 150 && (live.Total() != calm.Total() || live.Bytes != calm.Bytes) {
				t.Fatalf("round %d: %+v on the device, before %+v", round, live, calm)
			}
		}
		if s := w.plugin.Stats(); s.Pools != 1 || s.Emitters != 0 {
			t.Errorf("left: %+v", s)
		}
	})
}

// C3: an emitter stops when its entity, its component or its relation goes.
func TestEveryWayOfRemovingAnEmitterStopsIt(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for what, remove := range map[string]func(o *one){
			"the entity":    func(o *one) { o.RemoveEntity(o.entity) },
			"the component": func(o *one) { o.emitter.Remove(o.entity) },
		} {
			o := newOne(t, kind, components.Pool{MaxParticles: 1000}, components.Emitter{Rate: 600, Life: components.Exactly(0.25)})
			o.ticks(30, 1./64)
			remove(o)
			o.ticks(1, 1./64)
			born := o.plugin.Stats().Born
			o.ticks(20, 1./64)
			if o.agrees() != 0 || o.plugin.Stats().Born != born || !o.plugin.Done(o.entity) {
				t.Errorf("%s: %d alive, %d born since", what, o.agrees(), o.plugin.Stats().Born-born)
			}
		}
	})
}

// C17: a stall of five seconds gives no more births than the pool holds, their ages spread over the
// gap, on the device too.
func TestStallIsBoundedAndSpreadOnEveryDriver(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 3000}, components.Emitter{Rate: 1000, Life: components.Exactly(100), Speed: components.Exactly(1)})
		o.ticks(1, 5)
		s := o.read(o.pool)
		if o.agrees() != 3000 {
			t.Fatalf("%d alive", o.agrees())
		}
		var buckets [3]int
		for _, slot := range s.Living {
			buckets[min(2, int(s.PositionExpiry[slot][1]))]++ // units of way are seconds of age
		}
		if diff := cmp.Diff([3]int{1000, 1000, 1000}, buckets); diff != "" {
			t.Errorf("births by second of age:\n%s", diff)
		}
	})
}

// C30: flattened, mirrored and degenerate emitters give finite particles at documented places.
func TestDegenerateTransformsAreDefined(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for what, at := range map[string]components.Transform{
			"flat":             {Scale: mgl32.Vec3{1, 0, 1}},
			"a point":          {Scale: mgl32.Vec3{0, 1e-30, 0}},
			"mirrored":         {Scale: mgl32.Vec3{-1, 1, -2}},
			"no rotation":      {Rotation: mgl32.Quat{}},
			"a tiny rotation":  {Rotation: mgl32.Quat{W: 1e-38, V: mgl32.Vec3{0, 1e-38, 0}}},
			"a large rotation": {Rotation: mgl32.Quat{W: 1e30, V: mgl32.Vec3{0, 1e30, 0}}},
		} {
			w := newWorldOn(t, kind, &systems.ParticlePlugin{})
			pool := w.addPool(components.Pool{MaxParticles: 200})
			e := fountain()
			e.Shape, e.Direction, e.Gravity = components.SpawnPlane(mgl32.Vec3{}, mgl32.Vec2{2, 2}), mgl32.Vec3{}, mgl32.Vec3{}
			e.PendingBurst = 100
			w.addEmitter(e, at, pool)
			w.ticks(3, 1./60)
			s := w.read(pool)
			if len(s.Living) < 100 {
				t.Fatalf("%s: %d alive", what, len(s.Living))
			}
			for _, slot := range s.Living {
				for k := range 3 {
					if v := s.PositionExpiry[slot][k] + s.VelocityMaxLife[slot][k]; v-v != 0 {
						t.Fatalf("%s: slot %d is at %v", what, slot, s.PositionExpiry[slot])
					}
				}
				if s.VelocityMaxLife[slot][1] <= 0 {
					t.Fatalf("%s: slot %d flies %v, want up", what, slot, s.VelocityMaxLife[slot])
				}
			}
		}
	})
}
