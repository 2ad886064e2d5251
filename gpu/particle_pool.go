package gpu

import (
	"errors"
	"fmt"
)

// MaxPoolParticles is the largest capacity of a pool on any device: 8 388 608 slots,
// whose streams of 16 bytes a slot fill the guaranteed binding of 128 MiB.
const MaxPoolParticles = 1 << 23

// ParticlePoolDesc describes the device memory of a pool.
type ParticlePoolDesc struct {
	Label string
	// Capacity is the number of slots, 1 to MaxParticles of the device.
	Capacity int
}

// ParticlePool is the device half of a pool: it stores particles and can step and draw
// them. A slot costs 80 bytes in five streams, 4 for its emitter's row, 4 in the index of
// the living and a bit in the alive mask. Who is born, where and when, and who dies,
// the caller decides and says with QueueStep.
type ParticlePool struct {
	particles *Particles
	label     string
	capacity  int

	particleMemory
	upload *Buffer // tables and births of the frame's steps

	integrateGroup, scatterGroup, compactGroup, drawGroup *BindGroup

	boundTable, boundRun int // window sizes of the groups, in bytes

	staging           particleStaging // steps queued since the last AddTo
	flight            particleStaging // steps on a frame graph
	taken             bool            // the device was told to take those in flight
	table             uint32          // offset of the newest step's table, for the draw
	argsBytes         [16]byte        // draw arguments on their way to the device
	simulate, compact ComputeNode
}

// MaxParticles returns the largest capacity that a pool may have on the device, from its
// binding and buffer sizes.
func MaxParticles(d *Device) int {
	limits := d.Limits()
	bytes := min(limits.MaxStorageBindingSize, limits.MaxBufferSize)
	groups := int(limits.MaxWorkgroupsPerDimension)
	return min(MaxPoolParticles, int(bytes/16), groups*slotsPerGroup) / slotsPerGroup * slotsPerGroup
}

// ErrTooManyParticles says that a pool's capacity is not one the device can hold.
var ErrTooManyParticles = errors.New("too many particles for the device")

// NewPool allocates a pool's device memory; all its slots are dead.
func (p *Particles) NewPool(desc ParticlePoolDesc) (*ParticlePool, error) {
	if limit := MaxParticles(p.device); desc.Capacity < 1 || desc.Capacity > limit {
		return nil, fmt.Errorf("pool %q: Capacity is %d; this device holds 1 to %d particles in a pool: %w",
			desc.Label, desc.Capacity, limit, ErrTooManyParticles)
	}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	pool := &ParticlePool{particles: p, label: desc.Label, capacity: desc.Capacity, taken: true}
	if err := pool.allocate(p.device, desc.Label, desc.Capacity); err != nil {
		return nil, pool.failed(err)
	}
	pool.describeNodes()
	return pool, nil
}

// failed puts the pool in front of an error.
func (pool *ParticlePool) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("pool %q: %w", pool.label, err)
}

// Label returns the pool's label.
func (pool *ParticlePool) Label() string { return pool.label }

// Capacity returns the number of slots.
func (pool *ParticlePool) Capacity() int { return pool.capacity }

// Release frees the pool's device memory. A second call does nothing.
func (pool *ParticlePool) Release() {
	pool.releaseGroups()
	pool.release()
	if pool.upload != nil {
		pool.upload.Release()
		pool.upload = nil
	}
}

func (pool *ParticlePool) releaseGroups() {
	for _, g := range []**BindGroup{&pool.integrateGroup, &pool.scatterGroup, &pool.compactGroup, &pool.drawGroup} {
		if *g != nil {
			(*g).Release()
			*g = nil
		}
	}
}

// MaxParticles returns the largest capacity that a pool may have on the device.
func (p *Particles) MaxParticles() int { return MaxParticles(p.device) }
