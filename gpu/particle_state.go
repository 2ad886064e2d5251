package gpu

import "encoding/binary"

// ParticleState is a pool as the CPU has it, in the layout of the device: what a driver on
// the CPU shows instead of queueing steps.
type ParticleState struct {
	// Rows has one struct of ParticleRowSize bytes for each emitter row of the pool.
	Rows []byte
	// Places has the matrices of emitters whose particles live in their own axes, as in ParticleStep.
	Places []byte
	// Count is how many particles are drawn.
	Count int
	// Living lists their slots, 4 bytes each, in the order of drawing. Nil leaves the list that
	// the device has.
	Living []byte
	// Parts are the slots whose content has changed.
	Parts []ParticlePart
}

// ParticlePart is the content of neighbouring slots: 16 bytes a slot for each stream that
// has changed and none for the others; 4 bytes a slot for the owners.
type ParticlePart struct {
	First   int
	Streams [5][]byte // position+expiry, velocity+max life, size+spin, colour, uv rectangle
	Owner   []byte
}

// AddState puts a state on the frame graph as uploads alone: nothing is dispatched. Its bytes
// must stay as they are until the graph was executed.
func (pool *ParticlePool) AddState(g *FrameGraph, state ParticleState) error {
	return pool.failed(pool.putState(g, state))
}

// WriteState writes a state at once, for the next commands that are submitted.
func (pool *ParticlePool) WriteState(state ParticleState) error {
	return pool.failed(pool.putState(nil, state))
}

// putState uploads with a frame, or at once if the graph is nil.
func (pool *ParticlePool) putState(g *FrameGraph, state ParticleState) error {
	pool.staging.reset()
	pool.flight.reset()
	pool.taken = true // the CPU has it: there are no steps to lose
	if err := pool.flight.add(ParticleStep{LiveSlots: state.Count, Rows: state.Rows, Places: state.Places}, pool.alignment()); err != nil {
		return err
	}
	if err := pool.fitUpload(); err != nil {
		return err
	}
	pool.table = pool.flight.steps[0].table
	pool.flight.steps = pool.flight.steps[:0]
	for i, word := range [4]uint32{4, uint32(state.Count), 0, 0} {
		binary.LittleEndian.PutUint32(pool.argsBytes[i*4:], word)
	}
	if err := put(g, pool.upload, 0, pool.flight.bytes); err != nil {
		return err
	}
	if err := put(g, pool.args, 0, pool.argsBytes[:]); err != nil {
		return err
	}
	if err := put(g, pool.index, 0, state.Living); err != nil {
		return err
	}
	return pool.putParts(g, state.Parts)
}

func (pool *ParticlePool) putParts(g *FrameGraph, parts []ParticlePart) error {
	for i := range parts {
		part := &parts[i]
		for lane, data := range part.Streams {
			if err := put(g, pool.streams[lane], uint64(part.First)*16, data); err != nil {
				return err
			}
		}
		if err := put(g, pool.owner, uint64(part.First)*4, part.Owner); err != nil {
			return err
		}
	}
	return nil
}

func put(g *FrameGraph, b *Buffer, offset uint64, data []byte) error {
	if g == nil {
		return b.Write(offset, data)
	}
	g.AddUpload(b, offset, data)
	return nil
}

// LoadState writes all that the device needs to go on from a state by itself: the streams
// and owners of its parts, and who is alive, a bit a slot.
func (pool *ParticlePool) LoadState(parts []ParticlePart, alive []byte) error {
	err := pool.putParts(nil, parts)
	if err == nil {
		err = pool.alive.Write(0, alive[:min(len(alive), int(pool.alive.Size()))])
	}
	return pool.failed(err)
}

// Settle has the device take all steps that were queued, and waits for nothing. Steps that a
// frame graph still holds are taken out of it.
func (pool *ParticlePool) Settle() error {
	if pool.taken && len(pool.staging.steps) == 0 {
		return nil
	}
	graph := pool.particles.private()
	if _, err := pool.AddTo(graph); err != nil {
		return err
	}
	if err := graph.Execute(); err != nil {
		return pool.failed(err)
	}
	pool.flight.steps, pool.flight.runs = pool.flight.steps[:0], pool.flight.runs[:0]
	return nil
}
