package densesim_test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/densesim"
	"github.com/gomotes/motes/internal/sim"
)

// sparks is an emitter with births and deaths in every step.
func sparks() densesim.Config {
	return densesim.Config{
		Label: "sparks", Seed: 11, Capacity: 64,
		Position: mgl32.Vec3{1, 2, 3},
		Rate:     200, Bursts: []densesim.Burst{{At: 0.1, Count: 20, Every: 0.2}},
		Life: components.Between(0.05, 0.4), Speed: components.Between(1, 3),
		Velocity: components.VelocitySphere(), Gravity: mgl32.Vec3{0, -9.8, 0},
	}
}

// born is what a step wrote into a slot.
type born struct {
	slot               int
	position, velocity [3]float32
	life               float32
}

// stream steps an emitter and collects its births; of an unbound one from its own memory.
func stream(t *testing.T, e *densesim.Emitter, calls *recorder, steps int) (births []born) {
	t.Helper()
	for range steps {
		before := e.Born()
		step(t, e, 1.0/60)
		first := e.Live() - int(e.Born()-before)
		if calls == nil {
			for slot := first; slot < e.Live(); slot++ {
				births = append(births, born{slot, e.Positions()[slot], e.Velocities()[slot], e.Life(slot)})
			}
			continue
		}
		for _, c := range calls.take() {
			if c.name == "spawn" {
				births = append(births, born{c.a, c.vectors[0], c.vectors[1], e.Life(c.a)})
			}
		}
	}
	return births
}

// R198: the births of a bound emitter are those of an unbound one with the same seed, bit by bit.
func TestBindingLeavesTheBirthsAlone(t *testing.T) {
	free := emitter(t, sparks())
	e, calls := bound(t, sparks())
	if free.Bound() || !e.Bound() {
		t.Error("Bound is wrong")
	}
	want, got := stream(t, free, nil, 30), stream(t, e, calls, 30)
	if len(want) < 100 || !reflect.DeepEqual(got, want) {
		t.Errorf("births differ: %d unbound, %d bound", len(want), len(got))
	}
	if e.Positions() != nil || e.Velocities() != nil {
		t.Error("a bound emitter claims to know positions")
	}
	for slot := range free.Live() {
		if e.Age(slot) != free.Age(slot) || e.Size(slot) != free.Size(slot) || e.Color(slot) != free.Color(slot) {
			t.Errorf("slot %d looks different when bound", slot)
		}
	}
}

// R190: a simulation that does not fit is refused with a sentence, and the emitter goes on as it was.
func TestASimulationThatDoesNotFitIsRefused(t *testing.T) {
	var none *recorder
	for _, c := range []struct {
		what       string
		simulation densesim.GpuSimulation
		word       string
	}{
		{"nil", nil, "is nil"},
		{"a nil pointer", none, "is nil"},
		{"no brand", &recorder{capacity: 64, fake: true}, "the brand"},
		{"too small", &recorder{capacity: 63}, "is 63; it must be the emitter's, 64"},
		{"too large", &recorder{capacity: 65}, "is 65; it must be the emitter's, 64"},
	} {
		t.Run(c.what, func(t *testing.T) {
			e := emitter(t, sparks())
			err := e.Bind(c.simulation)
			if field := (*components.FieldError)(nil); !errors.As(err, &field) || !strings.Contains(err.Error(), c.word) ||
				!strings.HasPrefix(err.Error(), `emitter "sparks": `) {
				t.Errorf("error %v; want one that names the emitter and says %q", err, c.word)
			}
			if e.Bound() {
				t.Error("it is bound")
			}
			step(t, e, 0.1)
		})
	}
}

func TestOnlyAnEmptyEmitterIsBound(t *testing.T) {
	e, fits := emitter(t, sparks()), &recorder{capacity: 64}
	step(t, e, 0.1)
	if err := e.Bind(fits); err == nil || !strings.Contains(err.Error(), "living particles is 40") || e.Bound() {
		t.Errorf("an emitter with %d living: %v", e.Live(), err)
	}
	e.Reset()
	if err := e.Bind(fits); err != nil {
		t.Error(err)
	}
}

// R200: Reset calls nothing, and the same births follow.
func TestResetStartsTheSameBirthsAgain(t *testing.T) {
	e, calls := bound(t, sparks())
	first := stream(t, e, calls, 30)
	e.Reset()
	if made := calls.take(); len(made) != 0 {
		t.Errorf("Reset calls %+v", made)
	}
	if e.Live() != 0 || e.Born() != 0 || e.Dropped() != 0 {
		t.Errorf("%d living, %d born, %d dropped after Reset", e.Live(), e.Born(), e.Dropped())
	}
	if again := stream(t, e, calls, 30); !reflect.DeepEqual(again, first) {
		t.Error("other births follow")
	}
}

// R196: a birth without room is counted, and draws nothing: the next one gets its numbers.
func TestADroppedBirthDrawsNothing(t *testing.T) {
	config := sparks()
	config.Capacity = 5
	e, calls := bound(t, config)
	births := stream(t, e, calls, 60)
	launches := sim.NewLaunches(config.Seed, &components.Emitter{Life: config.Life, Speed: config.Speed, Velocity: config.Velocity})
	for i, b := range births {
		if life, velocity := launches.At(uint64(i)); b.velocity != [3]float32(velocity) || b.life != life {
			t.Fatalf("birth %d has %v for %v s, want %v for %v s", i, b.velocity, b.life, velocity, life)
		}
	}
	// 200 a second for a second, and 20 at 0.1, 0.3, 0.5, 0.7 and 0.9 s.
	if asked := e.Born() + e.Dropped(); asked != 300 || len(births) < 10 || e.Dropped() < 100 {
		t.Errorf("%d born and %d dropped, %d in all; want 300", e.Born(), e.Dropped(), asked)
	}
}

// R191: v += g · dt, then p += v · dt, then drag as the plugin has it, each in float32.
func TestAnUnboundEmitterIntegratesInSemiImplicitSteps(t *testing.T) {
	const dt = float32(0.1)
	e := emitter(t, densesim.Config{
		Capacity: 1, Bursts: []densesim.Burst{{Count: 1}}, Position: mgl32.Vec3{1, 0, 0},
		Speed: components.Exactly(3), Gravity: mgl32.Vec3{0, -10, 2}, Drag: 0.5, Life: components.Exactly(9),
	})
	step(t, e, 0)
	p, v := [3]float32{1, 0, 0}, [3]float32{0, 3, 0}
	for range 7 {
		step(t, e, dt)
		for i, g := range [3]float32{0, -10, 2} {
			v[i] = (v[i] + float32(g*dt)) * (1 - float32(0.5*dt))
			p[i] += float32(v[i] * dt)
		}
	}
	if e.Positions()[0] != p || e.Velocities()[0] != v {
		t.Errorf("at %v with %v, want %v with %v", e.Positions()[0], e.Velocities()[0], p, v)
	}
}

// R196: ages add up exactly, and a particle dies in the step in which its age reaches its life.
func TestAgesAreExact(t *testing.T) {
	const dt = float32(0.015625) // 1/64
	e := emitter(t, densesim.Config{Capacity: 1, Bursts: []densesim.Burst{{At: 40_000, Count: 1}}, Life: components.Exactly(100)})
	for range 4 {
		step(t, e, 10_000)
	}
	for n := range 6399 {
		step(t, e, dt)
		if want := float32(n+1) * dt; e.Age(0) != want {
			t.Fatalf("age %v after %d steps, want %v", e.Age(0), n+1, want)
		}
	}
	if e.Live() != 1 {
		t.Fatal("it died early")
	}
	step(t, e, dt)
	if e.Live() != 0 || e.Age(0) != 0 || e.Life(0) != 0 {
		t.Error("it lives beyond its life")
	}
}

// R196: size and colour are functions of age.
func TestSizeAndColourFollowFromAge(t *testing.T) {
	e := emitter(t, densesim.Config{
		Capacity: 2, Bursts: []densesim.Burst{{Count: 1}}, Life: components.Exactly(4),
		Size:  densesim.SizeRamp{Birth: 2, Death: 6},
		Color: densesim.ColorRamp{Birth: [4]float32{1, 0, 0, 1}, Death: [4]float32{0, 0, 8, 0}},
	})
	step(t, e, 0)
	for n, want := range []struct {
		size  float32
		color [4]float32
	}{{2, [4]float32{1, 0, 0, 1}}, {3, [4]float32{0.75, 0, 2, 0.75}}, {4, [4]float32{0.5, 0, 4, 0.5}}} {
		if e.Size(0) != want.size || e.Color(0) != want.color {
			t.Errorf("after %d s size %v and colour %v, want %+v", n, e.Size(0), e.Color(0), want)
		}
		step(t, e, 1)
	}
	for _, slot := range []int{-1, 1, 2} {
		if e.Size(slot) != 0 || e.Color(slot) != ([4]float32{}) || e.Age(slot) != 0 || e.Life(slot) != 0 {
			t.Errorf("slot %d, without a particle, shows something", slot)
		}
	}
	plain := emitter(t, densesim.Config{Capacity: 1, Bursts: []densesim.Burst{{Count: 1}}})
	step(t, plain, 0)
	if plain.Size(0) != 0.1 || plain.Color(0) != ([4]float32{1, 1, 1, 1}) || plain.Life(0) != 1 {
		t.Error("the defaults are wrong")
	}
}

// R196: rate and bursts, whatever the step.
func TestBirthsFollowRateAndSchedule(t *testing.T) {
	for _, c := range []struct {
		what   string
		rate   float32
		bursts []densesim.Burst
		steps  []float32
		want   []uint64 // births so far
	}{
		{"a rate adds up over short steps", 4, nil, []float32{0.125, 0.125, 0.125, 0.125, 1}, []uint64{0, 1, 1, 2, 6}},
		{"a burst at 0 comes with the first step, even of no time", 0, []densesim.Burst{{Count: 3}}, []float32{0, 1}, []uint64{3, 3}},
		{"a burst comes when its time is reached, once", 0, []densesim.Burst{{At: 1, Count: 3}}, []float32{0.5, 0.5, 5}, []uint64{0, 3, 3}},
		{"a burst repeats, and a long step makes up for all", 0, []densesim.Burst{{At: 1, Count: 2, Every: 0.5}}, []float32{1, 0.5, 0.25, 1.25}, []uint64{2, 4, 4, 10}},
		{"bursts and rate add up", 1, []densesim.Burst{{At: 1, Count: 2}, {At: 2, Count: 5}}, []float32{1, 1}, []uint64{3, 9}},
		{"no time, no births", 100, nil, []float32{0, 0}, []uint64{0, 0}},
	} {
		t.Run(c.what, func(t *testing.T) {
			e := emitter(t, densesim.Config{Capacity: 100, Rate: c.rate, Bursts: c.bursts, Life: components.Exactly(100)})
			for i, dt := range c.steps {
				step(t, e, dt)
				if e.Born() != c.want[i] {
					t.Errorf("%d born after step %d, want %d", e.Born(), i, c.want[i])
				}
			}
		})
	}
}

func TestABadStepChangesNothing(t *testing.T) {
	e, calls := bound(t, sparks())
	step(t, e, 0.1)
	calls.take()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, dt := range []float32{-0.1, nan, inf, densesim.MaxStep * 1.01} {
		if field := (*components.FieldError)(nil); !errors.As(e.Step(dt), &field) || field.Field != "dt" {
			t.Errorf("a step of %v: %v", dt, e.Step(dt))
		}
	}
	if made := calls.take(); len(made) != 0 || e.Live() != 40 {
		t.Errorf("%d living, calls %+v", e.Live(), made)
	}
}

// An error of the device is returned until Reset, as nobody knows what the device has done.
func TestAfterAnErrorOfTheDeviceTheEmitterRestsUntilReset(t *testing.T) {
	for _, c := range []struct {
		what   string
		failAt int
	}{{"of a spawn", 3}, {"of an integration", 21}, {"of a move", 22}} {
		t.Run(c.what, func(t *testing.T) {
			e := emitter(t, densesim.Config{Label: "sparks", Capacity: 20, Bursts: []densesim.Burst{{Count: 20, Every: 0.5}}, Life: components.Exactly(1)})
			r := &recorder{capacity: 20, failAt: c.failAt}
			if err := e.Bind(r); err != nil {
				t.Fatal(err)
			}
			var err error
			for n := 0; n < 2 && err == nil; n++ {
				err = e.Step(float32(n))
			}
			if !errors.Is(err, errLost) || !strings.HasPrefix(err.Error(), `emitter "sparks": `) {
				t.Errorf("error %v", err)
			}
			made := len(r.calls)
			if made != c.failAt {
				t.Errorf("%d calls after the one that failed", made-c.failAt)
			}
			if err := e.Step(0.1); !errors.Is(err, errLost) || len(r.calls) != made {
				t.Errorf("it goes on: %v", err)
			}
			e.Reset()
			step(t, e, 0)
		})
	}
}

func TestABadConfigIsRefused(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		what  string
		spoil func(*densesim.Config)
		field string
	}{
		{"no capacity", func(c *densesim.Config) { c.Capacity = 0 }, "Capacity is 0; it must be between 1 and 8 388 608"},
		{"too much capacity", func(c *densesim.Config) { c.Capacity = 8_388_609 }, "Capacity is 8388609"},
		{"a rate below 0", func(c *densesim.Config) { c.Rate = -1 }, "Rate is -1"},
		{"a life of NaN", func(c *densesim.Config) { c.Life.Max = nan }, "Life.Max is NaN"},
		{"a position of NaN", func(c *densesim.Config) { c.Position[1] = nan }, "Position[1] is NaN"},
		{"a burst before the start", func(c *densesim.Config) { c.Bursts[0].At = -1 }, "Bursts[0].At is -1"},
		{"a burst of none", func(c *densesim.Config) { c.Bursts[0].Count = 0 }, "Bursts[0].Count is 0"},
		{"a burst without pause", func(c *densesim.Config) { c.Bursts[0].Every = 1e-4 }, "Bursts[0].Every is 0.0001"},
		{"a size below 0", func(c *densesim.Config) { c.Size.Death = -1 }, "Size.Death is -1"},
		{"a colour of NaN", func(c *densesim.Config) { c.Color.Birth[2] = nan }, "Color.Birth[2] is NaN"},
		{"more than opaque", func(c *densesim.Config) { c.Color.Death[3] = 1.5 }, "Color.Death[3] is 1.5"},
	} {
		t.Run(c.what, func(t *testing.T) {
			config := sparks()
			c.spoil(&config)
			e, err := densesim.New(config)
			field := (*components.FieldError)(nil)
			if e != nil || !errors.As(err, &field) || !strings.Contains(err.Error(), `emitter "sparks": `+c.field) {
				t.Errorf("error %v; want %q", err, c.field)
			}
		})
	}
}

// The steady state allocates nothing, bound or not.
func TestAStepAllocatesNothing(t *testing.T) {
	e := emitter(t, sparks())
	stream(t, e, nil, 60)
	if n := testing.AllocsPerRun(100, func() { step(t, e, 1.0/60) }); n != 0 {
		t.Errorf("%v allocations in a step", n)
	}
}
