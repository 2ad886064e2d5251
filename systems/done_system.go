package systems

import ark "github.com/mlange-42/ark/ecs"

// DoneSystem tells of emitters that are done, by the event that ParticlePlugin.DoneEvent names.
type DoneSystem struct {
	state *state
	done  []ark.Entity
}

// Initialize implements ecs.System.
func (s *DoneSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *DoneSystem) Update(w *ark.World) error {
	s.done = s.done[:0]
	for _, e := range s.state.emitters {
		if !e.done() {
			e.busy = true
		} else if e.busy {
			e.busy = false
			s.done = append(s.done, e.entity)
		}
	}
	if event := s.state.plugin.DoneEvent; event != nil {
		for _, entity := range s.done {
			if w.Alive(entity) { // an observer of another may have removed it
				w.Event(*event).Emit(entity)
			}
		}
	}
	return nil
}

// done reports whether nothing of the emitter lives and nothing will be born unless it is told
// to.
func (e *emitter) done() bool {
	if e.burst > 0 || len(e.bursts) > 0 || e.past > 0 || (e.config.Rate > 0 && !e.config.Stopped) {
		return false
	}
	return e.pool == nil || e.pool.manual != nil || e.pool.sim.LiveOf(e.row) == 0
}

// Finalize implements ecs.System.
func (s *DoneSystem) Finalize(*ark.World) error { return nil }
