package systems

import (
	"errors"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

// GPUDispatchSystem puts the steps of the frame on the frame graph: one upload and two
// compute nodes for each pool that the device moves, uploads alone for the others.
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
		if !p.active() {
			continue
		}
		added, err := p.addTo(st.graph)
		if err != nil {
			errs = append(errs, err)
		}
		if added {
			st.added = st.graph.Serial()
		}
	}
	return errors.Join(errs...)
}

// addTo puts a pool's part of the frame on the graph: steps to compute, or the state that the
// CPU has.
func (p *pool) addTo(g *gpu.FrameGraph) (added bool, err error) {
	switch {
	case p.manual != nil:
		m := p.manual
		if !m.host.news() {
			return false, nil
		}
		g.Then(m.host.landed)
		return true, p.device.AddState(g, m.host.written(m.count))
	case p.host != nil:
		if !p.host.news() {
			return false, nil
		}
		g.Then(p.host.landed)
		return true, p.device.AddState(g, p.host.moving(p.sim))
	}
	return p.device.AddTo(g)
}

// Finalize implements ecs.System.
func (s *GPUDispatchSystem) Finalize(*ark.World) error { return nil }
