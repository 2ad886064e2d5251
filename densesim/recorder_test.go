package densesim_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gomotes/motes/densesim"
)

// call is one call of a contract, in the form that a test expects.
type call struct {
	name     string // "integrate", "move" or "spawn"
	a, b     int    // count; from, to; index
	dt       float32
	vectors  [2][3]float32 // gravity; position, velocity
	extras   densesim.IntegrateExtras
	launched uint64 // ordinal of a spawn
}

// recorder writes down what an emitter asks of a simulation, and computes nothing.
type recorder struct {
	capacity int
	fake     bool // it lacks the brand
	calls    []call
	spawns   uint64
	failAt   int // number of the call that fails, from 1; 0: none
}

var errLost = errors.New("device lost")

func (r *recorder) IsGpuSimulation() bool { return !r.fake }

func (r *recorder) Capacity() int { return r.capacity }

func (r *recorder) add(c call) error {
	r.calls = append(r.calls, c)
	if len(r.calls) == r.failAt {
		return errLost
	}
	return nil
}

func (r *recorder) Integrate(count int, dt float32, gravity [3]float32, extras densesim.IntegrateExtras) error {
	return r.add(call{name: "integrate", a: count, dt: dt, vectors: [2][3]float32{gravity}, extras: extras})
}

func (r *recorder) MoveSlot(from, to int) error { return r.add(call{name: "move", a: from, b: to}) }

func (r *recorder) WriteSpawn(index int, position, velocity [3]float32) error {
	r.spawns++
	return r.add(call{name: "spawn", a: index, vectors: [2][3]float32{position, velocity}, launched: r.spawns - 1})
}

// take returns the calls since the last take.
func (r *recorder) take() []call {
	calls := r.calls
	r.calls = nil
	return calls
}

// broken returns the first rule of the contract that a step's calls break, or "".
func broken(calls []call, liveBefore int, dt float32, capacity int) string {
	stage, last := 0, liveBefore
	for i, c := range calls {
		switch c.name {
		case "integrate":
			if i != 0 {
				return "Integrate is not the first call"
			}
			if c.a == 0 || c.dt == 0 {
				return "Integrate has nothing to do"
			}
			if c.a != liveBefore || c.dt != dt {
				return fmt.Sprintf("Integrate(%d, %v) with %d living and a step of %v", c.a, c.dt, liveBefore, dt)
			}
		case "move":
			if stage > 1 {
				return "a MoveSlot follows a WriteSpawn"
			}
			stage = 1
			if c.a == c.b {
				return "a slot moves to itself"
			}
			if c.a < 0 || c.a >= last || c.b < 0 || c.b >= c.a {
				return fmt.Sprintf("MoveSlot(%d, %d) with %d living", c.a, c.b, last)
			}
			last = c.a // it was the last of the living, but for those that died there
		case "spawn":
			if stage == 2 && c.a != last+1 {
				return fmt.Sprintf("WriteSpawn(%d) after one of %d", c.a, last)
			}
			stage, last = 2, c.a
			if c.a < 0 || c.a >= capacity {
				return fmt.Sprintf("WriteSpawn(%d) with %d slots", c.a, capacity)
			}
		}
	}
	if wants := liveBefore > 0 && dt > 0; wants && (len(calls) == 0 || calls[0].name != "integrate") {
		return "Integrate is missing"
	}
	return ""
}

// emitter makes an emitter of a valid config.
func emitter(t *testing.T, config densesim.Config) *densesim.Emitter {
	t.Helper()
	e, err := densesim.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// bound makes an emitter with a recorder bound to it.
func bound(t *testing.T, config densesim.Config) (*densesim.Emitter, *recorder) {
	t.Helper()
	e, r := emitter(t, config), &recorder{capacity: config.Capacity}
	if err := e.Bind(r); err != nil {
		t.Fatal(err)
	}
	return e, r
}

// step steps and ends the test on an error.
func step(t *testing.T, e *densesim.Emitter, dt float32) {
	t.Helper()
	if err := e.Step(dt); err != nil {
		t.Fatal(err)
	}
}
