package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
)

const (
	// ParticleBirthSize is the size in bytes of one birth in ParticleStep.Births: the
	// struct Birth of the shaders.
	ParticleBirthSize = 92
	// ParticleRowSize is the size in bytes of one emitter in ParticleStep.Rows: the
	// struct EmitterRow of the shaders.
	ParticleRowSize = 64

	// ParticlePlaceSize is the size in bytes of the matrices of one emitter in ParticleStep.Places:
	// three rows of four numbers now, and three of the step before.
	ParticlePlaceSize = 96

	tableHeaderSize  = 32      // counts and shift in front of the rows
	stagedHeaderSize = 16      // count in front of each run of births
	maxBirthsPerRun  = 1 << 18 // 23 MiB: one binding, well under the guaranteed 128 MiB
)

// ParticleStep is one simulation step of one pool, decided by the CPU.
type ParticleStep struct {
	// IntegrateSlots bounds the slots that may hold a particle before the step.
	IntegrateSlots int
	// LiveSlots bounds the slots that may hold a particle after it.
	LiveSlots int
	// Rows has one struct of ParticleRowSize bytes for each emitter row of the pool.
	Rows []byte
	// Places has ParticlePlaceSize bytes for each emitter whose particles live in its own axes; its
	// row says where among the lanes, of 16 bytes, they begin.
	Places []byte
	// Shift is by how much the world's origin moved: it is added to the places of all others.
	Shift [3]float32
	// Births has one struct of ParticleBirthSize bytes for each new particle. No slot
	// occurs twice.
	Births []byte
}

// stagedStep says where a step lies in the staging bytes.
type stagedStep struct {
	table                     uint32 // offset of the step table
	integrateSlots, liveSlots int
	firstRun, runs            int // into particleStaging.runs
}

// stagedRun is a list of births that one dispatch scatters.
type stagedRun struct {
	offset uint32
	births int
}

// particleStaging packs the steps of a frame into one block of bytes, so that a pool
// needs one upload a frame however many steps and births it holds.
type particleStaging struct {
	bytes []byte
	steps []stagedStep
	runs  []stagedRun
	// Sizes in bytes that the bindings with dynamic offsets need: the largest table and
	// the largest run of births seen, rounded up. Both are set by the first step.
	tableWindow, runWindow int
}

func (s *particleStaging) reset() {
	s.bytes, s.steps, s.runs = s.bytes[:0], s.steps[:0], s.runs[:0]
}

// size is how large the buffer must be for every window to fit behind its offset.
func (s *particleStaging) size(alignment int) int {
	return alignUp(len(s.bytes), alignment) + max(s.tableWindow, s.runWindow)
}

// sizeWith bounds what size would be with one more step.
func (s *particleStaging) sizeWith(step ParticleStep, alignment int) int {
	runs := len(step.Births)/(maxBirthsPerRun*ParticleBirthSize) + 1
	table := tableHeaderSize + len(step.Rows) + len(step.Places)
	blocks := table + alignment + len(step.Births) + runs*(stagedHeaderSize+alignment)
	longest := min(len(step.Births), maxBirthsPerRun*ParticleBirthSize)
	window := max(s.tableWindow, s.runWindow,
		roundCapacity(table), roundCapacity(stagedHeaderSize+longest))
	return alignUp(len(s.bytes)+blocks, alignment) + window
}

func (s *particleStaging) add(step ParticleStep, alignment int) error {
	if len(step.Rows)%ParticleRowSize != 0 {
		return fmt.Errorf("step: Rows has %d bytes; it must be a multiple of %d", len(step.Rows), ParticleRowSize)
	}
	if len(step.Places)%ParticlePlaceSize != 0 {
		return fmt.Errorf("step: Places has %d bytes; it must be a multiple of %d", len(step.Places), ParticlePlaceSize)
	}
	if len(step.Births)%ParticleBirthSize != 0 {
		return fmt.Errorf("step: Births has %d bytes; it must be a multiple of %d", len(step.Births), ParticleBirthSize)
	}
	staged := stagedStep{
		table:          s.begin(alignment, uint32(step.IntegrateSlots), uint32(step.LiveSlots)),
		integrateSlots: step.IntegrateSlots,
		liveSlots:      step.LiveSlots,
		firstRun:       len(s.runs),
	}
	for _, v := range step.Shift {
		s.bytes = binary.LittleEndian.AppendUint32(s.bytes, math.Float32bits(v))
	}
	s.bytes = append(s.bytes, 0, 0, 0, 0)
	s.bytes = append(s.bytes, step.Rows...)
	s.bytes = append(s.bytes, step.Places...)
	table := tableHeaderSize + max(len(step.Rows), ParticleRowSize) + len(step.Places)
	s.tableWindow = max(s.tableWindow, roundCapacity(table))

	s.runWindow = max(s.runWindow, roundCapacity(stagedHeaderSize+ParticleBirthSize))
	for births := step.Births; len(births) > 0; {
		run := births[:min(len(births), maxBirthsPerRun*ParticleBirthSize)]
		births = births[len(run):]
		count := len(run) / ParticleBirthSize
		s.runs = append(s.runs, stagedRun{s.begin(alignment, uint32(count), 0), count})
		s.bytes = append(s.bytes, run...)
		s.runWindow = max(s.runWindow, roundCapacity(stagedHeaderSize+len(run)))
	}
	staged.runs = len(s.runs) - staged.firstRun
	s.steps = append(s.steps, staged)
	return nil
}

// take appends what another has staged, which is empty afterwards.
func (s *particleStaging) take(from *particleStaging, alignment int) {
	tableWindow, runWindow := max(s.tableWindow, from.tableWindow), max(s.runWindow, from.runWindow)
	if len(s.steps) == 0 {
		*s, *from = *from, *s
	} else {
		base, runs := s.align(alignment), len(s.runs)
		for _, step := range from.steps {
			step.table += base
			step.firstRun += runs
			s.steps = append(s.steps, step)
		}
		for _, run := range from.runs {
			run.offset += base
			s.runs = append(s.runs, run)
		}
		s.bytes = append(s.bytes, from.bytes...)
	}
	from.reset()
	for _, side := range []*particleStaging{s, from} {
		side.tableWindow, side.runWindow = tableWindow, runWindow
	}
}

// align pads to the next aligned offset and returns it.
func (s *particleStaging) align(alignment int) uint32 {
	for offset := alignUp(len(s.bytes), alignment); len(s.bytes) < offset; {
		s.bytes = append(s.bytes, 0)
	}
	return uint32(len(s.bytes))
}

// begin starts a block at an aligned offset with two counts in its header.
func (s *particleStaging) begin(alignment int, first, second uint32) uint32 {
	offset := s.align(alignment)
	s.bytes = binary.LittleEndian.AppendUint32(s.bytes, first)
	s.bytes = binary.LittleEndian.AppendUint32(s.bytes, second)
	s.bytes = append(s.bytes, 0, 0, 0, 0, 0, 0, 0, 0)
	return offset
}

func alignUp(n, alignment int) int { return (n + alignment - 1) / alignment * alignment }

// roundCapacity rounds up to a power of two, so that growth rebuilds few bind groups.
func roundCapacity(bytes int) int {
	size := 1024
	for size < bytes {
		size *= 2
	}
	return size
}
