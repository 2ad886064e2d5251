package densesim

import (
	"fmt"
	"reflect"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/internal/sim"
)

// Emitter decides who is born and who dies. The living have slots 0 to Live−1. It is made by
// [New], and used by one goroutine at a time.
type Emitter struct {
	config   Config
	size     SizeRamp
	color    ColorRamp
	launches *sim.Launches

	simulation GpuSimulation
	host       *host // nil once bound
	failure    error // of the simulation: the two halves may not agree

	schedule schedule
	ordinal  uint64    // of the next birth
	clock    float64   // seconds; sums of float32 steps are exact for months
	born     []float64 // per slot, on the clock
	life     []float32 // per slot, seconds
	live     int
	dropped  uint64
}

// New returns an emitter that moves its particles itself until it is bound. The error is that
// of [Config.Validate]. The config is copied.
func New(config Config) (*Emitter, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	settings := config.emitter()
	e := &Emitter{
		config:   config,
		launches: sim.NewLaunches(config.Seed, &settings),
		host:     newHost(config.Capacity),
		schedule: newSchedule(&config),
		born:     make([]float64, config.Capacity),
		life:     make([]float32, config.Capacity),
	}
	e.size, e.color = config.ramps()
	e.simulation = e.host
	return e, nil
}

// Bind has a simulation move the particles from now on, in place of the emitter itself or of
// another simulation. The emitter must be empty: before its first births, or after Reset. An
// error is a [components.FieldError] and leaves everything as it was: the simulation is nil,
// lacks the brand, or has another capacity than the emitter.
func (e *Emitter) Bind(simulation GpuSimulation) error {
	refuse := func(field string, value any, remedy string) error {
		return &components.FieldError{Label: e.config.name(), Field: field, Value: value, Remedy: remedy}
	}
	if isNil(simulation) {
		return refuse("the simulation to bind", "nil", "it must be one that a backend made")
	}
	if !simulation.IsGpuSimulation() {
		return refuse("IsGpuSimulation of the simulation to bind", false, "it must be true, the brand of those that keep the contract")
	}
	if capacity := simulation.Capacity(); capacity != e.config.Capacity {
		return refuse("Capacity of the simulation to bind", capacity, fmt.Sprintf("it must be the emitter's, %d", e.config.Capacity))
	}
	if e.live > 0 {
		return refuse("the number of living particles", e.live, "it must be 0 to bind a simulation, which does not know them: Bind first, or Reset")
	}
	e.simulation, e.host = simulation, nil
	return nil
}

func isNil(simulation GpuSimulation) bool {
	if simulation == nil {
		return true
	}
	v := reflect.ValueOf(simulation)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// Reset removes all particles and starts again: the same births follow as after New. It makes
// no call to the simulation, and ends the refusal that follows an error of one.
func (e *Emitter) Reset() {
	e.schedule.reset()
	e.live, e.ordinal, e.clock, e.dropped = 0, 0, 0, 0
	e.failure = nil
}

// Bound reports whether a simulation moves the particles.
func (e *Emitter) Bound() bool { return e.host == nil }

// Capacity is the number of slots.
func (e *Emitter) Capacity() int { return e.config.Capacity }

// Live is the number of living particles.
func (e *Emitter) Live() int { return e.live }

// Born counts the births since the start.
func (e *Emitter) Born() uint64 { return e.ordinal }

// Dropped counts the births since the start that found no room. They drew no random numbers.
func (e *Emitter) Dropped() uint64 { return e.dropped }

// Age is how long the particle in a slot has lived, in seconds; 0 for a slot without one.
func (e *Emitter) Age(slot int) float32 {
	if slot < 0 || slot >= e.live {
		return 0
	}
	return float32(e.clock - e.born[slot])
}

// Life is how long the particle in a slot lives in all, in seconds; 0 for a slot without one.
func (e *Emitter) Life(slot int) float32 {
	if slot < 0 || slot >= e.live {
		return 0
	}
	return e.life[slot]
}

// share is age / life, 0 to 1.
func (e *Emitter) share(slot int) float32 {
	if slot < 0 || slot >= e.live {
		return 0
	}
	return min(1, float32((e.clock-e.born[slot])/float64(e.life[slot])))
}

// Size is the side length of the particle in a slot, from its age; 0 for a slot without one.
func (e *Emitter) Size(slot int) float32 {
	if slot < 0 || slot >= e.live {
		return 0
	}
	return e.size.At(e.share(slot))
}

// Color is the colour of the particle in a slot, from its age: linear red, green, blue and
// alpha; all 0 for a slot without one.
func (e *Emitter) Color(slot int) [4]float32 {
	if slot < 0 || slot >= e.live {
		return [4]float32{}
	}
	return e.color.At(e.share(slot))
}

// Positions are those of the living by slot, in world units, until the next Step. They are nil
// once the emitter is bound: the simulation has them.
func (e *Emitter) Positions() [][3]float32 {
	if e.host == nil {
		return nil
	}
	return e.host.positions[:e.live]
}

// Velocities are those of the living by slot, in world units per second, until the next Step;
// nil once the emitter is bound.
func (e *Emitter) Velocities() [][3]float32 {
	if e.host == nil {
		return nil
	}
	return e.host.velocities[:e.live]
}
