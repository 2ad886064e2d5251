package systems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// C12, R120, T15: a full pool drops what is new and counts it.
func TestFullPoolDropsNew(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 50}, components.Emitter{Life: components.Exactly(9), PendingBurst: 80})
		o.ticks(1, 1./60)
		s := o.plugin.Stats()
		if o.agrees() != 50 || s.Dropped != 30 || s.Replaced != 0 || s.Born != 50 {
			t.Errorf("%d alive, %+v", o.agrees(), s)
		}
	})
}

// C12, R120, T15: a full pool replaces those that were born first, by birth and not by slot,
// whoever's they are, and counts them; within one tick too.
func TestFullPoolReplacesTheOldest(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		tint := func(v float32) components.ColorRange {
			return components.ColorRange{Min: [3]float32{v, v, v}, Max: [3]float32{v, v, v}}
		}
		mortal := components.Emitter{Life: components.Exactly(0.5), Color: tint(1)}
		o := newOne(t, kind, components.Pool{MaxParticles: 50, WhenFull: components.FullReplacesOldest}, mortal)
		other := o.addEmitter(components.Emitter{Life: components.Exactly(90), Color: tint(2)}, components.Transform{}, o.pool)
		count := func() (got [8]int) {
			s := o.read(o.pool)
			for _, slot := range s.Living {
				got[int(s.Color[slot][0])]++
			}
			if int(s.Args[1]) != o.plugin.Alive(o.pool) {
				t.Fatalf("%d on the device, %d on the CPU", s.Args[1], o.plugin.Alive(o.pool))
			}
			return got
		}
		o.emitter.Get(other).Burst(20) // slots 20 to 39 stay; those before and after are freed
		o.emit().Burst(20)
		o.ticks(1, 0.25)
		o.ticks(3, 0.25)
		if got := count(); got[2] != 20 || got[1] != 0 {
			t.Fatalf("%v by colour, want 20 of 2", got)
		}
		o.emit().Color, o.emit().Life = tint(3), components.Exactly(90)
		o.emit().Burst(30)
		o.ticks(1, 0)
		if got := count(); got[2] != 20 || got[3] != 30 {
			t.Fatalf("%v by colour, want 20 of 2 and 30 of 3", got)
		}
		o.emit().Color = tint(4)
		o.emit().Burst(25) // all 20 of the other, and 5 of its own
		o.ticks(1, 0)
		if got := count(); got[2] != 0 || got[3] != 25 || got[4] != 25 {
			t.Errorf("%v by colour, want 25 of 3 and 25 of 4", got)
		}
		if s := o.plugin.Stats(); s.Replaced != 25 || s.Dropped != 0 || o.plugin.Alive(other) != 0 {
			t.Errorf("%+v, %d of the other alive", s, o.plugin.Alive(other))
		}
		// More than fit in one tick, from two emitters: the last to be born are there.
		o.emit().Color = tint(5)
		o.emit().Burst(40)
		o.emitter.Get(other).Color = tint(6)
		o.emitter.Get(other).Burst(45)
		o.ticks(1, 0)
		if got := count(); got[5] != 5 || got[6] != 45 {
			t.Errorf("%v by colour, want 5 of 5 and 45 of 6", got)
		}
	})
}

// C12, C9: a pool that grows loses nobody, on any driver, through many doublings; from the
// device's limit on it drops.
func TestFullPoolGrows(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := fountain()
		e.Rate, e.Life = 3000, components.Exactly(3)
		run := func(p components.Pool) (*gpu.ParticleSnapshot, *one) {
			o := newOne(t, kind, p, e)
			for tick := range 120 {
				o.ticks(1, 1./60)
				if tick%20 == 0 {
					o.agrees()
				}
			}
			return o.read(o.pool), o
		}
		b, _ := run(components.Pool{MaxParticles: 20_000})
		a, o := run(components.Pool{MaxParticles: 7, WhenFull: components.FullGrows})
		if len(a.Living) != len(b.Living) || o.plugin.Capacity(o.pool) < 6000 || o.plugin.Stats().Dropped != 0 {
			t.Fatalf("%d and %d alive, capacity %d, %+v", len(a.Living), len(b.Living), o.plugin.Capacity(o.pool), o.plugin.Stats())
		}
		for _, slot := range a.Living {
			if a.PositionExpiry[slot] != b.PositionExpiry[slot] || a.Color[slot] != b.Color[slot] {
				t.Fatalf("slot %d differs from a pool that did not have to grow", slot)
			}
		}
	})
}

// C12: what is drawn of a pool that has grown is all of it.
func TestGrownPoolIsDrawn(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 1, Texture: c.white(), WhenFull: components.FullGrows})
		entity := c.addEmitter(still(0.25, [3]float32{1, 1, 1}, 1), components.Transform{Position: [3]float32{-0.5, 0, 0}}, pool)
		c.frame(0)
		c.emitter.Get(entity).Burst(500)
		c.place.Get(entity).Position = [3]float32{0.5, 0, 0}
		picture := c.frame(0)
		if picture.NRGBAAt(side/4, side/2).R == 0 || picture.NRGBAAt(3*side/4, side/2).R == 0 {
			t.Error("the first or the last is not drawn")
		}
		if lit(c.frame(0.1)) == 0 {
			t.Error("the next frame is empty")
		}
	})
}

// C12: the policy can be changed at any time.
func TestPolicyCanBeChanged(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 64}, components.Emitter{Rate: 2000, Life: components.Between(0.1, 2)})
		random := rand.New(rand.NewPCG(7, 8))
		for range 200 {
			switch random.IntN(10) {
			case 0:
				o.store().WhenFull = components.FullDropsNew
			case 1:
				o.store().WhenFull = components.FullReplacesOldest
			case 2:
				if o.plugin.Capacity(o.pool) < 1000 {
					o.store().WhenFull = components.FullGrows
				}
			case 3:
				o.emit().Burst(random.IntN(100))
			case 4:
				o.emit().Clear()
			}
			o.ticks(1, 1./60)
			s := o.read(o.pool)
			unique(t, s)
			if int(s.Args[1]) != o.plugin.Alive(o.pool) {
				t.Fatalf("%d on the device, %d on the CPU", s.Args[1], o.plugin.Alive(o.pool))
			}
		}
	})
}

// unique fails the test if a slot is drawn twice.
func unique(t *testing.T, s *gpu.ParticleSnapshot) {
	t.Helper()
	seen := map[uint32]bool{}
	for _, slot := range s.Living {
		if seen[slot] {
			t.Fatalf("slot %d is drawn twice", slot)
		}
		seen[slot] = true
	}
}
