package systems

import (
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
)

// hostPool is a pool whose particles the CPU has: the streams in the device's layout, and
// what of them the device has yet to be told.
type hostPool struct {
	streams *sim.Streams
	rows    []sim.Row // of a Manual pool: one row for all

	version uint64 // of what the CPU has; grows with every step or write
	flown   uint64 // version that is on a frame graph
	known   uint64 // version that the device has
	changed dirty  // slots whose five streams and owner have changed
	flying  dirty  // of them those on a frame graph

	living []uint32
	parts  []gpu.ParticlePart
	runs   [][2]int
	landed func()
}

func newHostPool(streams *sim.Streams) *hostPool {
	h := &hostPool{streams: streams, version: 1}
	h.landed = func() {
		h.flying.clear()
		h.known = h.flown
	}
	return h
}

// news reports whether the device has yet to be told of something.
func (h *hostPool) news() bool { return h.version != h.known }

// born writes the births of a step.
func (h *hostPool) born(births []sim.Birth) {
	h.streams.Put(births)
	for i := range births {
		h.changed.mark(int(births[i].Slot))
	}
	h.version++
}

// fit follows the pool's growth.
func (h *hostPool) fit(capacity int) {
	h.streams.Grow(capacity)
	h.changed.fit(capacity)
}

// part is the content of the slots of first to end: the lanes of the streams from low to high.
func (h *hostPool) part(first, end, low, high int) gpu.ParticlePart {
	part := gpu.ParticlePart{First: first}
	for lane, stream := range [5][][4]float32{
		h.streams.PositionExpiry, h.streams.VelocityMaxLife, h.streams.SizeSpin, h.streams.Color, h.streams.UVRect,
	} {
		if lane >= low && lane < high {
			part.Streams[lane] = gpu.AsBytes(stream[first:end])
		}
	}
	return part
}

// moving is the upload of a pool that the CPU driver moves: the two streams of motion as far
// as there are particles, and the rest only where it changed.
func (h *hostPool) moving(p *sim.Pool) gpu.ParticleState {
	h.flown = h.version
	h.living = p.Living(h.living[:0])
	h.flying.take(&h.changed)
	h.runs = h.flying.runs(h.runs[:0])
	h.parts = append(h.parts[:0], h.part(0, p.HighWater(), 0, 2))
	for _, run := range h.runs {
		part := h.part(run[0], run[1], 2, 5)
		part.Owner = gpu.AsBytes(p.Owners()[run[0]:run[1]])
		h.parts = append(h.parts, part)
	}
	return gpu.ParticleState{
		Places: gpu.AsBytes(p.Places()), Rows: gpu.AsBytes(p.Rows()), Count: len(h.living), Living: gpu.AsBytes(h.living), Parts: h.parts,
	}
}

// written is the upload of a Manual pool: the slots that were written.
func (h *hostPool) written(count int) gpu.ParticleState {
	h.flown = h.version
	h.flying.take(&h.changed)
	h.runs = h.flying.runs(h.runs[:0])
	h.parts = h.parts[:0]
	for _, run := range h.runs {
		h.parts = append(h.parts, h.part(run[0], run[1], 0, 5))
	}
	return gpu.ParticleState{Rows: gpu.AsBytes(h.rows), Count: count, Parts: h.parts}
}
