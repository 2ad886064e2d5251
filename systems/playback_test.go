package systems_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// seen is what a picture shows of a particle, without its slot.
type seen struct {
	Position, Velocity      [3]float32
	Left                    float32 // life, rounded to the clocks' resolution
	SizeSpin, Color, UVRect [4]float32
}

// particles are those of a pool by what they drew at birth, so that two pools can be compared
// whose particles lie in other slots.
func (o *one) particles() []seen {
	o.t.Helper()
	s := o.read(o.pool)
	clock := float32(0)
	if len(s.Living) > 0 { // all have one emitter: the lives left differ by no clock
		clock = s.PositionExpiry[s.Living[0]][3]
		for _, slot := range s.Living {
			clock = min(clock, s.PositionExpiry[slot][3])
		}
	}
	var all []seen
	for _, slot := range s.Living {
		at, v := s.PositionExpiry[slot], s.VelocityMaxLife[slot]
		all = append(all, seen{
			[3]float32(at[:3]), [3]float32(v[:3]), float32(math.Round(float64(at[3]-clock)*4096) / 4096),
			s.SizeSpin[slot], s.Color[slot], s.UVRect[slot],
		})
	}
	slices.SortFunc(all, func(a, b seen) int { return slices.Compare(a.Color[:], b.Color[:]) })
	return all
}

// C16: one effect is paused, frozen or slowed while the rest of its pool goes on.
func TestOneEmitterOfAPoolHasItsOwnTime(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		falls := components.Emitter{Life: components.Exactly(100), Speed: components.Exactly(1), PendingBurst: 1}
		o := newOne(t, kind, components.Pool{MaxParticles: 100}, falls)
		o.addEmitter(falls, components.Transform{Position: mgl32.Vec3{5, 0, 0}}, o.pool)
		height := func() (own, other float32) {
			s := o.read(o.pool)
			for _, slot := range s.Living {
				if at := s.PositionExpiry[slot]; at[0] == 5 {
					other = at[1]
				} else {
					own = at[1]
				}
			}
			return own, other
		}
		o.ticks(1, 0.25)
		for _, row := range []struct {
			what   string
			change func(*components.Emitter)
			want   float32 // way of a second
		}{
			{"as it is", func(*components.Emitter) {}, 1},
			{"frozen", func(e *components.Emitter) { e.Frozen = true }, 0},
			{"paused", func(e *components.Emitter) { e.Paused = true }, 0},
			{"at a quarter", func(e *components.Emitter) { e.TimeScale = 0.25 }, 0.25},
			{"at three times", func(e *components.Emitter) { e.TimeScale = 3 }, 3},
			{"as it was", func(*components.Emitter) {}, 1},
		} {
			e := o.emit()
			e.Frozen, e.Paused, e.TimeScale = false, false, 0
			row.change(e)
			before, beside := height()
			o.ticks(4, 0.25)
			after, along := height()
			if got := after - before; math.Abs(float64(got-row.want)) > 1e-5 {
				t.Errorf("%s: it went %v in a second, want %v", row.what, got, row.want)
			}
			if got := along - beside; math.Abs(float64(got-1)) > 1e-5 {
				t.Errorf("%s: the other went %v in a second, want 1", row.what, got)
			}
		}
	})
}

// C16: slowed, frozen and quickened clocks end lives at the same instant on CPU and device,
// and no earlier or later than the emitter's own time says.
func TestLivesFollowTheEmittersOwnTime(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 4000}, components.Emitter{Rate: 200, Life: components.Between(0.2, 3)})
		scales := []float32{1, 0.5, 0, 7, 0.01, 1, 2, 30, 0.3}
		for tick := range 360 {
			e := o.emit()
			e.TimeScale = scales[tick/40%len(scales)]
			if e.Frozen = e.TimeScale == 0; tick%40 > 20 {
				e.TimeScale *= float32(tick%40) / 30 // a ramp, too
			}
			o.ticks(1, 1./60)
			o.agrees()
		}
		if o.agrees() < 100 {
			t.Errorf("%d alive", o.agrees())
		}
	})
}

// R25, R116, T21: a paused pool costs nothing and shows nothing; a frozen one stands still in
// the picture; neither makes up for the time.
func TestPausedAndFrozenPools(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
		e := still(0.5, mgl32.Vec3{1, 1, 1}, 1)
		e.SizeGrowth, e.Speed = 0.1, components.Exactly(0.1)
		c.addEmitter(e, components.Transform{}, pool)
		c.frame(0.1)
		c.time.Alpha = 0.5 // between two steps: the picture lies half a step back
		before := c.frame(0.1)

		c.pool.Get(pool).Frozen = true
		standing := c.frame(0.1)
		for i := range 5 {
			c.time.Alpha = float32(i) / 5
			if again := c.frame(0.1); !cmp.Equal(standing.Pix, again.Pix) {
				t.Fatalf("frame %d of a frozen pool differs from the first", i)
			}
		}
		if n := c.graph.Stats(); n.ComputePasses != 0 {
			t.Errorf("a frozen pool is computed: %+v", n)
		}
		if lit(standing) < lit(before) {
			t.Error("freezing took something away")
		}

		c.pool.Get(pool).Paused = true
		c.ticks(1, 0.1)
		c.graph.AddRaster(&c.background)
		c.ticks(1, 0.1)
		if n := c.graph.Stats(); n.Nodes != 1 || n.Uploads != 0 { // the background
			t.Errorf("a paused pool is in the frame: %+v", n)
		}
		if lit(c.picture()) != 0 {
			t.Error("a paused pool is seen")
		}
		*c.pool.Get(pool) = components.Pool{MaxParticles: 4, Texture: "white", Frozen: true}
		c.time.Alpha = 0
		if again := c.frame(0.1); !cmp.Equal(standing.Pix, again.Pix) {
			t.Error("after the pause it is not where it was")
		}
	})
}

// R25: the particles of a paused emitter are not seen, those of the others are.
func TestPausedEmitterIsHidden(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
		left := c.addEmitter(still(0.5, mgl32.Vec3{1, 1, 1}, 1), components.Transform{Position: mgl32.Vec3{-0.5, 0, 0}}, pool)
		c.addEmitter(still(0.5, mgl32.Vec3{1, 1, 1}, 1), components.Transform{Position: mgl32.Vec3{0.5, 0, 0}}, pool)
		c.frame(0)
		c.emitter.Get(left).Paused = true
		picture := c.frame(0)
		if picture.NRGBAAt(side/4, side/2).R != 0 || picture.NRGBAAt(3*side/4, side/2).R == 0 {
			t.Errorf("left %v, right %v; want only the right", picture.NRGBAAt(side/4, side/2), picture.NRGBAAt(3*side/4, side/2))
		}
		c.emitter.Get(left).Paused = false
		if c.frame(0).NRGBAAt(side/4, side/2).R == 0 {
			t.Error("after the pause it stays hidden")
		}
	})
}

// C7: hidden at birth or for a while, a pool goes on, stops, or catches up, as its policy says.
func TestPoliciesOfHiddenPools(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := fountain()
		e.Life = components.Exactly(100)
		age := func(policy components.HiddenPolicy, atBirth bool) (alive int, clock float32) {
			o := newOne(t, kind, components.Pool{MaxParticles: 5000, WhenHidden: policy, Hidden: atBirth}, e)
			o.ticks(30, 1./30)
			o.store().Hidden = true
			o.ticks(60, 1./30) // two seconds
			o.store().Hidden = false
			o.ticks(1, 1./30)
			s := o.read(o.pool)
			top := float32(0)
			for _, slot := range s.Living {
				top = max(top, s.PositionExpiry[slot][3])
			}
			if int(s.Args[1]) != o.plugin.Alive(o.pool) {
				t.Fatalf("%v: %d on the device, %d on the CPU", policy, s.Args[1], o.plugin.Alive(o.pool))
			}
			return len(s.Living), top - 100 // the last birth's clock
		}
		for _, row := range []struct {
			policy  components.HiddenPolicy
			atBirth bool
			alive   int
			clock   float64
		}{
			{components.HiddenSimulates, false, 91 * 20, 91. / 30},
			{components.HiddenSimulates, true, 91 * 20, 91. / 30},
			{components.HiddenPauses, false, 31 * 20, 31. / 30},
			{components.HiddenPauses, true, 20, 1. / 30},
			{components.HiddenCatchesUp, false, 91 * 20, 91. / 30},
			{components.HiddenCatchesUp, true, 91 * 20, 91. / 30},
		} {
			alive, clock := age(row.policy, row.atBirth)
			if alive < row.alive-1 || alive > row.alive+1 || math.Abs(float64(clock)-row.clock) > 1e-3 {
				t.Errorf("%v, hidden at birth %v: %d alive at %.3f s, want %d at %.3f",
					row.policy, row.atBirth, alive, clock, row.alive, row.clock)
			}
		}
	})
}

// C7: what is caught up is bounded: an hour behind a wall costs 30 seconds.
func TestCatchingUpIsBounded(t *testing.T) {
	o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 9000, WhenHidden: components.HiddenCatchesUp, Hidden: true},
		components.Emitter{Rate: 100, Life: components.Exactly(1000)})
	o.ticks(3600, 1)
	o.store().Hidden = false
	o.ticks(1, 0)
	if got := o.agrees(); got != 3000 {
		t.Errorf("%d are alive, want those of 30 seconds", got)
	}
}

// Reset repeats what came after the emitter was made, with the same seed.
func TestResetRepeatsFromTheSeed(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 2000}, fountain())
		o.emit().Burst(30)
		o.ticks(50, 1./60)
		first := o.particles()
		o.ticks(17, 1./60)
		o.emit().Burst(99)
		o.emit().Reset()
		o.emit().Burst(30)
		o.ticks(50, 1./60)
		if diff := cmp.Diff(first, o.particles()); diff != "" {
			t.Errorf("after a reset it differs:\n%s", diff)
		}
		o.agrees()
	})
}

// C23: pre-warmed by t seconds it is as if it had run for t seconds at its own place; so is
// seeking there.
func TestPrewarmAndSeekEqualHavingRun(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := fountain()
		e.Rate, e.PendingBurst = 300, 20
		place := components.Transform{Position: mgl32.Vec3{3, 1, -2}, Rotation: mgl32.QuatRotate(0.4, mgl32.Vec3{1, 0, 0})}
		run := func(prepare func(*one)) []seen {
			w := newWorldOn(t, kind, &systems.ParticlePlugin{})
			pool := w.addPool(components.Pool{MaxParticles: 2000})
			o := &one{w, pool, w.addEmitter(e, place, pool)}
			prepare(o)
			o.agrees()
			return o.particles()
		}
		ran := run(func(o *one) { o.ticks(121, 1./60) })
		if len(ran) < 200 {
			t.Fatalf("only %d particles", len(ran))
		}
		near := cmp.Comparer(func(a, b float32) bool { return math.Abs(float64(a-b)) <= 2e-4*(1+math.Abs(float64(a))) })
		warm := run(func(o *one) {
			o.emit().Prewarm = 2
			o.ticks(1, 1./60)
		})
		if diff := cmp.Diff(ran, warm, near); diff != "" {
			t.Errorf("pre-warmed it differs (-ran +pre-warmed):\n%s", diff)
		}
		sought := run(func(o *one) {
			o.ticks(77, 1./60)
			o.emit().Seek(2)
			o.emit().Burst(20)
			o.ticks(1, 1./60)
		})
		if diff := cmp.Diff(ran, sought, near); diff != "" {
			t.Errorf("sought it differs (-ran +sought):\n%s", diff)
		}
		on := run(func(o *one) {
			o.emit().Prewarm = 1
			o.ticks(61, 1./60)
		})
		if diff := cmp.Diff(ran, on, near); diff != "" {
			t.Errorf("pre-warmed by one second and run for another it differs:\n%s", diff)
		}
	})
}

// A seek that cannot be is told, and the emitter starts at the beginning.
func TestBadSeekIsTold(t *testing.T) {
	o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 100}, components.Emitter{Rate: 60, Label: "jet"})
	o.emit().Seek(-1)
	if err := o.tick(1. / 60); err == nil || !strings.Contains(err.Error(), "PendingSeek") {
		t.Errorf("a seek to −1 s: %v", err)
	}
	if err := o.plugin.Err(o.entity); err != nil {
		t.Errorf("the emitter runs, and says %v", err)
	}
	o.ticks(1, 1./60)
	if o.agrees() != 2 {
		t.Errorf("%d alive after two ticks, want 2", o.agrees())
	}
}

// Bursts wait while time stands still, the emitter's or the pool's, and come when it goes on.
func TestBurstsWaitWhileTimeStands(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, row := range []struct {
			what string
			stop func(o *one, stop bool)
		}{
			{"a frozen emitter", func(o *one, stop bool) { o.emit().Frozen = stop }},
			{"a paused emitter", func(o *one, stop bool) { o.emit().Paused = stop }},
			{"a frozen pool", func(o *one, stop bool) { o.store().Frozen = stop }},
			{"a paused pool", func(o *one, stop bool) { o.store().Paused = stop }},
		} {
			o := newOne(t, kind, components.Pool{MaxParticles: 100}, components.Emitter{Life: components.Exactly(1)})
			o.ticks(1, 1./60)
			row.stop(o, true)
			o.emit().Burst(4)
			if err := o.plugin.BurstAt(o.entity, 2, components.Transform{}); err != nil {
				t.Fatal(err)
			}
			o.ticks(3, 1./60)
			if o.agrees() != 0 || o.plugin.Done(o.entity) {
				t.Errorf("%s: %d alive, done %v; want 0 and false", row.what, o.agrees(), o.plugin.Done(o.entity))
			}
			row.stop(o, false)
			o.ticks(1, 1./60)
			if o.agrees() != 6 {
				t.Errorf("%s, going on: %d alive, want 6", row.what, o.agrees())
			}
		}
	})
}

// C23: what died long before the end of a pre-warm is not made, only counted: ten minutes of a great
// rate cost no more than its last second, and are as if they had run.
func TestLongPrewarmsEqualHavingRun(t *testing.T) {
	run := func(prepare func(*one)) []seen {
		e := fountain()
		e.Rate, e.Life, e.PendingBurst = 700, components.Exactly(0.5), 9
		o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: 2000}, e)
		prepare(o)
		return o.particles()
	}
	ran := run(func(o *one) { o.ticks(601, 1./60) })
	warm := run(func(o *one) {
		o.emit().Prewarm = 10
		o.ticks(1, 1./60)
	})
	near := cmp.Comparer(func(a, b float32) bool { return math.Abs(float64(a-b)) <= 2e-4*(1+math.Abs(float64(a))) })
	if diff := cmp.Diff(ran, warm, near); diff != "" || len(ran) < 200 {
		t.Errorf("pre-warmed %d particles differ (-ran +pre-warmed):\n%s", len(ran), diff)
	}
	o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: 1000}, components.Emitter{
		Rate: components.MaxRate, Life: components.Exactly(0.001), Prewarm: components.MaxPrewarm,
	})
	o.ticks(1, 1./60)
	if o.agrees() > 1000 {
		t.Errorf("%d alive", o.agrees())
	}
}
