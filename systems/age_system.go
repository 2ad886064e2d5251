package systems

import ark "github.com/mlange-42/ark/ecs"

// AgeSystem begins the step of every driven pool: clocks advance, and particles whose time
// has come give up their slots.
type AgeSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *AgeSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *AgeSystem) Update(*ark.World) error {
	for _, p := range s.state.pools {
		if p.active() {
			p.sim.Step(s.state.time.Delta)
		}
	}
	return nil
}

// active reports whether the pool is simulated and drawn.
func (p *pool) active() bool { return p.driven && p.device != nil }

// Finalize implements ecs.System.
func (s *AgeSystem) Finalize(*ark.World) error { return nil }
