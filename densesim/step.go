package densesim

import (
	"fmt"

	"github.com/gomotes/motes/components"
)

// Step moves the living by dt seconds, 0 to [MaxStep], then lets those die whose age has
// reached their life, then gives birth to what is due; newborns have age 0 at the end of the
// step. A bad dt is a [components.FieldError] and changes nothing. An error of the simulation
// is returned, and again by every Step until Reset.
func (e *Emitter) Step(dt float32) error {
	if !(dt >= 0 && dt <= MaxStep) {
		return &components.FieldError{Label: e.config.name(), Field: "dt", Value: dt, Remedy: "it must be between 0 and 10 000 seconds"}
	}
	if e.failure != nil {
		return fmt.Errorf("%s: it rests after an error of its simulation until it is Reset: %w", e.config.name(), e.failure)
	}
	if err := e.step(dt); err != nil {
		e.failure = err
		return fmt.Errorf("%s: its simulation failed, and it rests until it is Reset: %w", e.config.name(), err)
	}
	return nil
}

func (e *Emitter) step(dt float32) error {
	if e.live > 0 && dt > 0 {
		err := e.simulation.Integrate(e.live, dt, e.config.Gravity, IntegrateExtras{Drag: e.config.Drag})
		if err != nil {
			return err
		}
	}
	e.clock += float64(dt)
	if err := e.expire(); err != nil {
		return err
	}
	return e.spawn(e.schedule.due(e.clock, dt))
}

// expire closes the gap of each death with the last living particle, which is then looked at
// in its new slot.
func (e *Emitter) expire() error {
	for slot := 0; slot < e.live; {
		if e.clock-e.born[slot] < float64(e.life[slot]) {
			slot++
			continue
		}
		last := e.live - 1
		if slot != last {
			if err := e.simulation.MoveSlot(last, slot); err != nil {
				return err
			}
			e.born[slot], e.life[slot] = e.born[last], e.life[last]
		}
		e.live = last
	}
	return nil
}

// spawn gives birth to as many as there is room for.
func (e *Emitter) spawn(due uint64) error {
	births := min(due, uint64(e.config.Capacity-e.live))
	e.dropped += due - births
	for range births {
		life, velocity := e.launches.At(e.ordinal)
		if err := e.simulation.WriteSpawn(e.live, e.config.Position, velocity); err != nil {
			return err
		}
		e.born[e.live], e.life[e.live] = e.clock, life
		e.ordinal++
		e.live++
	}
	return nil
}
