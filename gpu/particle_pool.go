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

	streams             [5]*Buffer // position+expiry, velocity+max life, size+spin, colour, uv rectangle
	owner, alive        *Buffer
	blockTotal, offsets *Buffer
	index, args         *Buffer
	upload              *Buffer

	integrateGroup, scatterGroup, compactGroup, drawGroup *BindGroup

	boundTable, boundRun int // window sizes of the groups, in bytes

	staging           particleStaging // steps queued since the last AddTo
	flight            particleStaging // steps on a frame graph
	taken             bool            // the device was told to take those in flight
	table             uint32          // offset of the newest step's table, for the draw
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
	if err := pool.allocate(); err != nil {
		pool.Release()
		return nil, fmt.Errorf("pool %q: %w", desc.Label, err)
	}
	pool.describeNodes()
	return pool, nil
}

func (pool *ParticlePool) allocate() (err error) {
	slots := uint64(alignUp(pool.capacity, slotsPerGroup))
	groups := slots / slotsPerGroup
	blocks := (groups + groupsPerBlock - 1) / groupsPerBlock
	storage := StorageUsage | CopySrc
	for _, b := range []struct {
		buffer **Buffer
		name   string
		size   uint64
		usage  BufferUsage
	}{
		{&pool.streams[0], "position and expiry", slots * 16, storage},
		{&pool.streams[1], "velocity and max life", slots * 16, storage},
		{&pool.streams[2], "size and spin", slots * 16, storage},
		{&pool.streams[3], "colour", slots * 16, storage},
		{&pool.streams[4], "uv rectangle", slots * 16, storage},
		{&pool.owner, "owner", slots * 4, storage},
		{&pool.alive, "alive mask", slots / 8, storage},
		{&pool.blockTotal, "block totals", blocks * 4, StorageUsage},
		{&pool.offsets, "group offsets", groups * 4, StorageUsage},
		{&pool.index, "index of the living", slots * 4, storage},
		{&pool.args, "draw arguments", 16, storage | IndirectUsage},
	} {
		*b.buffer, err = pool.particles.device.NewBuffer(BufferDesc{
			Label: pool.label + ": " + b.name,
			Size:  b.size,
			Usage: b.usage,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Label returns the pool's label.
func (pool *ParticlePool) Label() string { return pool.label }

// Capacity returns the number of slots.
func (pool *ParticlePool) Capacity() int { return pool.capacity }

// Release frees the pool's device memory. A second call does nothing.
func (pool *ParticlePool) Release() {
	pool.releaseGroups()
	for _, b := range []**Buffer{
		&pool.streams[0], &pool.streams[1], &pool.streams[2], &pool.streams[3], &pool.streams[4],
		&pool.owner, &pool.alive, &pool.blockTotal, &pool.offsets, &pool.index, &pool.args, &pool.upload,
	} {
		if *b != nil {
			(*b).Release()
			*b = nil
		}
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
