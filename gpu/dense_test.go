package gpu_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/densesim"
	"github.com/gomotes/motes/gpu"
)

// R189 R201: the device's simulation is one by the contract.
var _ densesim.GpuSimulation = (*gpu.DenseSimulation)(nil)

// R201: method by method, so that a change of either side names what differs.
func TestTheDenseSimulationHasTheMethodsOfTheContract(t *testing.T) {
	contract, ours := reflect.TypeFor[densesim.GpuSimulation](), reflect.TypeFor[*gpu.DenseSimulation]()
	for i := range contract.NumMethod() {
		want := contract.Method(i)
		got, found := ours.MethodByName(want.Name)
		if !found {
			t.Errorf("%s is missing", want.Name)
			continue
		}
		in := []reflect.Type{ours}
		for k := range want.Type.NumIn() {
			in = append(in, want.Type.In(k))
		}
		var out []reflect.Type
		for k := range want.Type.NumOut() {
			out = append(out, want.Type.Out(k))
		}
		if signature := reflect.FuncOf(in, out, want.Type.IsVariadic()); got.Type != signature {
			t.Errorf("%s is a %v, want %v", want.Name, got.Type, signature)
		}
	}
}

// R202: the factory.
func dense(t *testing.T, capacity int) *gpu.DenseSimulation {
	t.Helper()
	s := must(gpu.NewDenseSimulation(device, gpu.DenseSimulationDesc{Label: "dense", Capacity: capacity}))(t)
	t.Cleanup(s.Release)
	return s
}

// denseModel is a dense simulation in float32 Go, call by call.
type denseModel struct {
	positions, velocities [][3]float32
}

func newDenseModel(capacity int) *denseModel {
	return &denseModel{make([][3]float32, capacity), make([][3]float32, capacity)}
}

func (m *denseModel) integrate(count int, dt float32, gravity [3]float32, drag float32) {
	damping := max(0, 1-float32(drag*dt))
	for slot := range count {
		for i, g := range gravity {
			m.velocities[slot][i] = (m.velocities[slot][i] + float32(g*dt)) * damping
			m.positions[slot][i] += float32(m.velocities[slot][i] * dt)
		}
	}
}

func (m *denseModel) move(from, to int) {
	m.positions[to], m.velocities[to] = m.positions[from], m.velocities[from]
}

func (m *denseModel) spawn(slot int, position, velocity [3]float32) {
	m.positions[slot], m.velocities[slot] = position, velocity
}

// same compares the first slots with the device's. Mesa's software device rounds like Go, each
// product and each sum; others may fuse them, and then differ in the last bits of a sum.
func same(t *testing.T, s *gpu.DenseSimulation, positions, velocities [][3]float32) {
	t.Helper()
	got := must(s.Read())(t)
	tolerance := 0.0
	if !software {
		tolerance = 1e-5
	}
	for slot := range positions {
		for i := range 3 {
			for _, pair := range [2][2]float32{{got.Positions[slot][i], positions[slot][i]}, {got.Velocities[slot][i], velocities[slot][i]}} {
				if d := math.Abs(float64(pair[0]) - float64(pair[1])); !(d <= tolerance*(1+math.Abs(float64(pair[1])))) {
					t.Fatalf("slot %d is at %v with %v; want %v with %v", slot,
						got.Positions[slot], got.Velocities[slot], positions[slot], velocities[slot])
				}
			}
		}
	}
}

func randomVector(r *rand.Rand, extent float32) [3]float32 {
	return [3]float32{extent * (2*r.Float32() - 1), extent * (2*r.Float32() - 1), extent * (2*r.Float32() - 1)}
}

// noError ends the test on an error.
func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// R191: v += g · dt, then p += v · dt, for the first slots alone, in many steps of a flush and many flushes.
func TestADenseSimulationIntegratesLikeFloat32Go(t *testing.T) {
	noLeak(t)
	const slots = 1000 // four workgroups, the last one not full
	s, want, r := dense(t, slots), newDenseModel(slots), rand.New(rand.NewPCG(5, 6))
	for slot := range slots {
		p, v := randomVector(r, 100), randomVector(r, 10)
		noError(t, s.WriteSpawn(slot, p, v))
		want.spawn(slot, p, v)
	}
	for n := range 60 {
		count, dt, gravity, drag := 1+r.IntN(slots), r.Float32()*0.1+1e-4, randomVector(r, 10), float32(r.IntN(3))
		noError(t, s.Integrate(count, dt, gravity, densesim.IntegrateExtras{Drag: drag}))
		want.integrate(count, dt, gravity, drag)
		if n%7 == 0 {
			noError(t, s.Flush())
		}
	}
	same(t, s, want.positions, want.velocities)
}

// R192: moves take effect one after the other, although the device carries them out at once.
func TestMovesOfADenseSimulationTakeEffectInOrder(t *testing.T) {
	const spawned = -1 // from: a new particle comes to the slot
	for _, c := range []struct {
		what  string
		moves [][2]int // from, to
	}{
		{"one", [][2]int{{5, 0}}},
		{"two to one slot", [][2]int{{5, 0}, {4, 0}}}, // of three that die at once
		{"on from where another came", [][2]int{{5, 0}, {0, 3}}},
		{"around a ring", [][2]int{{0, 5}, {1, 0}, {2, 1}, {5, 2}}},
		{"there and back", [][2]int{{0, 5}, {5, 0}}},
		{"a source that is overwritten afterwards", [][2]int{{4, 0}, {3, 4}, {2, 3}}},
		{"a new particle where one moved away", [][2]int{{5, 0}, {spawned, 5}}},
		{"a new particle that moves on", [][2]int{{spawned, 5}, {5, 1}, {1, 2}}},
		{"over a new particle", [][2]int{{spawned, 5}, {4, 5}}},
		{"a new particle over one that came", [][2]int{{4, 0}, {spawned, 0}, {3, 4}}},
	} {
		t.Run(c.what, func(t *testing.T) {
			noLeak(t)
			s, want := dense(t, 6), newDenseModel(6)
			for slot := range 6 {
				p, v := [3]float32{float32(slot), 1, 2}, [3]float32{3, float32(slot), 4}
				noError(t, s.WriteSpawn(slot, p, v))
				want.spawn(slot, p, v)
			}
			noError(t, s.Flush())
			for n, m := range c.moves {
				if m[0] == spawned {
					p, v := [3]float32{float32(100 + n)}, [3]float32{float32(200 + n)}
					noError(t, s.WriteSpawn(m[1], p, v))
					want.spawn(m[1], p, v)
					continue
				}
				noError(t, s.MoveSlot(m[0], m[1]))
				want.move(m[0], m[1])
			}
			same(t, s, want.positions, want.velocities)
		})
	}
}

// R191 R192 R193: any calls in any order, flushed now and then, on the own graph or on a frame's.
func TestAnyCallsOfADenseSimulationTakeEffectInOrder(t *testing.T) {
	noLeak(t)
	const slots = 700
	s, want, r := dense(t, slots), newDenseModel(slots), rand.New(rand.NewPCG(7, 8))
	frame := graph(t)
	for n := range 300 {
		switch kind := r.IntN(12); {
		case kind < 4:
			count, dt, gravity := 1+r.IntN(slots), r.Float32()*0.1+1e-4, randomVector(r, 10)
			noError(t, s.Integrate(count, dt, gravity, densesim.IntegrateExtras{}))
			want.integrate(count, dt, gravity, 0)
		case kind < 7:
			for range r.IntN(slots) {
				if from, to := r.IntN(slots), r.IntN(slots); from != to {
					noError(t, s.MoveSlot(from, to))
					want.move(from, to)
				}
			}
		case kind < 10:
			for range r.IntN(slots) {
				slot, p, v := r.IntN(slots), randomVector(r, 100), randomVector(r, 10)
				noError(t, s.WriteSpawn(slot, p, v))
				want.spawn(slot, p, v)
			}
		case kind < 11:
			noError(t, s.Flush())
		default:
			must(s.AddTo(frame))(t)
			noError(t, frame.Execute())
		}
		if n%50 == 49 {
			same(t, s, want.positions, want.velocities)
		}
	}
}

// R194 R198: an emitter on the device agrees with one that moves its particles itself.
func TestAnEmitterOnTheDeviceAgreesWithOneOnTheCPU(t *testing.T) {
	noLeak(t)
	config := densesim.Config{
		Label: "sparks", Seed: 11, Capacity: 900, Position: mgl32.Vec3{1, 2, 3},
		Rate: 2000, Bursts: []densesim.Burst{{At: 0.1, Count: 300, Every: 0.1}},
		Life: components.Between(0.05, 0.4), Speed: components.Between(1, 3),
		Velocity: components.VelocitySphere(), Gravity: mgl32.Vec3{0, -9.8, 0}, Drag: 0.2,
	}
	free, bound := must(densesim.New(config))(t), must(densesim.New(config))(t)
	s := dense(t, config.Capacity)
	noError(t, bound.Bind(s))
	for round := range 2 {
		for n := range 30 {
			noError(t, free.Step(1.0/60))
			noError(t, bound.Step(1.0/60))
			if n%4 == 3 || n == 29 { // steps gather between flushes
				same(t, s, free.Positions(), free.Velocities())
			}
		}
		if free.Live() < 100 || free.Dropped() == 0 || bound.Live() != free.Live() {
			t.Errorf("round %d: %d living on the CPU, %d on the device, %d dropped", round, free.Live(), bound.Live(), free.Dropped())
		}
		free.Reset() // R200
		bound.Reset()
	}
}

// R192 R193 R195: what breaks the contract is refused, and nothing is recorded.
func TestABadCallOfADenseSimulationIsRefused(t *testing.T) {
	noLeak(t)
	s := dense(t, 8)
	noError(t, s.WriteSpawn(3, [3]float32{1, 2, 3}, [3]float32{}))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	none, down := densesim.IntegrateExtras{}, [3]float32{0, -9.8, 0}
	for _, c := range []struct {
		what string
		err  error
		word string
	}{
		{"no slots", s.Integrate(0, 0.1, down, none), "count is 0; it must be between 1 and 8"},
		{"more than all slots", s.Integrate(9, 0.1, down, none), "count is 9"},
		{"no time", s.Integrate(8, 0, down, none), "dt is 0"},
		{"time of NaN", s.Integrate(8, nan, down, none), "dt is NaN"},
		{"endless time", s.Integrate(8, inf, down, none), "dt is +Inf"},
		{"gravity of NaN", s.Integrate(8, 0.1, [3]float32{nan}, none), "gravity is"},
		{"drag below 0", s.Integrate(8, 0.1, down, densesim.IntegrateExtras{Drag: -1}), "Drag is -1"},
		{"a move to itself", s.MoveSlot(3, 3), "from is 3 and to 3"},
		{"a move from nowhere", s.MoveSlot(8, 3), "two slots below 8"},
		{"a move to nowhere", s.MoveSlot(3, -1), "to -1"},
		{"a birth nowhere", s.WriteSpawn(8, down, down), "index is 8"},
		{"a birth at NaN", s.WriteSpawn(0, [3]float32{0, nan}, down), "both must be finite"},
		{"an endless speed", s.WriteSpawn(0, down, [3]float32{inf}), "both must be finite"},
	} {
		t.Run(c.what, func(t *testing.T) { refused(t, c.err, gpu.ErrRange, `dense simulation "dense"`, c.word) })
	}
	want := newDenseModel(8)
	want.spawn(3, [3]float32{1, 2, 3}, [3]float32{})
	same(t, s, want.positions, want.velocities)
}

// R202: the factory refuses what the device cannot hold; everything is released.
func TestADenseSimulationThatCannotBeMadeIsRefused(t *testing.T) {
	noLeak(t)
	for _, capacity := range []int{0, -1, gpu.MaxParticles(device) + 1} {
		s, err := gpu.NewDenseSimulation(device, gpu.DenseSimulationDesc{Label: "dense", Capacity: capacity})
		if s != nil {
			t.Error("a simulation came with the error")
		}
		refused(t, err, gpu.ErrLimit, `dense simulation "dense"`, "Capacity is", "this device holds 1 to")
	}
	_, err := gpu.NewDenseSimulation(nil, gpu.DenseSimulationDesc{Label: "dense", Capacity: 1})
	refused(t, err, gpu.ErrUsage, "nil")

	s := dense(t, 8)
	if !s.IsGpuSimulation() || s.Capacity() != 8 || s.Label() != "dense" { // R189
		t.Error("it lacks the brand, or is another")
	}
	s.Release()
	s.Release() // once more does nothing
	refused(t, s.MoveSlot(1, 0), gpu.ErrUseAfterRelease, "released")
	refused(t, s.Flush(), gpu.ErrUseAfterRelease, "released")
	_, err = s.AddTo(graph(t))
	refused(t, err, gpu.ErrUseAfterRelease, "released")
}
