package systems_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
	"github.com/gomotes/motes/systems"
)

// fountain uses every field that is drawn at birth.
func fountain() components.Emitter {
	return components.Emitter{
		Label: "fountain", Seed: 11, Rate: 600, Drag: 0.3,
		Gravity: mgl32.Vec3{0.5, -9.8, 0}, Direction: mgl32.Vec3{0.2, 1, 0},
		Shape: components.SpawnSphere(0.5), Velocity: components.VelocityCone(30),
		Speed: components.Between(2, 6), Life: components.Between(0.4, 1.5),
		Size: components.Between(0.1, 0.3), SizeGrowth: 0.2,
		Angle: components.Between(0, 3), AngularVelocity: components.PlusMinus(4),
		Color:      components.ColorRange{Min: mgl32.Vec3{0.1, 0.2, 0.3}, Max: mgl32.Vec3{0.9, 0.8, 0.7}},
		AlphaScale: 0.75,
		UVRects:    [8][4]float32{{0, 0, 0.5, 1}, {0.5, 0, 0.5, 1}}, UVRectsCount: 2,
	}
}

// mixedSteps are lengths of steps as a game has them: even, uneven, none, a hitch.
func mixedSteps(n int) []float32 {
	pattern := []float32{1. / 60, 1. / 144, 1. / 30, 0.0031, 0, 1. / 60, 0.1, 1. / 60}
	steps := make([]float32, n)
	for i := range steps {
		steps[i] = pattern[i%len(pattern)]
	}
	return steps
}

// model is a pool simulated beside the plugin: the same births, moved in float64.
type model struct {
	sim                *sim.Pool
	row                int
	config             components.Emitter
	path               sim.Path
	position, velocity map[uint32][3]float64
	travelled          map[uint32]float64
	expiry             map[uint32]float32
	births             map[uint32]sim.Birth
}

func newModel(capacity int, e components.Emitter, at mgl32.Vec3) *model {
	m := &model{
		sim: sim.NewPool(capacity), config: e,
		path:     sim.At(&components.Transform{Position: at}),
		position: map[uint32][3]float64{}, velocity: map[uint32][3]float64{},
		travelled: map[uint32]float64{}, expiry: map[uint32]float32{}, births: map[uint32]sim.Birth{},
	}
	m.row = m.sim.AddEmitter(e.Seed, sim.NewRecipe(&e))
	return m
}

func (m *model) step(dt float32) {
	m.sim.Step(dt)
	row := m.sim.Rows()[m.row]
	for slot, v := range m.velocity {
		if m.expiry[slot] <= row.Clock {
			delete(m.velocity, slot)
			delete(m.births, slot)
			continue
		}
		p := m.position[slot]
		length := 0.
		for i := range 3 {
			v[i] = (v[i] + float64(m.config.Gravity[i])*float64(dt)) * max(0, 1-float64(m.config.Drag)*float64(dt))
			p[i] += v[i] * float64(dt)
			length += v[i] * v[i]
		}
		m.position[slot], m.velocity[slot] = p, v
		m.travelled[slot] += math.Sqrt(length) * float64(dt)
	}
	m.sim.Emit(m.row, &m.path, true)
	for _, b := range m.sim.Births() {
		for i := range 3 {
			p, v := m.position[b.Slot], m.velocity[b.Slot]
			p[i], v[i] = float64(b.Position[i]), float64(b.Velocity[i])
			m.position[b.Slot], m.velocity[b.Slot] = p, v
		}
		m.travelled[b.Slot], m.expiry[b.Slot], m.births[b.Slot] = 0, b.Expiry, b
	}
}

// living are the model's slots in ascending order.
func (m *model) living() []uint32 {
	var slots []uint32
	for slot := range m.velocity {
		slots = append(slots, slot)
	}
	slices.Sort(slots)
	return slots
}

// R14, R38, R101, C26, C34: over 300 steps of mixed length the device holds exactly the
// particles that the CPU says, lists them in slot order, keeps what was drawn at birth bit
// for bit, and moves them as a float64 model does.
func TestDeviceAgreesWithAFloat64ModelOver300MixedSteps(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{Label: "fountain", MaxParticles: 1000})
		at := mgl32.Vec3{1, 2, 3}
		w.addEmitter(fountain(), components.Transform{Position: at}, pool)
		m := newModel(1000, fountain(), at)

		var worst float64
		for i, dt := range mixedSteps(300) {
			m.step(dt)
			w.ticks(1, dt)
			if i%25 != 24 {
				continue
			}
			got := w.read(pool)
			if diff := cmp.Diff(m.living(), got.Living); diff != "" {
				t.Fatalf("step %d: the living (-model +device):\n%s", i, diff)
			}
			if got.Args != [4]uint32{4, uint32(w.plugin.Alive(pool)), 0, 0} {
				t.Fatalf("step %d: draw arguments are %v with %d alive", i, got.Args, w.plugin.Alive(pool))
			}
			for _, slot := range got.Living {
				sameBirth(t, m.births[slot], got, slot)
				off := 0.
				for k := range 3 {
					d := float64(got.PositionExpiry[slot][k]) - m.position[slot][k]
					off += d * d
				}
				if m.travelled[slot] > 0.01 {
					worst = max(worst, math.Sqrt(off)/m.travelled[slot])
				}
			}
		}
		t.Logf("largest position error: %.2g of the distance travelled", worst)
		if worst > 1e-4 {
			t.Errorf("the largest position error is %.3g of the distance travelled, more than 1e-4", worst)
		}
		if w.plugin.Stats().Dropped != m.sim.Counters().Dropped {
			t.Errorf("dropped %d, the model %d", w.plugin.Stats().Dropped, m.sim.Counters().Dropped)
		}
	})
}

// sameBirth requires everything that no step changes to be as the CPU drew it.
func sameBirth(t *testing.T, want sim.Birth, got *gpu.ParticleSnapshot, slot uint32) {
	t.Helper()
	spin := [4]float32{want.Size, want.SizeGrowth, want.Angle, want.AngularVelocity}
	if got.SizeSpin[slot] != spin || got.Color[slot] != want.Color || got.UVRect[slot] != want.UVRect ||
		got.PositionExpiry[slot][3] != want.Expiry || got.VelocityMaxLife[slot][3] != want.MaxLife {
		t.Fatalf("slot %d: the device holds %v %v %v, expiry %v, life %v; born as %+v", slot,
			got.SizeSpin[slot], got.Color[slot], got.UVRect[slot],
			got.PositionExpiry[slot][3], got.VelocityMaxLife[slot][3], want)
	}
}

// R198, C15: the same seed gives the same particles bit for bit, another seed others, and
// two emitters without one differ.
func TestSameSeedGivesTheSameParticles(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		run := func(pluginSeed, seed uint64) *gpu.ParticleSnapshot {
			w := newWorldOn(t, kind, &systems.ParticlePlugin{Seed: pluginSeed})
			pool := w.addPool(components.Pool{MaxParticles: 500})
			e := fountain()
			e.Seed = seed
			w.addEmitter(e, components.Transform{}, pool)
			w.ticks(40, 1./60)
			return w.read(pool)
		}
		if diff := cmp.Diff(run(1, 0), run(1, 0)); diff != "" {
			t.Errorf("two runs with one seed differ:\n%s", diff)
		}
		if diff := cmp.Diff(run(1, 9), run(2, 9)); diff != "" {
			t.Errorf("an explicit seed depends on the plugin's:\n%s", diff)
		}
		if cmp.Equal(run(1, 0).PositionExpiry, run(2, 0).PositionExpiry) {
			t.Error("two plugin seeds give the same particles")
		}
	})
}

// C15: two emitters without a seed do not look alike.
func TestEmittersWithoutSeedDiffer(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pools := []components.Pool{{MaxParticles: 100}, {MaxParticles: 100}}
		var got []*gpu.ParticleSnapshot
		e := fountain()
		e.Seed = 0
		for _, p := range pools {
			pool := w.addPool(p)
			w.addEmitter(e, components.Transform{}, pool)
			w.ticks(3, 1./60)
			got = append(got, w.read(pool))
		}
		if cmp.Equal(got[0].Color, got[1].Color) {
			t.Error("both emitters drew the same colours")
		}
	})
}

// C15: seeds follow the order of the entities, not that in which the world keeps them.
func TestSeedsDoNotDependOnTheOrderOfTheQuery(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		run := func(moved bool) *gpu.ParticleSnapshot {
			w := newWorldOn(t, kind, &systems.ParticlePlugin{})
			e := fountain()
			e.Seed = 0
			var pools, emitters [2]ark.Entity
			for i := range pools {
				pools[i] = w.addPool(components.Pool{MaxParticles: 100})
			}
			for i := range emitters {
				emitters[i] = w.addEmitter(e, components.Transform{}, pools[i])
			}
			if moved { // another set of components: the world visits it later
				type extra struct{}
				ark.NewMap[extra](w.World).Add(emitters[0], &extra{})
			}
			w.ticks(5, 1./60)
			return w.read(pools[0])
		}
		if diff := cmp.Diff(run(false), run(true)); diff != "" {
			t.Errorf("another component changes the particles:\n%s", diff)
		}
	})
}

// C10: with no time passing, two frames hold the same, in the same order; and the order is
// that of the slots, through births and deaths.
func TestOrderOfDrawingIsStable(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 3000, Blending: components.Alpha})
		e := fountain()
		e.Rate = 4000
		w.addEmitter(e, components.Transform{}, pool)
		w.ticks(70, 1./60)
		before := w.read(pool)
		if len(before.Living) < 2000 {
			t.Fatalf("only %d alive", len(before.Living))
		}
		if !slices.IsSorted(before.Living) {
			t.Error("the index is not in the order of slots")
		}
		w.ticks(2, 0)
		if diff := cmp.Diff(before, w.read(pool)); diff != "" {
			t.Errorf("a step of no length changed:\n%s", diff)
		}
	})
}

// C8: the very first burst of a program is there in full in its first frame.
func TestFirstBurstIsCompleteInFrameOne(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 70_000})
		e := components.Emitter{Life: components.Exactly(2), Speed: components.Exactly(1)}
		e.Burst(70_000) // more than one block of the compaction
		w.addEmitter(e, components.Transform{}, pool)
		w.ticks(1, 1./60)
		got := w.read(pool)
		if len(got.Living) != 70_000 || w.plugin.Alive(pool) != 70_000 {
			t.Errorf("%d on the device, %d on the CPU, want 70 000", len(got.Living), w.plugin.Alive(pool))
		}
		for i, slot := range got.Living {
			if slot != uint32(i) {
				t.Fatalf("place %d of the index holds slot %d", i, slot)
			}
		}
		w.ticks(1, 1./60)
		if again := w.read(pool); len(again.Living) != 70_000 {
			t.Errorf("%d alive in the second frame: a burst is fired once", len(again.Living))
		}
	})
}

// R34: several steps in one frame are all taken, each with its own length and births.
func TestStepsBetweenTwoFramesAreAllTaken(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 1000})
		w.addEmitter(fountain(), components.Transform{}, pool)
		m := newModel(1000, fountain(), mgl32.Vec3{})
		for range 12 {
			for _, dt := range []float32{1. / 60, 1. / 90, 1. / 30} {
				m.step(dt)
				w.time.Delta = dt
				if err := w.schedule.Step(w.World); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.schedule.Frame(w.World); err != nil {
				t.Fatal(err)
			}
			if err := w.graph.Execute(); err != nil {
				t.Fatal(err)
			}
		}
		got := w.read(pool)
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
	})
}

// The clock is rebased every 256 seconds; neither births nor deaths may notice.
func TestParticlesLiveThroughARebaseOfTheClock(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 1000})
		e := fountain()
		e.Life = components.Between(5, 20)
		e.Rate = 20
		w.addEmitter(e, components.Transform{}, pool)
		for i := range 1100 { // 275 seconds
			w.ticks(1, 0.25)
			if i < 1015 || i > 1035 {
				continue
			}
			if got := w.read(pool); int(got.Args[1]) != w.plugin.Alive(pool) {
				t.Fatalf("step %d: %d on the device, %d on the CPU", i, got.Args[1], w.plugin.Alive(pool))
			}
		}
		if got := w.read(pool); len(got.Living) < 100 || len(got.Living) != w.plugin.Alive(pool) {
			t.Errorf("%d on the device, %d on the CPU", len(got.Living), w.plugin.Alive(pool))
		}
	})
}

// R15: at the very instant of its expiry a particle is dead, on the CPU and on the device.
func TestExpiryAtTheVeryInstant(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 10})
		e := components.Emitter{Life: components.Exactly(0.5)} // sums of quarters are exact
		e.Burst(3)
		w.addEmitter(e, components.Transform{}, pool)
		for tick, want := range []int{3, 3, 0, 0} {
			w.ticks(1, 0.25)
			if got := w.read(pool); w.plugin.Alive(pool) != want || int(got.Args[1]) != want {
				t.Errorf("tick %d: %d on the CPU, %d on the device, want %d", tick, w.plugin.Alive(pool), got.Args[1], want)
			}
		}
	})
}

// A frame whose graph is reset, as by a host that skips a picture, loses no step: the next
// one makes up for it. A second frame on the same graph is refused, and loses none either.
func TestSkippedFramesLoseNoSteps(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		pool := w.addPool(components.Pool{MaxParticles: 1000})
		w.addEmitter(fountain(), components.Transform{}, pool)
		m := newModel(1000, fountain(), mgl32.Vec3{})
		step := func() {
			m.step(1. / 60)
			w.time.Delta = 1. / 60
			if err := w.schedule.Step(w.World); err != nil {
				t.Fatal(err)
			}
		}
		for range 30 {
			step()
			if err := w.schedule.Frame(w.World); err != nil {
				t.Fatal(err)
			}
			w.graph.Reset()

			step()
			if err := w.schedule.Frame(w.World); err != nil {
				t.Fatal(err)
			}
			step()
			if err := w.schedule.Frame(w.World); !errors.Is(err, systems.ErrFramePending) {
				t.Fatalf("a second frame on one graph: %v", err)
			}
			if err := w.graph.Execute(); err != nil {
				t.Fatal(err)
			}
		}
		w.ticks(1, 0)
		m.step(0)
		got := w.read(pool)
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
	})
}
