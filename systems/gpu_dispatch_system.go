package systems

import (
	"errors"

	ark "github.com/mlange-42/ark/ecs"
)

// GPUDispatchSystem puts the steps of the frame on the frame graph: one upload and two
// compute nodes for each pool that has any.
type GPUDispatchSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *GPUDispatchSystem) Initialize(w *ark.World) error { return s.state.attach(w) }

// Update implements ecs.System.
func (s *GPUDispatchSystem) Update(*ark.World) error {
	var errs []error
	for _, p := range s.state.pools {
		if p.active() {
			if err := p.device.AddTo(s.state.graph); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// Finalize implements ecs.System.
func (s *GPUDispatchSystem) Finalize(*ark.World) error { return nil }
