package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// particleMemory is what a pool keeps on the device from frame to frame, by slot.
type particleMemory struct {
	streams             [5]*Buffer // position+expiry, velocity+max life, size+spin, colour, uv rectangle
	owner, alive        *Buffer
	blockTotal, offsets *Buffer
	index, args         *Buffer
}

// allocate makes all buffers, or none.
func (m *particleMemory) allocate(d *Device, label string, capacity int) (err error) {
	slots := uint64(alignUp(capacity, slotsPerGroup))
	groups := slots / slotsPerGroup
	blocks := (groups + groupsPerBlock - 1) / groupsPerBlock
	storage := StorageUsage | CopySrc | CopyDst
	for _, b := range []struct {
		buffer **Buffer
		name   string
		size   uint64
		usage  BufferUsage
	}{
		{&m.streams[0], "position and expiry", slots * 16, storage},
		{&m.streams[1], "velocity and max life", slots * 16, storage},
		{&m.streams[2], "size and spin", slots * 16, storage},
		{&m.streams[3], "colour", slots * 16, storage},
		{&m.streams[4], "uv rectangle", slots * 16, storage},
		{&m.owner, "owner", slots * 4, storage},
		{&m.alive, "alive mask", slots / 8, storage},
		{&m.blockTotal, "block totals", blocks * 4, StorageUsage},
		{&m.offsets, "group offsets", groups * 4, StorageUsage},
		{&m.index, "index of the living", slots * 4, storage},
		{&m.args, "draw arguments", 16, storage | IndirectUsage},
	} {
		*b.buffer, err = d.NewBuffer(BufferDesc{Label: label + ": " + b.name, Size: b.size, Usage: b.usage})
		if err != nil {
			m.release()
			return err
		}
	}
	return nil
}

func (m *particleMemory) release() {
	for _, b := range []**Buffer{
		&m.streams[0], &m.streams[1], &m.streams[2], &m.streams[3], &m.streams[4],
		&m.owner, &m.alive, &m.blockTotal, &m.offsets, &m.index, &m.args,
	} {
		if *b != nil {
			(*b).Release()
			*b = nil
		}
	}
}

// Grow moves the pool to more memory, at least its present capacity. All particles stay in
// their slots. Nodes and bind groups that know the old memory are made anew, so it is
// called between frames. An error leaves the pool as it was.
func (pool *ParticlePool) Grow(capacity int) error {
	device := pool.particles.device
	if limit := MaxParticles(device); capacity < pool.capacity || capacity > limit {
		return pool.failed(fmt.Errorf("it cannot grow from %d to %d particles; this device holds %d in a pool: %w",
			pool.capacity, capacity, limit, ErrTooManyParticles))
	}
	var bigger particleMemory
	if err := bigger.allocate(device, pool.label, capacity); err != nil {
		return pool.failed(err)
	}
	old := &pool.particleMemory
	err := device.submit("grow "+pool.label, func(enc *wgpu.CommandEncoder) error {
		for _, move := range [][2]*Buffer{
			{old.streams[0], bigger.streams[0]}, {old.streams[1], bigger.streams[1]}, {old.streams[2], bigger.streams[2]},
			{old.streams[3], bigger.streams[3]}, {old.streams[4], bigger.streams[4]},
			{old.owner, bigger.owner}, {old.alive, bigger.alive}, {old.index, bigger.index}, {old.args, bigger.args},
		} {
			if err := enc.CopyBufferToBuffer(move[0].ref, 0, move[1].ref, 0, move[0].bytes); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		bigger.release()
		return pool.failed(err)
	}
	pool.releaseGroups()
	old.release()
	pool.particleMemory, pool.capacity = bigger, capacity
	pool.describeNodes()
	return nil
}
