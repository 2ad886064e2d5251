package gpu

import (
	"encoding/binary"
	"math"
)

const (
	densePhaseSize  = 32 // header of the shaders' DensePhase
	denseMoveSize   = 8
	denseSpawnsSize = 16 // header of the shaders' DenseSpawns
	denseSpawnSize  = 28

	maxSpawnsPerRun = 1 << 18 // 7 MiB: one binding
)

// densePhase is an integration and what happens to slots before the next one: moves from
// sources as they were after the integration, then spawns.
type densePhase struct {
	offset         uint32 // of its header in the recorded bytes
	count, moves   int
	firstRun, runs int // into denseRecording.runs
}

// denseRun is a list of spawns for one dispatch.
type denseRun struct {
	offset uint32
	spawns int
}

// denseChange is what a slot holds at the end of a phase: what another slot held after the
// integration, or a new particle.
type denseChange struct {
	slot, source uint32
	spawned      bool
	state        [6]float32 // of a new particle: position, velocity
}

// denseRecording gathers calls as bytes for one upload and phases for one pass. Calls of the
// open phase are resolved one by one, so that the device can carry them out all at once.
type denseRecording struct {
	alignment int
	perRun    int // spawns in a run
	bytes     []byte
	phases    []densePhase
	runs      []denseRun
	window    int // bytes that the longest block so far needs behind its offset
	moves     int // most in a phase

	open    bool
	header  [5]float32 // of the open phase: impulse, damping, dt
	count   int
	changes []denseChange
	changed []uint32 // per slot: 1 + its index in changes, or 0
}

func (r *denseRecording) empty() bool { return len(r.phases) == 0 && !r.open }

func (r *denseRecording) integrate(count int, dt float32, gravity [3]float32, drag float32) {
	r.close()
	r.open, r.count = true, count
	for i, g := range gravity {
		r.header[i] = float32(g * dt)
	}
	r.header[3] = max(0, 1-float32(drag*dt))
	r.header[4] = dt
}

func (r *denseRecording) move(from, to int) {
	c := denseChange{source: uint32(from)}
	if k := r.changed[from]; k > 0 {
		c = r.changes[k-1] // from holds what came there in this phase
	}
	r.put(to, c)
}

func (r *denseRecording) spawn(slot int, position, velocity [3]float32) {
	c := denseChange{spawned: true}
	copy(c.state[:3], position[:])
	copy(c.state[3:], velocity[:])
	r.put(slot, c)
}

func (r *denseRecording) put(slot int, c denseChange) {
	r.open = true
	c.slot = uint32(slot)
	if k := r.changed[slot]; k > 0 {
		r.changes[k-1] = c
		return
	}
	r.changes = append(r.changes, c)
	r.changed[slot] = uint32(len(r.changes))
}

// close writes the open phase out.
func (r *denseRecording) close() {
	if !r.open {
		return
	}
	p := densePhase{offset: r.align(), count: r.count, firstRun: len(r.runs)}
	for i := range r.changes {
		if !r.changes[i].spawned {
			p.moves++
		}
	}
	for _, f := range r.header {
		r.bytes = binary.LittleEndian.AppendUint32(r.bytes, math.Float32bits(f))
	}
	for _, n := range [3]uint32{uint32(p.count), uint32(p.moves), 0} {
		r.bytes = binary.LittleEndian.AppendUint32(r.bytes, n)
	}
	for i := range r.changes {
		if c := &r.changes[i]; !c.spawned {
			r.bytes = binary.LittleEndian.AppendUint32(r.bytes, c.source)
			r.bytes = binary.LittleEndian.AppendUint32(r.bytes, c.slot)
		}
	}
	r.moves = max(r.moves, p.moves)
	r.window = max(r.window, densePhaseSize+denseMoveSize*max(1, p.moves))
	r.closeSpawns(len(r.changes) - p.moves)
	p.runs = len(r.runs) - p.firstRun
	r.phases = append(r.phases, p)

	for i := range r.changes {
		r.changed[r.changes[i].slot] = 0
	}
	r.changes, r.open, r.count, r.header = r.changes[:0], false, 0, [5]float32{}
}

func (r *denseRecording) closeSpawns(left int) {
	room := 0
	for i := range r.changes {
		c := &r.changes[i]
		if !c.spawned {
			continue
		}
		if room == 0 {
			room = min(left, r.perRun)
			left -= room
			r.runs = append(r.runs, denseRun{r.align(), room})
			for _, n := range [4]uint32{uint32(room), 0, 0, 0} {
				r.bytes = binary.LittleEndian.AppendUint32(r.bytes, n)
			}
			r.window = max(r.window, denseSpawnsSize+denseSpawnSize*room)
		}
		room--
		r.bytes = binary.LittleEndian.AppendUint32(r.bytes, c.slot)
		for _, f := range c.state {
			r.bytes = binary.LittleEndian.AppendUint32(r.bytes, math.Float32bits(f))
		}
	}
}

// align pads to the next offset that a binding may have and returns it.
func (r *denseRecording) align() uint32 {
	for offset := alignUp(len(r.bytes), r.alignment); len(r.bytes) < offset; {
		r.bytes = append(r.bytes, 0)
	}
	return uint32(len(r.bytes))
}

// withOneMore bounds, for one more call, how many bytes are recorded and how long the longest
// block is.
func (r *denseRecording) withOneMore() (size, window int) {
	changes := len(r.changes) + 1
	runs := changes/r.perRun + 1
	size = len(r.bytes) + 2*(densePhaseSize+r.alignment) + denseSpawnSize*changes + runs*(denseSpawnsSize+r.alignment)
	return size, max(r.window, densePhaseSize+denseMoveSize*changes, denseSpawnsSize+denseSpawnSize*min(changes, r.perRun))
}

// take moves what another has recorded to the end of this.
func (r *denseRecording) take(from *denseRecording) {
	from.close()
	base, runs := r.align(), len(r.runs)
	for _, p := range from.phases {
		p.offset += base
		p.firstRun += runs
		r.phases = append(r.phases, p)
	}
	for _, run := range from.runs {
		run.offset += base
		r.runs = append(r.runs, run)
	}
	r.bytes = append(r.bytes, from.bytes...)
	r.window, r.moves = max(r.window, from.window), max(r.moves, from.moves)
	from.reset()
}

// reset forgets the closed phases, but not the longest block: the next is likely as long.
func (r *denseRecording) reset() {
	r.bytes, r.phases, r.runs, r.moves = r.bytes[:0], r.phases[:0], r.runs[:0], 0
}
