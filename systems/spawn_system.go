package systems

import ark "github.com/mlange-42/ark/ecs"

// SpawnSystem gives birth: what each emitter's rate asks for in the step, spread over its
// path and time, and then its bursts. Emitters come in the order they were seen, so that
// births take the same slots in every run.
type SpawnSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *SpawnSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *SpawnSystem) Update(*ark.World) error {
	for _, e := range s.state.emitters {
		if e.pool != nil && e.pool.active() && e.transformErr == nil {
			e.pool.sim.Emit(e.row, &e.path, e.burst, !e.config.Stopped)
		}
		e.burst = 0
	}
	return nil
}

// Finalize implements ecs.System.
func (s *SpawnSystem) Finalize(*ark.World) error { return nil }
