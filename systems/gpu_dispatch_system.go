package systems

import (
	"errors"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"
)

// GPUDispatchSystem puts the steps of the frame on the frame graph: one upload and two
// compute nodes for each pool that has any.
type GPUDispatchSystem struct{ state *state }

// ErrFramePending says that the frame graph still holds the plugin's last frame.
var ErrFramePending = errors.New("the last frame is pending")

// Initialize implements ecs.System.
func (s *GPUDispatchSystem) Initialize(w *ark.World) error { return s.state.attach(w) }

// Update implements ecs.System.
func (s *GPUDispatchSystem) Update(*ark.World) error {
	st := s.state
	st.pending = st.added == st.graph.Serial()
	if st.pending {
		return fmt.Errorf("particles: %w: Execute, Encode or Reset the frame graph once for each frame; the steps wait", ErrFramePending)
	}
	var errs []error
	for _, p := range st.pools {
		if p.active() {
			added, err := p.device.AddTo(st.graph)
			if err != nil {
				errs = append(errs, err)
			}
			if added {
				st.added = st.graph.Serial()
			}
		}
	}
	return errors.Join(errs...)
}

// Finalize implements ecs.System.
func (s *GPUDispatchSystem) Finalize(*ark.World) error { return nil }
