package systems

import (
	"errors"
	"fmt"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
)

// ErrNotManual says that a handle was used on a pool that the game does not drive.
var ErrNotManual = errors.New("the pool's driver is not Manual")

// ErrForceNeedsCPU says that a pool has a Force and a driver that cannot apply it.
var ErrForceNeedsCPU = errors.New("a Force works on the CPU driver alone")

// resolve is the driver that a kind stands for.
func (s *PoolSystem) resolve(kind components.DriverKind, force *components.Force) components.DriverKind {
	if kind != components.DriverAuto {
		return kind
	}
	if force != nil || s.state.particles.Device().Software() {
		return components.DriverCPU
	}
	return components.DriverGPU
}

// takeForce takes over a pool's Force, or says why it cannot work.
func (p *pool) takeForce(force *components.Force, asked components.DriverKind) error {
	if force == nil {
		p.force, p.forceFailed = nil, nil
		return nil
	}
	p.force = force.Apply
	if p.kind != components.DriverCPU {
		return fmt.Errorf("pool %q: Driver.Kind is %v: %w; set it to DriverCPU or DriverAuto, or remove the Force",
			p.config.Label, asked, ErrForceNeedsCPU)
	}
	return nil
}

// swap hands the particles from one driver to another, without new memory on the device.
// Leaving the GPU is the one place where the plugin waits for the device.
func (p *pool) swap(to components.DriverKind, discard bool) error {
	if p.kind == noDriver && to == components.DriverGPU {
		p.kind = to
		return nil // its memory is as it should be
	}
	streams, err := p.recall(discard)
	if err != nil {
		return err
	}
	switch {
	case p.manual != nil && discard:
		p.sim.Admit(streams, nil)
	case p.manual != nil:
		p.sim.Admit(streams, p.manual.particles())
	case discard:
		p.sim.Clear()
	}
	p.host, p.manual, p.kind = nil, nil, to
	switch to {
	case components.DriverGPU:
		return p.lend(streams)
	case components.DriverCPU:
		p.keep(streams)
		return nil
	default:
		return p.handOut(streams)
	}
}

// recall returns the particles as the present driver has them.
func (p *pool) recall(discard bool) (*sim.Streams, error) {
	switch {
	case p.manual != nil:
		return p.manual.host.streams, nil
	case p.host != nil:
		return p.host.streams, nil
	case p.kind == noDriver || discard || p.sim.Live() == 0:
		return sim.NewStreams(p.sim.Capacity()), nil
	}
	if err := p.device.Settle(); err != nil {
		return nil, err
	}
	s, err := p.device.Read()
	if err != nil {
		return nil, err
	}
	return &sim.Streams{
		PositionExpiry: s.PositionExpiry, VelocityMaxLife: s.VelocityMaxLife, SizeSpin: s.SizeSpin,
		Color: s.Color, UVRect: s.UVRect,
	}, nil
}

// particles are copies of the living, as they are seen.
func (p *pool) particles() ([]components.Particle, error) {
	if p.manual != nil {
		return p.manual.particles(), nil
	}
	streams, err := p.recall(false)
	if err != nil {
		return nil, err
	}
	living := p.sim.Living(nil)
	all := make([]components.Particle, len(living))
	for i, slot := range living {
		all[i] = p.sim.Particle(streams, slot)
	}
	return all, nil
}

// lend gives the particles to the device.
func (p *pool) lend(streams *sim.Streams) error {
	p.sim.Settled() // the device is told who lives, not who died
	h := newHostPool(streams)
	whole := h.part(0, p.sim.HighWater(), 0, 5)
	whole.Owner = gpu.AsBytes(p.sim.Owners()[:p.sim.HighWater()])
	h.parts = append(h.parts, whole)
	if err := p.device.LoadState(h.parts, gpu.AsBytes(p.sim.Alive(nil))); err != nil {
		return err
	}
	// What is drawn until the first step, and by a pool whose time stands still.
	h.parts = nil
	h.living = p.sim.Living(nil)
	return p.device.WriteState(gpu.ParticleState{
		Places: gpu.AsBytes(p.sim.Places()), Rows: gpu.AsBytes(p.sim.Rows()), Count: len(h.living), Living: gpu.AsBytes(h.living),
	})
}

// keep gives the particles to the CPU driver.
func (p *pool) keep(streams *sim.Streams) {
	p.host = newHostPool(streams)
	p.host.fit(p.sim.Capacity())
	p.host.changed.markRange(0, p.sim.HighWater())
}

// handOut gives the particles to the game.
func (p *pool) handOut(streams *sim.Streams) error {
	particles := p.sim.Withdraw(streams, nil)
	for i := range particles {
		streams.Write(i, &particles[i])
	}
	m := newManualPool(p, streams, len(particles))
	p.manual = m
	return p.device.WriteState(m.first())
}
