package sim

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// still is a path that goes nowhere.
var still = At(&components.Transform{})

func newTestPool(capacity int, seed uint64, e components.Emitter) (*Pool, int) {
	p := NewPool(capacity)
	return p, p.AddEmitter(seed, NewRecipe(&e))
}

// R12: what the device reads has the sizes that the shaders declare.
func TestWireSizes(t *testing.T) {
	if n := unsafe.Sizeof(Birth{}); n != 92 {
		t.Errorf("a birth has %d bytes, want 92", n)
	}
	if n := unsafe.Sizeof(Row{}); n != 64 {
		t.Errorf("a row has %d bytes, want 64", n)
	}
}

// R34: over time the rate is met exactly, whatever the steps.
func TestRateIsExactInTheLongRun(t *testing.T) {
	p, row := newTestPool(100, 1, components.Emitter{Rate: 137, Life: components.Exactly(0.1)})
	random, elapsed := rand.New(rand.NewPCG(1, 2)), 0.
	for range 5000 {
		dt := float32(random.Float64() * 0.05)
		p.Step(dt)
		p.Emit(row, &still, true)
		elapsed += float64(dt)
	}
	if got, want := p.Counters().Born, 137*elapsed; math.Abs(float64(got)-want) > 1.001 {
		t.Errorf("%d were born in %.2f s, want %.1f", got, elapsed, want)
	}
}

// C11: births lie evenly along the path of a fast emitter at any number of steps a second.
func TestBirthsAreEvenAlongThePath(t *testing.T) {
	for _, rate := range []float64{15, 30, 60, 144} {
		p, row := newTestPool(10_000, 1, components.Emitter{Rate: 1000, Life: components.Exactly(100)})
		path, last, count := still, math.NaN(), 0
		for i := range int(rate) {
			path.From = mgl32.Vec3{100 * float32(float64(i)/rate)}
			path.To = mgl32.Vec3{100 * float32(float64(i+1)/rate)}
			p.Step(float32(1 / rate))
			p.Emit(row, &path, true)
			for _, b := range p.Births() {
				x := float64(b.Position[0])
				if !math.IsNaN(last) && math.Abs(x-last-0.1) > 0.002 {
					t.Fatalf("%v steps a second: a gap of %v after %v, want 0.1", rate, x-last, last)
				}
				last = x
				count++
			}
		}
		if count < 999 || count > 1000 {
			t.Errorf("%v steps a second: %d births, want 1000", rate, count)
		}
	}
}

// C27: rate 0 emits nothing; neither it nor a stop lets anything build up.
func TestNothingBuildsUpWhileStopped(t *testing.T) {
	p, row := newTestPool(1000, 1, components.Emitter{Rate: 50})
	for range 9 {
		p.Step(0.019) // 0.95 of a birth
		p.Emit(row, &still, false)
	}
	p.Step(0.019)
	p.Emit(row, &still, true)
	if n := len(p.Births()); n != 0 {
		t.Errorf("%d births in the first 0.95 of an interval after a stop", n)
	}
	none := components.Emitter{}
	p.SetRecipe(row, NewRecipe(&none))
	for range 100 {
		p.Step(0.1)
		p.Emit(row, &still, true)
		if len(p.Births()) != 0 {
			t.Fatal("rate 0 gave births")
		}
	}
}

// C17: a stall gives no more births than the pool holds, their ages spread over the gap.
func TestStallIsBoundedAndSpread(t *testing.T) {
	p, row := newTestPool(2000, 1, components.Emitter{Rate: 1000, Life: components.Exactly(60)})
	p.Step(5)
	p.Emit(row, &still, true)
	if len(p.Births()) != 2000 || p.Counters().Dropped != 3000 {
		t.Fatalf("%d births, %d dropped; want 2000 and 3000", len(p.Births()), p.Counters().Dropped)
	}
	oldest, youngest := 0., 5.
	for _, b := range p.Births() {
		age := float64(b.MaxLife - b.Life)
		oldest, youngest = max(oldest, age), min(youngest, age)
	}
	if oldest < 1.99 || oldest > 2.01 || youngest > 0.002 {
		t.Errorf("ages go from %v to %v, want 0 to 2", youngest, oldest)
	}
}

// A tick has no more births than the device takes in at once, and counts the rest.
func TestBirthsOfATickAreBounded(t *testing.T) {
	p, row := newTestPool(MaxBirths+1000, 1, components.Emitter{Life: components.Exactly(60)})
	p.Step(0.1)
	p.Burst(row, &still, MaxBirths+500)
	if len(p.Births()) != MaxBirths || p.Counters().Dropped != 500 {
		t.Errorf("%d births, %d dropped", len(p.Births()), p.Counters().Dropped)
	}
}

// C12, R196: a full pool drops what is new, counts it, and draws no numbers for it: the next
// to be born is the one that would have been.
func TestFullPoolDropsNewAndDrawsNothing(t *testing.T) {
	e := components.Emitter{Life: components.Between(1, 2), Speed: components.Between(1, 2)}
	p, row := newTestPool(10, 5, e)
	p.Step(0.1)
	p.Burst(row, &still, 25)
	if p.Live() != 10 || p.Counters().Dropped != 15 {
		t.Fatalf("%d alive, %d dropped", p.Live(), p.Counters().Dropped)
	}
	for p.Live() > 0 {
		p.Step(0.25)
	}
	p.Burst(row, &still, 1)
	got := p.Births()[0]

	free, other := newTestPool(100, 5, e)
	free.Step(0.1)
	free.Burst(other, &still, 11)
	if want := free.Births()[10]; got.MaxLife != want.MaxLife || got.Velocity != want.Velocity {
		t.Errorf("the eleventh birth is %+v, want %+v", got, want)
	}
}

// R198, C15: births follow from the seed alone.
func TestBirthsFollowFromTheSeed(t *testing.T) {
	births := func(seed uint64, others int) []Birth {
		e := components.Fire()
		p := NewPool(1000)
		for i := range others {
			p.AddEmitter(uint64(100+i), NewRecipe(&e))
		}
		row := p.AddEmitter(seed, NewRecipe(&e))
		var all []Birth
		for range 30 {
			p.Step(1. / 60)
			p.Burst(row, &still, 1)
			all = append(all, p.Births()...)
		}
		return all
	}
	a, b, c := births(3, 0), births(3, 4), births(4, 0)
	same := 0
	for i := range a {
		if a[i].Particle != b[i].Particle {
			t.Fatalf("birth %d differs beside other emitters: %+v, %+v", i, a[i].Particle, b[i].Particle)
		}
		if a[i].Velocity == c[i].Velocity {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d of %d births are those of another seed", same, len(a))
	}
	if DerivedSeed(1, 1) == DerivedSeed(1, 2) || DerivedSeed(1, 1) == DerivedSeed(2, 1) {
		t.Error("derived seeds coincide")
	}
}

// C1, C9: emitters come and go ten thousand times beside a model that counts; rows are used
// again, but not while a particle refers to them.
func TestEmittersComeAndGoBesideAModel(t *testing.T) {
	p := NewPool(500)
	e := components.Emitter{Life: components.Between(0.05, 0.3)}
	recipe := NewRecipe(&e)
	random := rand.New(rand.NewPCG(3, 4))
	type particle struct {
		row int
		end float32
	}
	living := map[uint32]particle{}
	rows := map[int]bool{} // that an emitter owns
	for round := range 10_000 {
		p.Step(float32(random.IntN(3)) * 0.01)
		for slot, one := range living {
			if p.expiry[slot] <= p.rows[one.row].Clock {
				delete(living, slot)
			}
		}
		switch {
		case len(rows) < 3 || random.IntN(2) == 0:
			row := p.AddEmitter(uint64(round), recipe)
			for slot, one := range living {
				if one.row == row {
					t.Fatalf("round %d: row %d is given while slot %d refers to it", round, row, slot)
				}
			}
			if rows[row] {
				t.Fatalf("round %d: row %d is given twice", round, row)
			}
			rows[row] = true
		default:
			for row := range rows {
				p.RemoveEmitter(row)
				delete(rows, row)
				break
			}
		}
		for row := range rows {
			p.Burst(row, &still, random.IntN(3))
			break
		}
		for _, b := range p.Births() {
			if _, taken := living[b.Slot]; taken {
				t.Fatalf("round %d: slot %d is given twice", round, b.Slot)
			}
			living[b.Slot] = particle{int(b.Emitter), b.Expiry}
		}
		if p.Live() != len(living) {
			t.Fatalf("round %d: %d alive, want %d", round, p.Live(), len(living))
		}
	}
	if len(p.emitters) > 200 {
		t.Errorf("%d rows for a handful of emitters: they are not used again", len(p.emitters))
	}
}

// The clock is rebased every 256 s; for an hour nobody dies early or late.
func TestRebasedClocksKeepExpiryExact(t *testing.T) {
	p, row := newTestPool(2000, 1, components.Emitter{Rate: 20, Life: components.Between(0.5, 30)})
	ends := map[uint32]float64{}
	now, random := 0., rand.New(rand.NewPCG(5, 6))
	for now < 3600 {
		dt := float32(random.Float64() * 0.25)
		now += float64(dt)
		p.Step(dt)
		for slot, end := range ends {
			dead := p.slots.free[slot/64]>>(slot%64)&1 == 1
			if dead && end > now+1e-3 || !dead && end < now-1e-3 {
				t.Fatalf("at %v: slot %d should end at %v, dead: %v", now, slot, end, dead)
			}
			if dead {
				delete(ends, slot)
			}
		}
		p.Emit(row, &still, true)
		for _, b := range p.Births() {
			ends[b.Slot] = now + float64(b.Life)
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	p, row := newTestPool(5000, 1, components.Fire())
	tick := func() {
		p.Step(1. / 60)
		p.Burst(row, &still, 10)
	}
	for range 200 {
		tick()
	}
	if allocs := testing.AllocsPerRun(100, tick); allocs != 0 {
		t.Errorf("%v allocations a tick", allocs)
	}
}

func BenchmarkBirths(b *testing.B) {
	p, row := newTestPool(1<<17, 1, components.Emitter{
		Velocity: components.VelocityCone(20), Speed: components.Between(1, 3), Life: components.Exactly(0.015),
		Size: components.Between(0.1, 0.3), Gravity: mgl32.Vec3{0, -9.8, 0},
	})
	const each = 100_000
	for b.Loop() {
		p.Step(1. / 60)
		p.Burst(row, &still, each)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/each, "ns/birth")
}

func BenchmarkIdleEmitters(b *testing.B) {
	const emitters = 10_000
	p, e := NewPool(1024), components.Emitter{}
	for i := range emitters {
		p.AddEmitter(uint64(i), NewRecipe(&e))
	}
	for b.Loop() {
		p.Step(1. / 60)
		for row := range emitters {
			p.Emit(row, &still, true)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/emitters, "ns/emitter")
}
