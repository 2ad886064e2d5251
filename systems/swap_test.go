package systems_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// drive changes a pool's driver.
func (w *world) drive(pool ark.Entity, d components.Driver) {
	*ark.NewMap[components.Driver](w.World).Get(pool) = d
}

// R5, C26, T29: the driver is swapped at any moment; births and deaths do not notice, places
// go on within rounding, and nothing is allocated on the device.
func TestSwappingDriversDisturbsNothing(t *testing.T) {
	run := func(swaps map[int]components.DriverKind) *one {
		o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 2000}, fountain())
		o.ticks(40, 1./60)
		memory := device.Live()
		for tick := range 120 {
			if kind, ok := swaps[tick]; ok {
				o.drive(o.pool, components.Driver{Kind: kind})
			}
			o.ticks(1, 1./60)
			if kind, ok := swaps[tick]; ok && o.plugin.Driver(o.pool) != kind {
				t.Fatalf("the driver is %v, want %v", o.plugin.Driver(o.pool), kind)
			}
			o.agrees()
		}
		if after := device.Live(); after.BuffersCreated != memory.BuffersCreated || after.Bytes != memory.Bytes {
			t.Errorf("swapping allocated: %+v, before %+v", after, memory)
		}
		return o
	}
	stayed := run(nil)
	swapped := run(map[int]components.DriverKind{
		10: components.DriverCPU, 11: components.DriverGPU, 50: components.DriverCPU, 90: components.DriverGPU,
	})
	a, b := stayed.read(stayed.pool), swapped.read(swapped.pool)
	if diff := cmp.Diff(a.Living, b.Living); diff != "" {
		t.Fatalf("the living differ:\n%s", diff)
	}
	for _, slot := range a.Living {
		if a.SizeSpin[slot] != b.SizeSpin[slot] || a.Color[slot] != b.Color[slot] || a.UVRect[slot] != b.UVRect[slot] ||
			a.Owner[slot] != b.Owner[slot] || a.PositionExpiry[slot][3] != b.PositionExpiry[slot][3] {
			t.Fatalf("slot %d differs in what was drawn at birth", slot)
		}
		for k := range 3 {
			if d := math.Abs(float64(a.PositionExpiry[slot][k] - b.PositionExpiry[slot][k])); d > 1e-4 {
				t.Fatalf("slot %d is off by %g", slot, d)
			}
		}
	}
}

// C26: in the frame of the swap the picture does not jump, whichever way it goes.
func TestSwapsDoNotJump(t *testing.T) {
	kinds := []components.DriverKind{components.DriverGPU, components.DriverCPU, components.DriverManual}
	for _, space := range []components.Space{components.SpaceWorld, components.SpaceLocal} {
		for _, from := range kinds {
			for _, to := range kinds {
				swapsWithoutJump(t, space, from, to)
			}
		}
	}
}

func swapsWithoutJump(t *testing.T, space components.Space, from, to components.DriverKind) {
	t.Helper()
	c := newCanvasOn(t, components.DriverGPU, [4]float64{0, 0, 0, 1}, 1)
	pool := c.addPool(components.Pool{MaxParticles: 300, Blending: components.Alpha})
	e := fountain()
	e.Space = space
	e.Speed, e.Gravity, e.Size = components.Between(0.1, 0.6), mgl32.Vec3{0, -0.3, 0}, components.Between(0.1, 0.3)
	e.SizeOverLife = components.Ramp{Start: 1, End: 0.3}
	e.ColorOverLife = components.ColorRamp{Start: mgl32.Vec4{1, 0.5, 1, 1}, End: mgl32.Vec4{0.5, 1, 1, 0.2}}
	c.addEmitter(e, components.Transform{
		Position: mgl32.Vec3{0.1, -0.1, 0}, Rotation: mgl32.QuatRotate(0.5, mgl32.Vec3{0, 0, 1}), Scale: mgl32.Vec3{1.2, 0.8, 1},
	}, pool)
	for range 30 {
		c.frame(1. / 60)
	}
	c.drive(pool, components.Driver{Kind: from})
	before := c.frame(0)
	c.drive(pool, components.Driver{Kind: to})
	after := c.frame(0)
	if lit(before) < 200 {
		t.Fatalf("only %d pixels are lit", lit(before))
	}
	for i := range before.Pix {
		if d := int(before.Pix[i]) - int(after.Pix[i]); d > 2 || d < -2 {
			t.Errorf("%v, from %v to %v: byte %d goes from %d to %d", space, from, to, i, before.Pix[i], after.Pix[i])
			return
		}
	}
}

// R5: particles that the game held for a while live on where and how it left them, under the
// forces of the emitters they came from.
func TestParticlesComeBackFromManual(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		e := components.Emitter{
			Label: "stone", Life: components.Exactly(4), Gravity: mgl32.Vec3{0, -8, 0}, Size: components.Exactly(0.5), SizeGrowth: 0.25,
			PendingBurst: 3,
		}
		o := newOne(t, kind, components.Pool{MaxParticles: 50}, e)
		o.ticks(4, 0.25) // the burst is born at 0.25
		o.drive(o.pool, components.Driver{Kind: components.DriverManual})
		o.ticks(1, 0.25)
		m := o.plugin.Manual(o.pool)
		if m == nil || m.Count() != 3 || o.plugin.Alive(o.pool) != 3 {
			t.Fatalf("the handle is %v", m)
		}
		p, err := m.Get(1)
		if err != nil {
			t.Fatal(err)
		}
		if p.Life != 3.25 || p.MaxLife != 4 || math.Abs(float64(p.Size-0.6875)) > 1e-6 {
			t.Errorf("the particle is %+v; want 3.25 s of 4 left and a size of 0.6875", p)
		}
		p.Position[0], p.Velocity, p.Life = 7, [3]float32{1, 0, 0}, 1
		if err := m.Set(1, p); err != nil {
			t.Fatal(err)
		}
		if err := m.Set(3, components.Particle{Position: [3]float32{9, 0, 0}, Life: 2, Size: 1}); err != nil {
			t.Fatal(err)
		}
		if err := m.SetCount(5); err != nil { // the fifth has no life and goes
			t.Fatal(err)
		}
		o.ticks(1, 0.25)
		o.drive(o.pool, components.Driver{Kind: kind})
		o.ticks(2, 0.25)
		if o.agrees() != 4 || m.Set(0, p) == nil {
			t.Fatalf("%d alive, want 4; and the handle is to be void", o.agrees())
		}
		s := o.read(o.pool)
		if at := s.PositionExpiry[1]; math.Abs(float64(at[0]-7.5)) > 1e-5 {
			t.Errorf("the particle that was moved is at %v, want x 7.5", at)
		}
		if v := s.VelocityMaxLife[1]; v[1] != -4 {
			t.Errorf("its velocity is %v: half a second of its emitter's gravity gives −4", v)
		}
		if v := s.VelocityMaxLife[3]; v[0] != 0 || v[1] != 0 {
			t.Errorf("a particle of nobody's has velocity %v", v)
		}
		o.ticks(2, 0.25)
		if o.agrees() != 3 {
			t.Errorf("%d alive a second after the swap, want 3", o.agrees())
		}
	})
}

// With Discard a swap kills the particles, and does not wait for the device.
func TestDiscardStartsEmpty(t *testing.T) {
	kinds := []components.DriverKind{components.DriverGPU, components.DriverCPU, components.DriverManual}
	for _, from := range kinds {
		for _, to := range kinds {
			if from == to {
				continue
			}
			o := newOne(t, from, components.Pool{MaxParticles: 500}, components.Emitter{Life: components.Exactly(9), PendingBurst: 40})
			o.ticks(1, 1./60)
			if from == components.DriverManual {
				if err := o.plugin.Manual(o.pool).SetCount(40); err != nil {
					t.Fatal(err)
				}
			}
			o.ticks(1, 1./60)
			if o.agrees() != 40 {
				t.Fatalf("%v: %d alive", from, o.agrees())
			}
			o.drive(o.pool, components.Driver{Kind: to, Discard: true})
			o.ticks(1, 1./60)
			if ark.NewMap[components.Driver](o.World).Get(o.pool).Discard {
				t.Errorf("from %v to %v: the next swap would discard too", from, to)
			}
			if o.agrees() != 0 {
				t.Errorf("from %v to %v: %d are left", from, to, o.agrees())
			}
			if to == components.DriverManual {
				continue
			}
			o.emit().Burst(7)
			o.ticks(2, 1./60)
			if o.agrees() != 7 {
				t.Errorf("from %v to %v: %d of a burst of 7", from, to, o.agrees())
			}
		}
	}
}

// Swapping a thousand times leaks nothing, on the device or in the pool.
func TestAThousandSwapsLeakNothing(t *testing.T) {
	kinds := []components.DriverKind{components.DriverGPU, components.DriverCPU, components.DriverManual}
	o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 300}, fountain())
	o.ticks(3, 1./60)
	var before int
	for swap := range 1000 {
		o.drive(o.pool, components.Driver{Kind: kinds[(swap+swap/3)%3]})
		o.ticks(1, 1./60)
		if swap%100 == 10 {
			o.agrees()
		}
		if live := device.Live(); swap == 5 {
			before = live.Total()
		} else if swap > 5 && live.Total() != before {
			t.Fatalf("swap %d: %d objects on the device, before %d", swap, live.Total(), before)
		}
	}
	o.drive(o.pool, components.Driver{Kind: components.DriverGPU})
	o.ticks(120, 1./60)
	if o.agrees() < 200 {
		t.Errorf("%d alive after it all", o.agrees())
	}
}

// R114: without its driver a pool rests; with one again, of any kind, it goes on.
func TestRemovingTheDriverRestsThePool(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 500}, fountain())
		drivers := ark.NewMap[components.Driver](o.World)
		o.ticks(20, 1./60)
		alive := o.agrees()
		drivers.Remove(o.pool)
		o.ticks(20, 1./60)
		if o.agrees() != alive {
			t.Errorf("%d alive at rest, before %d", o.agrees(), alive)
		}
		drivers.Add(o.pool, &components.Driver{Kind: components.DriverCPU})
		o.ticks(1, 1./60)
		if got := o.agrees(); got < alive || got > alive+10 {
			t.Errorf("%d alive a step later, before %d", got, alive)
		}
	})
}

// The automatic driver is the CPU where the device is a software one, or the pool has a Force.
func TestAutomaticDriver(t *testing.T) {
	w := newWorldOn(t, components.DriverAuto, &systems.ParticlePlugin{})
	pool := w.addPool(components.Pool{MaxParticles: 10})
	forced := w.addPool(components.Pool{MaxParticles: 10})
	ark.NewMap[components.Force](w.World).Add(forced, &components.Force{Apply: func(*components.ForceChunk) {}})
	w.ticks(1, 1./60)
	want := components.DriverGPU
	if device.Software() {
		want = components.DriverCPU
	}
	if got := w.plugin.Driver(pool); got != want {
		t.Errorf("on %v it is %v, want %v", device.Adapter(), got, want)
	}
	if got := w.plugin.Driver(forced); got != components.DriverCPU {
		t.Errorf("with a Force it is %v, want DriverCPU", got)
	}
}

// A driver may change between two steps of one frame, and while a frame was skipped: no step is lost.
func TestSwapsBetweenTheStepsOfAFrame(t *testing.T) {
	o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 1000}, fountain())
	m := newModel(1000, fountain(), mgl32.Vec3{})
	step := func() {
		m.step(1. / 60)
		o.time.Delta = 1. / 60
		if err := o.schedule.Step(o.World); err != nil {
			t.Fatal(err)
		}
	}
	frame := func() {
		if err := o.schedule.Frame(o.World); err != nil {
			t.Fatal(err)
		}
	}
	for round := range 20 {
		step()
		step()
		o.drive(o.pool, components.Driver{Kind: components.DriverCPU})
		step()
		frame()
		if round%2 == 0 {
			o.graph.Reset() // a picture that is not shown
			step()
			frame()
		}
		if err := o.graph.Execute(); err != nil {
			t.Fatal(err)
		}
		o.drive(o.pool, components.Driver{Kind: components.DriverGPU})
		step()
		frame()
		if round%3 == 0 {
			o.graph.Reset()
			o.drive(o.pool, components.Driver{Kind: components.DriverCPU})
			step()
			o.drive(o.pool, components.Driver{Kind: components.DriverGPU})
			step()
			frame()
		}
		if err := o.graph.Execute(); err != nil {
			t.Fatal(err)
		}
	}
	got := o.read(o.pool)
	if diff := cmp.Diff(m.living(), got.Living); diff != "" {
		t.Fatalf("the living (-model +device):\n%s", diff)
	}
	for _, slot := range got.Living {
		sameBirth(t, m.births[slot], got, slot)
		for k := range 3 {
			if d := math.Abs(float64(got.PositionExpiry[slot][k]) - m.position[slot][k]); d > 1e-4 {
				t.Fatalf("slot %d is off by %g", slot, d)
			}
		}
	}
}

// The particles of a pool can be had on every driver, as they are seen.
func TestParticlesOfAPool(t *testing.T) {
	for _, kind := range []components.DriverKind{components.DriverGPU, components.DriverCPU, components.DriverManual} {
		e := components.Emitter{
			Life: components.Exactly(4), Speed: components.Exactly(2), Size: components.Exactly(1), SizeOverLife: components.Ramp{Start: 1, End: 0},
			PendingBurst: 3, AlphaScale: 0.5,
		}
		o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 10}, e)
		o.ticks(1, 0)
		for range 2 { // the last is not on the device yet
			o.time.Delta = 0.5
			if err := o.schedule.Step(o.World); err != nil {
				t.Fatal(err)
			}
		}
		o.drive(o.pool, components.Driver{Kind: kind})
		o.time.Delta = 0
		if err := o.schedule.Step(o.World); err != nil {
			t.Fatal(err)
		}
		particles, err := o.plugin.Particles(o.pool)
		if err != nil || len(particles) != 3 {
			t.Fatalf("%v: %d particles, %v", kind, len(particles), err)
		}
		want := components.Particle{
			Position: [3]float32{0, 2, 0}, Velocity: [3]float32{0, 2, 0}, Life: 3, MaxLife: 4, Size: 0.75,
			Color: [4]float32{1, 1, 1, 0.375}, UVRect: [4]float32{0, 0, 1, 1},
		}
		if diff := cmp.Diff(want, particles[1]); diff != "" {
			t.Errorf("%v: a particle (-want +got):\n%s", kind, diff)
		}
		if _, err := o.plugin.Particles(o.entity); !errors.Is(err, systems.ErrNoSuchPool) {
			t.Errorf("of an emitter: %v", err)
		}
	}
}
