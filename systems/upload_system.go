package systems

import (
	"errors"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

// UploadSystem packs the step of every driven pool for its device half: one list of
// births and one row for each emitter. A pool in which nothing lives or is born costs
// nothing.
type UploadSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *UploadSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *UploadSystem) Update(*ark.World) error {
	var errs []error
	for _, p := range s.state.pools {
		if !p.active() || (p.sim.StepSlots() == 0 && len(p.sim.Births()) == 0) {
			continue
		}
		err := p.device.QueueStep(gpu.ParticleStep{
			IntegrateSlots: p.sim.StepSlots(),
			LiveSlots:      p.sim.HighWater(),
			Rows:           gpu.AsBytes(p.sim.Rows()),
			Births:         gpu.AsBytes(p.sim.Births()),
		})
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Finalize implements ecs.System.
func (s *UploadSystem) Finalize(*ark.World) error { return nil }
