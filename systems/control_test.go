package systems_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// one is a world with a single emitter in a pool of its own.
type one struct {
	*world
	pool, entity ark.Entity
}

func newOne(t *testing.T, kind components.DriverKind, p components.Pool, e components.Emitter) *one {
	t.Helper()
	w := newWorldOn(t, kind, &systems.ParticlePlugin{})
	pool := w.addPool(p)
	return &one{w, pool, w.addEmitter(e, components.Transform{}, pool)}
}

// emit is the emitter's component.
func (o *one) emit() *components.Emitter { return o.emitter.Get(o.entity) }

// store is the pool's component.
func (o *one) store() *components.Pool { return o.world.pool.Get(o.pool) }

// agrees fails the test unless CPU and device count the same, and returns the count.
func (o *one) agrees() int {
	o.t.Helper()
	alive, args := o.plugin.Alive(o.pool), o.read(o.pool).Args[1]
	if alive != int(args) {
		o.t.Fatalf("%d are alive on the CPU and %d on the device", alive, args)
	}
	return alive
}

// C4: to stop and to kill are two verbs; "done" is right to the tick, again and again.
func TestStopDrainsAndClearKills(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		steady := components.Emitter{Rate: 60, Life: components.Exactly(0.5)}
		o := newOne(t, kind, components.Pool{MaxParticles: 200}, steady)
		if o.plugin.Done(o.entity) {
			t.Error("it is done before the first step has seen it")
		}
		for round := range 3 {
			o.emit().Start()
			o.ticks(60, 1./64) // sums of 64ths are exact
			if o.agrees() < 25 || o.plugin.Done(o.entity) {
				t.Fatalf("round %d: %d alive, done %v", round, o.agrees(), o.plugin.Done(o.entity))
			}
			o.emit().Stop()
			steps := 0
			for ; !o.plugin.Done(o.entity); steps++ {
				if o.agrees() == 0 {
					t.Fatalf("round %d: nothing is alive and it is not done", round)
				}
				o.ticks(1, 1./64)
			}
			if steps < 31 || steps > 33 || o.agrees() != 0 {
				t.Errorf("round %d: done after %d steps with %d alive, want 32 and 0", round, steps, o.agrees())
			}
		}
		o.emit().Start()
		o.ticks(30, 1./64)
		o.emit().StopAndClear()
		o.ticks(1, 1./64)
		if o.agrees() != 0 || !o.plugin.Done(o.entity) {
			t.Errorf("cleared: %d alive, done %v", o.agrees(), o.plugin.Done(o.entity))
		}
	})
}

// C4: a clear kills the emitter's own particles and no one else's in the pool, and births of
// the same tick live.
func TestClearSparesTheOthersAndTheNewborn(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 100}, components.Emitter{Life: components.Exactly(10)})
		other := o.addEmitter(components.Emitter{Life: components.Exactly(10), PendingBurst: 7}, components.Transform{}, o.pool)
		o.emit().Burst(20)
		o.ticks(2, 1./60)
		o.emit().Clear()
		o.emit().Burst(3)
		for range 3 {
			o.ticks(1, 1./60)
			if o.agrees() != 10 || o.plugin.Alive(o.entity) != 3 || o.plugin.Alive(other) != 7 {
				t.Fatalf("%d in the pool, %d and %d of the emitters; want 10, 3 and 7",
					o.agrees(), o.plugin.Alive(o.entity), o.plugin.Alive(other))
			}
		}
	})
}

// C4: the end of a one-shot is an event of the game's own type, each time.
func TestDoneIsAnEventOfTheGamesType(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		var registry ark.EventRegistry
		registry.NewEventType() // another of the game's
		done := registry.NewEventType()
		w := newWorldOn(t, kind, &systems.ParticlePlugin{DoneEvent: &done})
		pool := w.addPool(components.Pool{MaxParticles: 100})
		var told []ark.Entity
		ark.Observe(done).Do(func(e ark.Entity) { told = append(told, e) }).Register(w.World)
		shot := components.Emitter{Life: components.Exactly(0.25)}
		entity := w.addEmitter(shot, components.Transform{}, pool)
		idle := w.addEmitter(shot, components.Transform{}, pool)
		for round := range 3 {
			w.emitter.Get(entity).Burst(5)
			w.ticks(16, 1./64)
			if len(told) != round {
				t.Fatalf("round %d: told %v while particles live", round, told)
			}
			w.ticks(1, 1./64)
			if len(told) != round+1 || told[round] != entity {
				t.Fatalf("round %d: told %v, want %v", round, told, entity)
			}
			w.ticks(10, 1./64)
		}
		if w.plugin.Done(idle) == false || len(told) != 3 {
			t.Errorf("the idle emitter: done %v, events %v", w.plugin.Done(idle), told)
		}
	})
}

// An observer may remove what another is told of in the same step.
func TestObserversOfDoneMayRemoveEntities(t *testing.T) {
	var registry ark.EventRegistry
	done := registry.NewEventType()
	w := newWorld(t, &systems.ParticlePlugin{DoneEvent: &done})
	pool := w.addPool(components.Pool{MaxParticles: 100})
	var pair [2]ark.Entity
	for i := range pair {
		pair[i] = w.addEmitter(components.Emitter{Life: components.Exactly(0.1), PendingBurst: 2}, components.Transform{}, pool)
	}
	told := 0
	ark.Observe(done).Do(func(ark.Entity) {
		told++
		for _, e := range pair {
			if w.Alive(e) {
				w.RemoveEntity(e)
			}
		}
	}).Register(w.World)
	w.ticks(20, 1./60)
	if told != 1 {
		t.Errorf("%d events, want 1: the other was gone", told)
	}
}

// C19: fired again while its particles live, a one-shot adds a burst and touches none.
func TestSecondBurstLeavesTheFirstAlone(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		run := func(again bool) *gpu.ParticleSnapshot {
			e := fountain()
			e.Rate, e.Life = 0, components.Exactly(5)
			o := newOne(t, kind, components.Pool{MaxParticles: 100}, e)
			o.emit().Burst(10)
			o.ticks(10, 1./60)
			if again {
				o.emit().Burst(10)
			}
			o.ticks(10, 1./60)
			return o.read(o.pool)
		}
		once, twice := run(false), run(true)
		if len(once.Living) != 10 || len(twice.Living) != 20 {
			t.Fatalf("%d and %d alive, want 10 and 20", len(once.Living), len(twice.Living))
		}
		for slot := range 10 {
			if once.PositionExpiry[slot] != twice.PositionExpiry[slot] || once.VelocityMaxLife[slot] != twice.VelocityMaxLife[slot] {
				t.Fatalf("slot %d of the first burst differs", slot)
			}
		}
	})
}

// R117, C19: any number of bursts in a tick, each with its own place and count.
func TestBurstsHaveTheirOwnTransforms(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := components.Emitter{Life: components.Exactly(5), Speed: components.Exactly(2)}
		o := newOne(t, kind, components.Pool{MaxParticles: 100}, e)
		at := func(x float32) components.Transform {
			return components.Transform{
				Position: mgl32.Vec3{x, 0, 0},
				Rotation: mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 0, 1}), // +Y becomes −X
			}
		}
		for i, n := range []int{1, 2, 3} { // the first step has not seen the emitter yet
			if err := o.plugin.BurstAt(o.entity, n, at(float32(10*(i+1)))); err != nil {
				t.Fatal(err)
			}
		}
		o.emit().Burst(4)
		o.ticks(1, 1./60)
		if err := o.plugin.BurstAt(o.entity, 5, at(40)); err != nil {
			t.Fatal(err)
		}
		o.ticks(1, 0)
		got, s := map[float32]int{}, o.read(o.pool)
		for _, slot := range s.Living {
			x := s.PositionExpiry[slot][0]
			got[x]++
			if v := s.VelocityMaxLife[slot]; x > 0 && (v[0] > -1.999 || v[1] > 1e-5) {
				t.Errorf("a burst at %v flies %v, want along −X", x, v)
			}
		}
		if diff := cmp.Diff(map[float32]int{0: 4, 10: 1, 20: 2, 30: 3, 40: 5}, got); diff != "" {
			t.Errorf("births by place (-want +got):\n%s", diff)
		}
	})
}

// C20: a change of the rate leaves the living, and the new rate is even from the first tick.
func TestNewRateIsEvenAtOnce(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 1000}, components.Emitter{Rate: 100, Life: components.Exactly(100)})
		o.ticks(30, 1./60)
		before := o.agrees()
		o.emit().Rate = 300
		for tick := range 60 {
			o.ticks(1, 1./60)
			born := o.agrees() - before
			if want := 5 * (tick + 1); born < want-1 || born > want+1 {
				t.Fatalf("tick %d: %d born since, want %d", tick, born, want)
			}
		}
	})
}

// C27: what is stopped builds nothing up, bursts included.
func TestStartingAgainFiresNothingOld(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 1000}, components.Emitter{Rate: 90, Life: components.Exactly(100), Stopped: true})
		o.emit().Burst(50)
		o.ticks(100, 1./60)
		if o.agrees() != 0 {
			t.Fatalf("%d are born of a stopped emitter", o.agrees())
		}
		o.emit().Start()
		o.ticks(2, 1./60)
		if got := o.agrees(); got != 3 {
			t.Errorf("%d are born in the first two ticks, want 3", got)
		}
	})
}

// C28: verbs before the first step, twice, and after the entity is gone have defined results.
func TestVerbsOutOfSeasonAreDefined(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 100}, components.Emitter{Rate: 60, Life: components.Exactly(1)})
		e := o.emit()
		e.Reset()
		e.Stop()
		e.StopAndClear()
		e.Start()
		e.Start()
		e.Burst(-5)
		e.Burst(2)
		o.ticks(1, 1./60)
		if got := o.agrees(); got != 3 {
			t.Errorf("%d alive after the first tick, want 3", got)
		}
		o.RemoveEntity(o.entity)
		if o.plugin.BurstAt(o.entity, 1, components.Transform{}) == nil || !o.plugin.Done(o.entity) {
			t.Error("an emitter that was just removed takes a burst, or is not done")
		}
		o.ticks(1, 1./60)
		if o.plugin.BurstAt(o.entity, 1, components.Transform{}) == nil {
			t.Error("a burst of an emitter that is gone is accepted")
		}
		if !o.plugin.Done(o.entity) || o.plugin.Alive(o.entity) != 0 || o.plugin.Err(o.entity) != nil {
			t.Error("an emitter that is gone is not done")
		}
		for range 2 {
			if err := o.schedule.Close(o.World); err != nil {
				t.Fatal(err)
			}
		}
		if o.plugin.Alive(o.pool) != 0 || o.plugin.Stats() != (systems.Stats{}) {
			t.Errorf("after the end: %+v", o.plugin.Stats())
		}
		if o.plugin.Manual(o.pool) != nil || o.plugin.Capacity(o.pool) != 0 {
			t.Error("after the end there are handles")
		}
	})
}

// BurstAt says what is wrong with what it is given.
func TestBadBurstsAreRefused(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	pool := w.addPool(components.Pool{MaxParticles: 10})
	entity := w.addEmitter(components.Emitter{}, components.Transform{}, pool)
	nan := components.Transform{Scale: mgl32.Vec3{1, float32(math.NaN()), 1}}
	for _, row := range []struct {
		what   string
		entity ark.Entity
		count  int
		at     components.Transform
	}{
		{"no emitter", pool, 1, components.Transform{}},
		{"the zero entity", ark.Entity{}, 1, components.Transform{}},
		{"none", entity, 0, components.Transform{}},
		{"too many", entity, components.MaxPoolParticles + 1, components.Transform{}},
		{"a scale that is no number", entity, 1, nan},
	} {
		if err := w.plugin.BurstAt(row.entity, row.count, row.at); err == nil {
			t.Errorf("%s: accepted", row.what)
		}
	}
	w.ticks(1, 1./60)
	if w.plugin.Alive(pool) != 0 {
		t.Errorf("%d are born of refused bursts", w.plugin.Alive(pool))
	}
	if (&systems.ParticlePlugin{}).BurstAt(entity, 1, components.Transform{}) == nil {
		t.Error("a plugin without a world takes a burst")
	}
}
