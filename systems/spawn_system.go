package systems

import (
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/internal/sim"
)

// SpawnSystem gives birth: an emitter's bursts, and then what its rate asks for in the step,
// spread over its path and time. Emitters come in the order they were seen, so that births
// take the same slots in every run.
type SpawnSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *SpawnSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *SpawnSystem) Update(*ark.World) error {
	for _, e := range s.state.emitters {
		switch {
		case e.resting() || !e.pool.simulated():
			e.forget()
		case e.pool.stepping && !e.pool.stopped:
			s.state.spawn(e)
		}
	}
	return s.state.reported()
}

// resting reports whether nothing can be born of the emitter.
func (e *emitter) resting() bool {
	return e.pool == nil || e.settingsErr != nil || e.transformErr != nil
}

// spawn is an emitter's part of a step.
func (s *state) spawn(e *emitter) {
	p, emitting := e.pool, !e.config.Stopped
	if !emitting {
		e.forget()
	}
	if p.sim.Standing(e.row) {
		return // bursts wait
	}
	path := &e.path
	if e.space == components.SpaceLocal {
		path = &s.standing
	}
	if e.past > 0 {
		s.run(e, path, emitting)
	} else {
		p.sim.Burst(e.row, path, e.burst)
	}
	for i := range e.bursts {
		elsewhere := e.seenFrom(&e.bursts[i])
		p.sim.Burst(e.row, &elsewhere, e.bursts[i].count)
	}
	if e.past == 0 {
		p.sim.Emit(e.row, path, emitting)
	}
	e.forget()
	e.past = 0
}

// run has an emitter live through its past. A force that panics is left out.
func (s *state) run(e *emitter, path *sim.Path, emitting bool) {
	p := e.pool
	var force func(*components.ForceChunk)
	if p.kind == components.DriverCPU && p.forces() {
		force = p.force
		defer func() {
			if problem := recover(); problem != nil {
				s.report(&p.forceFailed, p.panicked(problem))
				p.sim.Run(e.row, e.past, path, e.burst, emitting, nil)
			}
		}()
	}
	p.sim.Run(e.row, e.past, path, e.burst, emitting, force)
}

// forget lets go of the bursts that were asked for.
func (e *emitter) forget() { e.burst, e.bursts = 0, e.bursts[:0] }

// Finalize implements ecs.System.
func (s *SpawnSystem) Finalize(*ark.World) error { return nil }
