package systems_test

import (
	"errors"
	"image"
	"runtime"
	"testing"
	"time"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// R122: a world with the plugin and no pools has nothing on the device and nothing in the
// frame, and a tick takes less than a microsecond.
func TestWithoutPoolsThePluginCostsNothing(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	w.ticks(3, 1./60)
	if left := device.Live(); left.Total() != w.before.Total() || left.PipelinesCreated != w.before.PipelinesCreated ||
		left.BuffersCreated != w.before.BuffersCreated {
		t.Errorf("it made something: %+v, before %+v", left, w.before)
	}
	if s := w.graph.Stats(); s.Nodes != 0 || s.Uploads != 0 {
		t.Errorf("the frame has %+v", s)
	}
	best := time.Hour
	for range 10 {
		const ticks = 2000
		began := time.Now()
		for range ticks {
			if w.schedule.Step(w.World) != nil || w.schedule.Frame(w.World) != nil {
				t.Fatal("a tick failed")
			}
		}
		best = min(best, time.Since(began)/ticks)
	}
	t.Logf("%v a tick", best)
	if best >= time.Microsecond {
		t.Errorf("a tick takes %v", best)
	}
}

// C25: a pool in which nothing lives has no upload, no dispatch and no draw; and R8: one
// without a driver does not even simulate.
func TestIdlePoolsAddNothingToTheFrame(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		w.addPool(components.Pool{Label: "empty", MaxParticles: 100_000})
		undriven := w.bare.NewEntity(&components.Pool{Label: "undriven", MaxParticles: 100})
		w.addEmitter(fountain(), components.Transform{}, undriven)
		ark.AddResource(w.World, &systems.Views{})
		w.ticks(5, 1./60)
		if s := w.graph.Stats(); s.Nodes != 0 || s.Uploads != 0 {
			t.Errorf("the frame has %+v", s)
		}
		if w.plugin.Alive(undriven) != 0 {
			t.Errorf("a pool without driver holds %d particles", w.plugin.Alive(undriven))
		}
	})
}

// In the steady state a step and a frame allocate nothing of ours.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 2000})
		w.addEmitter(fountain(), components.Transform{}, pool)
		shared := fountain()
		w.emitters.NewEntity(&shared, &components.Transform{})
		target, err := device.NewTexture(gpu.TextureDesc{Label: "target", Width: 16, Height: 16, Format: gpu.FormatRGBA16Float, Usage: gpu.TextureTarget})
		if err != nil {
			t.Fatal(err)
		}
		defer target.Release()
		ark.AddResource(w.World, &systems.Views{List: []systems.View{{Color: target, ColorFormat: gpu.FormatRGBA16Float}}})
		w.ticks(200, 1./60)
		// Between the ticks the graph executes, in which only the binding allocates.
		const ticks = 100
		var before, after runtime.MemStats
		allocs := uint64(0)
		for range ticks {
			runtime.ReadMemStats(&before)
			stepErr, frameErr := w.schedule.Step(w.World), w.schedule.Frame(w.World)
			runtime.ReadMemStats(&after)
			allocs += after.Mallocs - before.Mallocs
			if err := errors.Join(stepErr, frameErr, w.graph.Execute()); err != nil {
				t.Fatal(err)
			}
		}
		if allocs > ticks/10 { // the runtime's own goroutines allocate now and then
			t.Errorf("%d allocations in %d ticks", allocs, ticks)
		}
	})
}

// R203: the plugin is refused a second time in a world, and can be registered again after
// the world was reset.
func TestRegistrationOnceAWorldAndAgainAfterReset(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	if err := ecs.NewSchedule().AddPlugin(w.World, &systems.ParticlePlugin{}); !errors.Is(err, ecs.ErrPluginRegistered) {
		t.Errorf("a second plugin: %v", err)
	}
	pool := w.addPool(components.Pool{MaxParticles: 10})
	w.ticks(2, 1./60)
	if w.plugin.DevicePool(pool) == nil {
		t.Fatal("no pool")
	}
	if err := w.schedule.Close(w.World); err != nil {
		t.Fatal(err)
	}
	w.Reset()

	again := ecs.NewSchedule()
	ark.AddResource(w.World, device)
	ark.AddResource(w.World, w.graph)
	plugin := &systems.ParticlePlugin{}
	if err := again.AddPlugin(w.World, plugin); err != nil {
		t.Fatal(err)
	}
	e := fountain()
	ark.NewMap2[components.Emitter, components.Transform](w.World).NewEntity(&e, &components.Transform{})
	for range 3 {
		if err := again.Run(w.World, 1./60); err != nil {
			t.Fatal(err)
		}
		if err := w.graph.Execute(); err != nil {
			t.Fatal(err)
		}
	}
	if plugin.Stats().Live == 0 {
		t.Error("nothing is emitted after the reset")
	}
	if err := again.Close(w.World); err != nil {
		t.Error(err)
	}
}

// C3: an emitter that goes lets its particles live out; a pool that goes takes them along
// and gives its memory back; the emitter is then told.
func TestRemovingEmittersAndPools(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{Label: "p", MaxParticles: 2000})
		keeper := w.addPool(components.Pool{Label: "keeper", MaxParticles: 10})
		w.ticks(1, 1./60)
		_ = keeper
		e := fountain()
		e.Life = components.Exactly(0.5)
		emitter := w.addEmitter(e, components.Transform{}, pool)
		w.ticks(30, 1./60)
		alive := w.plugin.Alive(pool)
		w.RemoveEntity(emitter)
		w.ticks(1, 1./60)
		if got := w.plugin.Alive(pool); got < alive-30 || got >= alive {
			t.Errorf("%d of %d are alive a step after the emitter went", got, alive)
		}
		w.ticks(35, 1./60)
		if got := w.read(pool); w.plugin.Alive(pool) != 0 || got.Args[1] != 0 {
			t.Errorf("%d on the CPU and %d on the device outlived their life", w.plugin.Alive(pool), got.Args[1])
		}

		before := device.Live()
		w.RemoveEntity(pool)
		w.ticks(1, 1./60)
		if after := device.Live(); after.Buffers >= before.Buffers || after.Bytes >= before.Bytes {
			t.Errorf("the pool's memory stays: %+v, before %+v", after, before)
		}
	})
}

// C1: at most N emitters, the oldest leaving each time: through 10 000 rounds each new one emits, and
// the counts are those of a model.
func TestEmittersThatComeAndGoAllEmit(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, most := range []int{1, 2, 10} {
			w := newWorldOn(t, kind, &systems.ParticlePlugin{SharedParticles: 500})
			var living []ark.Entity
			var ends []int // the model: the round in which each particle dies
			for round := range 10_000 {
				e := components.Emitter{Life: components.Exactly(32.5 / 64)}
				e.Burst(3)
				living = append(living, w.emitters.NewEntity(&e, &components.Transform{}))
				if len(living) > most {
					w.RemoveEntity(living[0])
					living = living[1:]
				}
				if round%100 == 0 {
					w.ticks(1, 1./64)
				} else {
					w.time.Delta = 1. / 64
					if err := w.schedule.Step(w.World); err != nil {
						t.Fatal(err)
					}
				}
				ends = append(ends, round+33, round+33, round+33)
				for ends[0] <= round {
					ends = ends[1:]
				}
				if got := w.plugin.Alive(living[len(living)-1]); got != 3 {
					t.Fatalf("N %d, round %d: the new emitter has %d particles, want 3", most, round, got)
				}
				if got := w.plugin.Stats().Live; got != len(ends) {
					t.Fatalf("N %d, round %d: %d alive, want %d", most, round, got, len(ends))
				}
			}
			pool := w.plugin.SharedPool(components.Additive)
			if s := w.plugin.Stats(); s.Emitters != most || w.plugin.Capacity(pool) != 500 {
				t.Errorf("N %d: at the end %+v", most, s)
			}
		}
	})
}

// C22: an emitter that is made and placed elsewhere before the first step never emits at
// the old place.
func TestNothingIsBornWhereTheEmitterNeverWas(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 100})
		entity := w.addEmitter(components.Emitter{Rate: 600, Life: components.Exactly(5)}, components.Transform{}, pool)
		w.place.Get(entity).Position = [3]float32{100, 0, 0}
		w.ticks(3, 1./60)
		s := w.read(pool)
		if len(s.Living) == 0 {
			t.Fatal("nothing was born")
		}
		for _, slot := range s.Living {
			if s.PositionExpiry[slot][0] != 100 {
				t.Fatalf("slot %d was born at %v", slot, s.PositionExpiry[slot])
			}
		}
	})
}

// C13: a change of the emitter takes effect in the next tick; nothing restarts and no
// pipeline is compiled.
func TestChangesTakeEffectWithoutRestart(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 5000})
		entity := w.addEmitter(fountain(), components.Transform{}, pool)
		w.ticks(20, 1./60)
		alive, pipelines := w.plugin.Alive(pool), device.Live().PipelinesCreated
		e := w.emitter.Get(entity)
		e.Rate, e.Color.Min, e.Color.Max = 6000, [3]float32{5, 5, 5}, [3]float32{5, 5, 5}
		w.ticks(1, 1./60)
		got := w.plugin.Alive(pool) - alive
		if got < 90 || got > 100 {
			t.Errorf("%d more are alive after a tick at 6000 a second", got)
		}
		if device.Live().PipelinesCreated != pipelines {
			t.Error("a pipeline was compiled")
		}
	})
}

// R26, R20: a registered texture is shared, and used by pools that name it.
func TestTexturesAreRegisteredOnceAndShared(t *testing.T) {
	plugin := &systems.ParticlePlugin{}
	w := newWorld(t, plugin)
	picture := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	if err := plugin.RegisterTexture("leaf", picture); err != nil {
		t.Fatal(err)
	}
	if err := plugin.RegisterTexture("leaf", picture); err == nil {
		t.Error("a name was taken twice")
	}
	if err := plugin.RegisterTexture("", picture); err == nil {
		t.Error("an empty name was taken")
	}
	if err := plugin.RegisterTexture("none", nil); err == nil {
		t.Error("a nil image was taken")
	}
	w.addPool(components.Pool{Label: "a", MaxParticles: 10, Texture: "leaf"})
	w.ticks(1, 1./60)
	textures := device.Live().TexturesCreated
	w.addPool(components.Pool{Label: "b", MaxParticles: 10, Texture: "leaf"})
	w.ticks(1, 1./60)
	if device.Live().TexturesCreated != textures {
		t.Error("the second pool uploaded the texture again")
	}
}

// C13: a new seed gives the numbers of that seed from the next tick on.
func TestSeedCanBeChanged(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		born := func(change bool) [4]float32 {
			w := newWorldOn(t, kind, &systems.ParticlePlugin{})
			pool := w.addPool(components.Pool{MaxParticles: 1000})
			entity := w.addEmitter(fountain(), components.Transform{}, pool)
			w.ticks(3, 1./60)
			if change {
				w.emitter.Get(entity).Seed = 99
			}
			w.ticks(1, 1./60)
			s := w.read(pool)
			return s.Color[s.Living[len(s.Living)-1]]
		}
		if born(false) == born(true) {
			t.Error("another seed gives the same particle")
		}
	})
}
