package sim

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// ForceScratch is what one worker needs to ask a force: the particles of a chunk, gathered.
type ForceScratch struct {
	chunk    components.ForceChunk
	slots    []uint32
	position [components.ForceChunkSize]mgl32.Vec3
	velocity [components.ForceChunkSize]mgl32.Vec3
	life     [components.ForceChunkSize]float32
	maxLife  [components.ForceChunkSize]float32
	result   [components.ForceChunkSize]mgl32.Vec3
	pool     *Pool
	streams  *Streams
}

// NewForceScratch returns the scratch of a worker.
func NewForceScratch() *ForceScratch {
	f := &ForceScratch{slots: make([]uint32, 0, components.ForceChunkSize)}
	f.chunk.Whole = f.whole
	return f
}

func (f *ForceScratch) whole(i int) components.Particle {
	return f.pool.Particle(f.streams, f.slots[i])
}

// IntegrateForced is Integrate with accelerations of the game's own.
func (p *Pool) IntegrateForced(s *Streams, first, end int, force func(*components.ForceChunk), f *ForceScratch) {
	f.pool, f.streams = p, s
	f.slots = f.slots[:0]
	p.slots.each(first, end, func(slot uint32) {
		f.slots = append(f.slots, slot)
		if len(f.slots) == components.ForceChunkSize {
			f.push(force)
		}
	})
	if len(f.slots) > 0 {
		f.push(force)
	}
}

// push asks the force for the gathered particles and moves them.
func (f *ForceScratch) push(force func(*components.ForceChunk)) {
	p, s, n := f.pool, f.streams, len(f.slots)
	for i, slot := range f.slots {
		at, v := &s.PositionExpiry[slot], &s.VelocityMaxLife[slot]
		f.position[i], f.velocity[i] = mgl32.Vec3(at[:3]), mgl32.Vec3(v[:3])
		f.life[i], f.maxLife[i] = p.expiry[slot]-p.rows[p.owner[slot]].Clock, v[3]
		f.result[i] = mgl32.Vec3{}
	}
	c := &f.chunk
	c.Clock = p.now
	c.Position, c.Velocity = f.position[:n], f.velocity[:n]
	c.Life, c.MaxLife, c.Acceleration = f.life[:n], f.maxLife[:n], f.result[:n]
	force(c)
	for i, slot := range f.slots {
		a := [3]float32(f.result[i])
		for k := range a {
			switch {
			case a[k] != a[k]:
				a[k] = 0
			case a[k] > components.MaxForce, a[k] < -components.MaxForce:
				a[k] = 0 // infinite, or on the way there
			}
		}
		p.move(s, int(slot), &a)
	}
	f.slots = f.slots[:0]
}
