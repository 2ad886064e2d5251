package densesim_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/densesim"
	"github.com/gomotes/motes/internal/sim"
)

// R201: the contract as this side declares it. gpu's tests pin the other side.
func TestTheContractIsDeclaredAsItIs(t *testing.T) {
	extras := reflect.TypeFor[struct{ Drag float32 }]()
	vector, number, failure := reflect.TypeFor[[3]float32](), reflect.TypeFor[int](), reflect.TypeFor[error]()
	want := map[string]reflect.Type{
		"IsGpuSimulation": reflect.FuncOf(nil, []reflect.Type{reflect.TypeFor[bool]()}, false),
		"Capacity":        reflect.FuncOf(nil, []reflect.Type{number}, false),
		"Integrate":       reflect.FuncOf([]reflect.Type{number, reflect.TypeFor[float32](), vector, extras}, []reflect.Type{failure}, false),
		"MoveSlot":        reflect.FuncOf([]reflect.Type{number, number}, []reflect.Type{failure}, false),
		"WriteSpawn":      reflect.FuncOf([]reflect.Type{number, vector, vector}, []reflect.Type{failure}, false),
	}
	contract := reflect.TypeFor[densesim.GpuSimulation]()
	if contract.NumMethod() != len(want) {
		t.Errorf("%d methods, want %d", contract.NumMethod(), len(want))
	}
	for i := range contract.NumMethod() {
		if m := contract.Method(i); m.Type != want[m.Name] {
			t.Errorf("%s is a %v, want %v", m.Name, m.Type, want[m.Name])
		}
	}
}

// randomConfig is an emitter under pressure: short lives, bursts, and often less room than births.
func randomConfig(r *rand.Rand) densesim.Config {
	c := densesim.Config{
		Label:    "random",
		Seed:     r.Uint64(),
		Capacity: 1 + r.IntN(60),
		Position: mgl32.Vec3{r.Float32(), r.Float32(), r.Float32()},
		Rate:     float32(r.IntN(400)),
		Life:     components.Between(0.01+r.Float32()*0.1, 0.2+r.Float32()*0.5),
		Speed:    components.Between(1, 4),
		Velocity: components.VelocityCone(40),
		Gravity:  mgl32.Vec3{0, -9.8, 1},
		Drag:     float32(r.IntN(3)),
	}
	for range r.IntN(3) {
		c.Bursts = append(c.Bursts, densesim.Burst{At: r.Float32(), Count: 1 + r.IntN(40), Every: 0.25 * float32(r.IntN(3))})
	}
	return c
}

// randomStep is now and then nothing, now and then a hitch.
func randomStep(r *rand.Rand) float32 {
	switch r.IntN(10) {
	case 0:
		return 0
	case 1:
		return 0.3 * r.Float32()
	}
	return 1.0 / 60
}

// R192 R194 R195: every rule of the contract holds in every step, and no other call is made.
func TestEveryStepKeepsTheContract(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	integrated, moved, spawned, chained := 0, 0, 0, 0
	for range 40 {
		config := randomConfig(r)
		e, calls := bound(t, config)
		for n := range 150 {
			dt, before := randomStep(r), e.Live()
			step(t, e, dt)
			made := calls.take()
			if rule := broken(made, before, dt, config.Capacity); rule != "" {
				t.Fatalf("step %d of %v s, seed %d: %s: %+v", n, dt, config.Seed, rule, made)
			}
			to := map[int]bool{}
			for _, c := range made {
				switch c.name {
				case "integrate":
					integrated++
					if c.vectors[0] != config.Gravity || c.extras.Drag != config.Drag {
						t.Fatalf("Integrate under %v and %+v", c.vectors[0], c.extras)
					}
				case "move":
					moved++
					if to[c.b] {
						chained++ // what moved there died too
					}
					to[c.b] = true
				case "spawn":
					spawned++
				}
			}
		}
	}
	if integrated < 1000 || moved < 1000 || spawned < 1000 || chained < 100 {
		t.Errorf("%d integrations, %d moves, %d of them to one slot, %d spawns: the steps test too little", integrated, moved, chained, spawned)
	}
}

// modelled is a particle of the model: who it is and when it dies.
type modelled struct {
	launched uint64
	born     float64
	life     float32
}

// R192 R193 R194: the moves are those of a plain swap-remove, and slot by slot both sides have the same particle.
func TestMovesMirrorASwapRemoveOnTheCPU(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		config := randomConfig(r)
		e, calls := bound(t, config)
		launches := sim.NewLaunches(config.Seed, &components.Emitter{Life: config.Life, Speed: config.Speed, Velocity: config.Velocity})
		device := make([]uint64, config.Capacity) // who is in each slot, by the calls alone
		var model []modelled
		clock := 0.0
		for n := range 150 {
			dt := randomStep(r)
			step(t, e, dt)
			clock += float64(dt)
			var want [][2]int
			for slot := 0; slot < len(model); {
				if clock-model[slot].born < float64(model[slot].life) {
					slot++
					continue
				}
				last := len(model) - 1
				if slot < last {
					want = append(want, [2]int{last, slot})
				}
				model[slot] = model[last]
				model = model[:last]
			}
			var moves [][2]int
			for _, c := range calls.take() {
				switch c.name {
				case "move":
					moves = append(moves, [2]int{c.a, c.b})
					device[c.b] = device[c.a]
				case "spawn":
					life, velocity := launches.At(c.launched)
					if c.a != len(model) || c.vectors[0] != config.Position || c.vectors[1] != velocity {
						t.Fatalf("birth %d goes to slot %d at %v with %v; want slot %d at %v with %v",
							c.launched, c.a, c.vectors[0], c.vectors[1], len(model), config.Position, velocity)
					}
					model = append(model, modelled{c.launched, clock, life})
					device[c.a] = c.launched
				}
			}
			if !reflect.DeepEqual(moves, want) {
				t.Fatalf("step %d moves %v, want %v", n, moves, want)
			}
			if e.Live() != len(model) {
				t.Fatalf("step %d: %d living, want %d", n, e.Live(), len(model))
			}
			for slot, m := range model {
				if device[slot] != m.launched || e.Life(slot) != m.life || e.Age(slot) != float32(clock-m.born) {
					t.Fatalf("step %d: slot %d holds %d aged %v of %v; want %d aged %v of %v", n, slot,
						device[slot], e.Age(slot), e.Life(slot), m.launched, clock-m.born, m.life)
				}
			}
		}
	}
}

// R191 R194: what has no effect is not asked for.
func TestNothingIsAskedOfTheDeviceInAnEmptyStep(t *testing.T) {
	e, calls := bound(t, densesim.Config{Capacity: 4, Bursts: []densesim.Burst{{At: 1, Count: 2}}, Life: components.Exactly(2)})
	step(t, e, 0.5)
	step(t, e, 0)
	if made := calls.take(); len(made) != 0 {
		t.Errorf("an empty emitter calls %+v", made)
	}
	step(t, e, 0.5)
	if made := calls.take(); len(made) != 2 || made[0].name != "spawn" {
		t.Errorf("the first births call %+v", made)
	}
	step(t, e, 0)
	if made := calls.take(); len(made) != 0 {
		t.Errorf("a step of no time calls %+v", made)
	}
}

// R192: of three that die at once, the last of the living needs no move, and those that move in die where they come to.
func TestThoseThatMoveIntoAGapMayDieThere(t *testing.T) {
	e, calls := bound(t, densesim.Config{Capacity: 3, Bursts: []densesim.Burst{{Count: 3}}, Life: components.Exactly(1)})
	step(t, e, 0)
	calls.take()
	step(t, e, 1)
	var moves [][2]int
	for _, c := range calls.take()[1:] {
		moves = append(moves, [2]int{c.a, c.b})
	}
	if want := [][2]int{{2, 0}, {1, 0}}; !reflect.DeepEqual(moves, want) {
		t.Errorf("three deaths move %v, want %v", moves, want)
	}
	if e.Live() != 0 {
		t.Errorf("%d living", e.Live())
	}
}
