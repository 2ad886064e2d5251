package systems

import (
	"errors"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// UploadSystem packs the step of every pool for its device half: with the GPU driver one list
// of births and one row for each emitter, with the CPU driver what moved and what was born. A
// pool in which nothing lives or is born costs nothing.
type UploadSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *UploadSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *UploadSystem) Update(*ark.World) error {
	var errs []error
	for _, p := range s.state.pools {
		if p.stepping {
			if err := p.upload(s.state); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// upload is a pool's part of it.
func (p *pool) upload(s *state) error {
	if p.sim.StepSlots() == 0 && len(p.sim.Births()) == 0 {
		return nil
	}
	if err := p.follow(); err != nil {
		p.release(s) // it rests, until its settings change
		p.settingsErr = err
		return err
	}
	if p.kind == components.DriverCPU {
		p.host.born(p.sim.Births())
		p.sim.Settled()
		return nil
	}
	err := p.device.QueueStep(gpu.ParticleStep{
		IntegrateSlots: p.sim.StepSlots(),
		LiveSlots:      p.sim.HighWater(),
		Places:         gpu.AsBytes(p.sim.Places()), // before the rows, which point at them
		Rows:           gpu.AsBytes(p.sim.Rows()),
		Shift:          p.sim.ShiftOfStep(),
		Births:         gpu.AsBytes(p.sim.Births()),
	})
	if err == nil {
		p.sim.Settled()
	}
	return err
}

// follow gives a pool that has grown more memory on the device.
func (p *pool) follow() error {
	if p.sim.Capacity() == p.device.Capacity() {
		return nil
	}
	if err := p.device.Settle(); err != nil {
		return err
	}
	if err := p.device.Grow(p.sim.Capacity()); err != nil {
		return err
	}
	p.nodes = nil // they name the memory that was given up
	if p.host != nil {
		p.host.fit(p.sim.Capacity())
	}
	return nil
}

// Finalize implements ecs.System.
func (s *UploadSystem) Finalize(*ark.World) error { return nil }
