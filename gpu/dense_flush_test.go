package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/densesim"
	"github.com/gomotes/motes/gpu"
)

// One submit for a flush, however many died in it.
func TestAFlushIsOneUploadAndOnePass(t *testing.T) {
	noLeak(t)
	s, g := dense(t, 100), graph(t)
	for slot := range 100 {
		noError(t, s.WriteSpawn(slot, [3]float32{}, [3]float32{}))
	}
	for n := range 20 {
		noError(t, s.Integrate(100-n, 0.1, [3]float32{}, densesim.IntegrateExtras{}))
		noError(t, s.MoveSlot(99-n, n))
	}
	if added := must(s.AddTo(g))(t); !added {
		t.Fatal("nothing is added")
	}
	noError(t, g.Execute())
	if stats := g.Stats(); stats.ComputePasses != 1 || stats.Uploads != 1 || stats.Nodes != 1 {
		t.Errorf("twenty steps come to %+v", stats)
	}
	if added := must(s.AddTo(g))(t); added {
		t.Error("they are added again")
	}
	noError(t, s.Flush())
}

// Steps of a frame that was reset are not lost, and none is taken twice.
func TestStepsOfAFrameThatWasNotShownAreMadeUpFor(t *testing.T) {
	noLeak(t)
	s, want, g := dense(t, 4), newDenseModel(4), graph(t)
	spawn := func(slot int) {
		p, v := [3]float32{float32(slot)}, [3]float32{0, 1, 0}
		noError(t, s.WriteSpawn(slot, p, v))
		want.spawn(slot, p, v)
	}
	dt := float32(0.5)
	step := func() {
		dt *= 2 // no two steps alike
		noError(t, s.Integrate(4, dt, [3]float32{0, -2, 0}, densesim.IntegrateExtras{}))
		want.integrate(4, dt, [3]float32{0, -2, 0}, 0)
	}
	spawn(0)
	step()
	must(s.AddTo(g))(t)
	g.Reset()
	spawn(1)
	step()
	must(s.AddTo(g))(t)
	noError(t, g.Execute())
	same(t, s, want.positions, want.velocities)

	step()
	must(s.AddTo(g))(t)
	noError(t, s.Flush()) // before the frame, which then has nothing left to do
	noError(t, g.Execute())
	same(t, s, want.positions, want.velocities)
}

// A steady flush costs what the binding allocates, however many particles it moves.
func TestAFlushAllocatesNoMoreWithMoreParticles(t *testing.T) {
	noLeak(t)
	s := dense(t, 512)
	flush := func(moves int) func() {
		return func() {
			noError(t, s.Integrate(512, 0.1, [3]float32{}, densesim.IntegrateExtras{}))
			for n := range moves {
				noError(t, s.MoveSlot(511-n, n))
				noError(t, s.WriteSpawn(511-n, [3]float32{1}, [3]float32{}))
			}
			noError(t, s.Flush())
		}
	}
	for range 100 { // the binding's handles allocate more from the 256th on
		flush(250)()
	}
	one, many := testing.AllocsPerRun(20, flush(1)), testing.AllocsPerRun(20, flush(250))
	if many > one {
		t.Errorf("a flush of 1 move costs %v allocations, one of 250 costs %v", one, many)
	}
	t.Logf("the binding allocates %v times in a flush", one)
}

// On a device that takes little in a binding and a buffer, births are split, and a recording that grows too long says so.
func TestADenseSimulationKeepsToTheLimitsOfAWeakDevice(t *testing.T) {
	weak := must(gpu.Open(gpu.Config{Label: "weak", Software: software,
		Limits: gpu.LimitRequest{MaxStorageBindingSize: 4096, MaxBufferSize: 65536}}))(t)
	defer func() { noError(t, weak.Close()) }()
	s := must(gpu.NewDenseSimulation(weak, gpu.DenseSimulationDesc{Label: "dense", Capacity: gpu.MaxParticles(weak)}))(t)
	defer s.Release()
	want := newDenseModel(s.Capacity())
	if s.Capacity() != 256 {
		t.Fatalf("%d slots", s.Capacity())
	}
	phase := func() error {
		for slot := range 256 {
			p, v := [3]float32{float32(slot)}, [3]float32{0, float32(slot)}
			if err := s.WriteSpawn(slot, p, v); err != nil { // 7 KiB: two bindings
				return err
			}
			want.spawn(slot, p, v)
		}
		if err := s.Integrate(200, 0.5, [3]float32{0, 2, 0}, densesim.IntegrateExtras{}); err != nil {
			return err
		}
		want.integrate(200, 0.5, [3]float32{0, 2, 0}, 0)
		return nil
	}
	noError(t, phase())
	same(t, s, want.positions, want.velocities)

	fill := func() (phases int) {
		var err error
		for phases = -1; err == nil && phases < 100; phases++ {
			err = phase()
		}
		refused(t, err, gpu.ErrLimit, "takes 65536 in a buffer; Flush more often")
		return phases
	}
	most := fill()
	same(t, s, want.positions, want.velocities) // what was recorded before is carried out
	for range 2 {
		noError(t, phase())
	}
	waiting := gpu.NewFrameGraph(weak)
	must(s.AddTo(waiting))(t)
	waiting.Reset() // what waits takes room too
	if more := fill(); more < 1 || more > most-2 {
		t.Errorf("%d phases fit, and %d beside 2 that wait", most, more)
	}
	same(t, s, want.positions, want.velocities)
}
