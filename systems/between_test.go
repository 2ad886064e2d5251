package systems_test

import (
	"errors"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// What happens between a Frame and the execution of its graph is not lost: steps, and what a game
// writes by hand.
func TestNothingIsLostBetweenFrameAndExecute(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 100}, components.Emitter{Life: components.Exactly(0.2), PendingBurst: 10})
		step := func(dt float32) {
			o.time.Delta = dt
			if err := o.schedule.Step(o.World); err != nil {
				t.Fatal(err)
			}
		}
		step(0.1)
		if err := o.schedule.Frame(o.World); err != nil {
			t.Fatal(err)
		}
		step(0.25) // they die
		if err := o.graph.Execute(); err != nil {
			t.Fatal(err)
		}
		o.store().Frozen = true // nothing else will move it
		o.ticks(2, 0)
		if o.agrees() != 0 {
			t.Errorf("%d are alive", o.agrees())
		}
	})
	c, m := manual(t, 10)
	if err := errors.Join(m.Set(0, square(-0.5, 0, 0.5, [4]float32{1, 1, 1, 1})), m.SetCount(1)); err != nil {
		t.Fatal(err)
	}
	if err := c.schedule.Frame(c.World); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Set(1, square(0.5, 0, 0.5, [4]float32{1, 1, 1, 1})), m.SetCount(2)); err != nil {
		t.Fatal(err)
	}
	if err := c.graph.Execute(); err != nil || !m.Dirty() {
		t.Fatalf("dirty %v, %v", m.Dirty(), err)
	}
	if got := lit(c.frame(0)); got != 2*side*side/16 || m.Dirty() {
		t.Errorf("%d pixels are lit, dirty %v; want both squares", got, m.Dirty())
	}
}

// A pool, or its texture, that goes while a frame still names it goes after that frame.
func TestPoolsMayGoWhileAFrameIsPending(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 10, Texture: c.white()})
		changed := c.addPool(components.Pool{MaxParticles: 10, Texture: "white"})
		for _, p := range []ark.Entity{pool, changed} {
			c.addEmitter(still(1, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, p)
		}
		c.frame(0)
		buffers := device.Live().Buffers
		c.graph.AddRaster(&c.background)
		if err := c.schedule.Step(c.World); err != nil {
			t.Fatal(err)
		}
		if err := c.schedule.Frame(c.World); err != nil {
			t.Fatal(err)
		}
		c.RemoveEntity(pool)
		c.pool.Get(changed).Texture = ""
		if err := c.schedule.Step(c.World); !errors.Is(err, systems.ErrNoPool) { // its emitter says so
			t.Fatal(err)
		}
		if err := c.graph.Execute(); err != nil {
			t.Fatalf("the pending frame: %v", err)
		}
		if lit(c.picture()) != side*side/4 {
			t.Errorf("%d pixels of it are lit", lit(c.picture()))
		}
		c.ticks(2, 0)
		if live := device.Live(); live.Buffers >= buffers || live.Textures > 3 { // picture, depth, disc
			t.Errorf("%+v on the device, before %d buffers", live, buffers)
		}
	})
}

// Prewarm is that of the first settings that are valid.
func TestPrewarmWaitsForValidSettings(t *testing.T) {
	o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: 1000}, components.Emitter{
		Rate: 60, Life: components.Exactly(100), Prewarm: 20_000,
	})
	if o.tick(1./60) == nil {
		t.Error("a pre-warm of 20 000 s is accepted")
	}
	o.emit().Prewarm = 1
	o.ticks(1, 1./60)
	if got := o.agrees(); got != 61 {
		t.Errorf("%d alive, want those of one second and a tick", got)
	}
	o.emit().Prewarm = 5 // it is no new emitter any more
	o.ticks(1, 1./60)
	if got := o.agrees(); got != 62 {
		t.Errorf("%d alive a tick later, want 62", got)
	}
}

// An emitter that rests for its transform does not emit while its pool catches up.
func TestRestingEmittersDoNotCatchUp(t *testing.T) {
	o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 1000, Hidden: true, WhenHidden: components.HiddenCatchesUp},
		components.Emitter{Rate: 60, Life: components.Exactly(100)})
	o.place.Get(o.entity).Scale = mgl32.Vec3{1, float32(1) / zero, 1}
	if o.tick(1) == nil {
		t.Error("an infinite scale is accepted")
	}
	o.ticks(1, 1)
	o.store().Hidden = false
	o.ticks(1, 0)
	if o.agrees() != 0 {
		t.Errorf("%d were born of it", o.agrees())
	}
}

var zero float32

// Images without bounds and beyond any device are refused; a pool that was refused for its texture
// takes a better one under the same name.
func TestTexturesThatCannotBe(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	if w.plugin.RegisterTexture("sky", image.NewUniform(color.White)) == nil {
		t.Error("an image without end is accepted")
	}
	wide := image.NewNRGBA(image.Rect(0, 0, int(device.Limits().MaxTextureSize)+1, 1))
	if err := w.plugin.RegisterTexture("wide", wide); err != nil {
		t.Fatal(err)
	}
	pool := w.addPool(components.Pool{MaxParticles: 10, Texture: "wide"})
	if w.tick(0) == nil || w.plugin.Err(pool) == nil {
		t.Error("a texture wider than the device draws is accepted")
	}
	if err := errors.Join(w.plugin.UnregisterTexture("wide"), w.plugin.RegisterTexture("wide", grey(9))); err != nil {
		t.Fatal(err)
	}
	w.ticks(1, 0)
	if err := w.plugin.Err(pool); err != nil || w.plugin.DevicePool(pool) == nil {
		t.Errorf("with a good texture: %v", err)
	}
}

// An observer of Done sees the step as it is after it: births included.
func TestObserversOfDoneSeeTheWholeStep(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		var registry ark.EventRegistry
		done := registry.NewEventType()
		w := newWorldOn(t, kind, &systems.ParticlePlugin{DoneEvent: &done})
		pool := w.addPool(components.Pool{MaxParticles: 100})
		w.addEmitter(components.Emitter{Life: components.Exactly(0.1), PendingBurst: 1}, components.Transform{}, pool)
		w.ticks(1, 0.05)
		w.addEmitter(components.Emitter{Life: components.Exactly(5), Size: components.Exactly(3), PendingBurst: 60}, components.Transform{}, pool)
		told := 0
		ark.Observe(done).Do(func(ark.Entity) {
			told++
			particles, err := w.plugin.Particles(pool)
			if err != nil || len(particles) != 60 {
				t.Fatalf("it sees %d particles, %v; want 60", len(particles), err)
			}
			for i, p := range particles {
				if p.Size != 3 || p.Life != 5 {
					t.Fatalf("it sees particle %d as %+v", i, p)
				}
			}
		}).Register(w.World)
		w.ticks(1, 0.1)
		if told != 1 {
			t.Errorf("%d events", told)
		}
	})
}

// Many emitters cleared in one tick are cleared in one pass, each its own.
func TestManyClearsInOneTick(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 9000})
		var emitters []ark.Entity
		for range 3000 {
			emitters = append(emitters, w.addEmitter(components.Emitter{Life: components.Exactly(50), PendingBurst: 3}, components.Transform{}, pool))
		}
		w.ticks(1, 1./60)
		for i, e := range emitters {
			if i%3 != 0 {
				w.emitter.Get(e).Clear()
			}
		}
		w.ticks(1, 1./60)
		if s := w.read(pool); s.Args[1] != 3000 || w.plugin.Alive(pool) != 3000 || w.plugin.Alive(emitters[0]) != 3 || w.plugin.Alive(emitters[1]) != 0 {
			t.Errorf("%d on the device, %d on the CPU", s.Args[1], w.plugin.Alive(pool))
		}
	})
}

// Steps too short to divide by give finite particles.
func TestTheShortestStepsAreFinite(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := fountain()
		e.InheritVelocity, e.PendingBurst = 1, 10
		o := newOne(t, kind, components.Pool{MaxParticles: 100}, e)
		for i := range 5 {
			o.place.Get(o.entity).Position[0] = float32(i)
			o.ticks(1, 1e-40)
		}
		finite(t, o.read(o.pool), 10)
	})
}

// Particles of an emitter that is removed while its time stands live out.
func TestRemovingAFrozenEmitterFreesItsParticles(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, paused := range []bool{false, true} {
			o := newOne(t, kind, components.Pool{MaxParticles: 100}, components.Emitter{Life: components.Exactly(0.5), PendingBurst: 20})
			o.ticks(1, 1./64)
			o.emit().Paused, o.emit().Frozen = paused, !paused
			o.ticks(64, 1./64)
			if o.agrees() != 20 {
				t.Fatalf("%d alive while time stands", o.agrees())
			}
			o.RemoveEntity(o.entity)
			o.ticks(34, 1./64)
			if o.agrees() != 0 {
				t.Errorf("paused %v: %d are alive for ever", paused, o.agrees())
			}
		}
	})
}

// C12, C23: pre-warming meets a full pool as running does.
func TestPrewarmInFullPools(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, policy := range []components.FullPolicy{components.FullDropsNew, components.FullReplacesOldest, components.FullGrows} {
			run := func(prewarm float32, ticks int) (alive int, age float64) {
				o := newOne(t, kind, components.Pool{MaxParticles: 100, WhenFull: policy}, components.Emitter{
					Seed: 4, Rate: 1000, Life: components.Between(1, 3), Prewarm: prewarm,
				})
				o.ticks(ticks, 1./60)
				particles, err := o.plugin.Particles(o.pool)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range particles {
					age += float64(p.MaxLife-p.Life) / float64(len(particles))
				}
				return o.agrees(), age
			}
			ran, ranAge := run(0, 301)
			warm, warmAge := run(5, 1)
			if warm < ran-2 || warm > ran+2 || math.Abs(ranAge-warmAge) > 0.1 {
				t.Errorf("%v: pre-warmed %d of age %.2f, having run %d of age %.2f", policy, warm, warmAge, ran, ranAge)
			}
		}
	})
}

// An emitter whose settings are not valid for a while rests, keeps its particles, and goes on with the
// numbers that come next; so does one that changes its blend mode, and so its pool.
func TestRestingEmittersGoOnWhereTheyWere(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := fountain()
		e.Rate, e.Life = 60, components.Exactly(10)
		o := newOne(t, kind, components.Pool{MaxParticles: 200}, e)
		o.ticks(10, 1./60)
		o.emit().Drag = -1
		if o.tick(1./60) == nil {
			t.Error("a drag of −1 is accepted")
		}
		o.ticks(5, 1./60)
		if o.plugin.Alive(o.entity) != 10 || o.plugin.Done(o.entity) {
			t.Errorf("at rest: %d alive, done %v", o.plugin.Alive(o.entity), o.plugin.Done(o.entity))
		}
		o.emit().Drag = 0
		o.ticks(10, 1./60)
		if o.plugin.Alive(o.entity) != 20 {
			t.Errorf("%d alive, want 20", o.plugin.Alive(o.entity))
		}
		distinct(t, o.read(o.pool), 20)
		o.emit().Clear()
		o.ticks(1, 0)
		if o.agrees() != 0 {
			t.Errorf("%d alive after a clear", o.agrees())
		}

		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		entity := w.emitters.NewEntity(&e, &components.Transform{})
		w.ticks(10, 1./60)
		w.emitter.Get(entity).Blending = components.Alpha
		w.ticks(10, 1./60)
		colors := map[[4]float32]bool{}
		for _, blending := range []components.Blending{components.Additive, components.Alpha} {
			s := w.read(w.plugin.SharedPool(blending))
			for _, slot := range s.Living {
				colors[s.Color[slot]] = true
			}
		}
		if len(colors) != 20 {
			t.Errorf("%d different particles in two pools, want 20", len(colors))
		}
	})
}

// distinct fails the test unless there are n particles of different colours.
func distinct(t *testing.T, s *gpu.ParticleSnapshot, n int) {
	t.Helper()
	colors := map[[4]float32]bool{}
	for _, slot := range s.Living {
		colors[s.Color[slot]] = true
	}
	if len(colors) != n || len(s.Living) != n {
		t.Errorf("%d particles of %d colours, want %d", len(s.Living), len(colors), n)
	}
}

// Clocks keep their resolution through steps of hours.
func TestLongScaledStepsKeepTheClock(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 200, TimeScale: 100}, components.Emitter{
			Rate: 100, Life: components.Exactly(0.5), TimeScale: 100,
		})
		o.ticks(100, 5)
		o.store().TimeScale, o.emit().TimeScale = 1, 1
		o.ticks(60, 1./60)
		if got := o.agrees(); got < 49 || got > 51 {
			t.Errorf("%d alive, want 50", got)
		}
	})
}
