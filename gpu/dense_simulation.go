package gpu

import (
	"fmt"
	"slices"
)

// DenseSimulationDesc describes a dense simulation.
type DenseSimulationDesc struct {
	// Label names the simulation in errors.
	Label string
	// Capacity is the number of slots, 1 to MaxParticles of the device.
	Capacity int
}

// DenseSimulation keeps the particles of one densesim.Emitter on the device: a position and a
// velocity for each slot, 32 bytes, without gaps. It implements densesim.GpuSimulation, whose
// methods it checks and records; Flush or AddTo has the device carry them out, any number of
// steps at once, in one submit.
type DenseSimulation struct {
	device   *Device
	label    string
	capacity int
	released bool

	kernels                        denseKernels
	positions, velocities          *Buffer // a vec4 per slot, w unused
	liftedPosition, liftedVelocity *Buffer // scratch of the moves
	upload                         *Buffer
	group                          *BindGroup
	window                         uint64 // bytes of the upload that the group binds

	recorded denseRecording // since the last Flush or AddTo
	flight   denseRecording // on a frame graph
	taken    bool           // the device was told to take what is in flight
	node     ComputeNode
	own      *FrameGraph // of Flush
}

// NewDenseSimulation allocates a simulation whose slots are all at the origin and at rest. A
// Capacity that the device cannot hold is an ErrLimit that says what it can.
func NewDenseSimulation(d *Device, desc DenseSimulationDesc) (*DenseSimulation, error) {
	const what = "dense simulation"
	if d == nil {
		return nil, &Error{what, desc.Label, "the device is nil", ErrUsage}
	}
	if err := d.open(what, desc.Label); err != nil {
		return nil, err
	}
	if limit := MaxParticles(d); desc.Capacity < 1 || desc.Capacity > limit {
		return nil, &Error{what, desc.Label, fmt.Sprintf("Capacity is %d; this device holds 1 to %d", desc.Capacity, limit), ErrLimit}
	}
	s := &DenseSimulation{device: d, label: desc.Label, capacity: desc.Capacity, taken: true, own: NewFrameGraph(d)}
	alignment := int(d.limits.StorageOffsetAlignment)
	perRun := min(maxSpawnsPerRun, int(d.limits.MaxStorageBindingSize-denseSpawnsSize)/denseSpawnSize)
	s.recorded = denseRecording{alignment: alignment, perRun: perRun, changed: make([]uint32, desc.Capacity)}
	s.flight = denseRecording{alignment: alignment, perRun: perRun}
	if err := s.allocate(); err != nil {
		s.Release()
		return nil, fmt.Errorf("dense simulation %q: %w", desc.Label, err)
	}
	s.node = ComputeNode{
		Label:  s.label + ": simulate",
		Uses:   []Use{{s.positions, Modify}, {s.velocities, Modify}}, // nobody else knows the scratch
		Record: s.record,
	}
	return s, nil
}

func (s *DenseSimulation) allocate() (err error) {
	if err = s.kernels.build(s.device, s.label); err != nil {
		return err
	}
	size := uint64(s.capacity) * 16
	if s.positions, err = s.device.NewBuffer(BufferDesc{s.label + ": positions", size, StorageUsage | CopySrc}); err != nil {
		return err
	}
	s.velocities, err = s.device.NewBuffer(BufferDesc{s.label + ": velocities", size, StorageUsage | CopySrc})
	return err
}

// IsGpuSimulation is the brand of the contract, always true.
func (s *DenseSimulation) IsGpuSimulation() bool { return true }

// Label returns the simulation's label.
func (s *DenseSimulation) Label() string { return s.label }

// Capacity is the number of slots.
func (s *DenseSimulation) Capacity() int { return s.capacity }

// Positions is the device's memory of positions: a vec4 per slot, of which x, y and z count.
// It is what was flushed last, for shaders that draw; do not release it.
func (s *DenseSimulation) Positions() *Buffer { return s.positions }

// Velocities is the device's memory of velocities, as Positions.
func (s *DenseSimulation) Velocities() *Buffer { return s.velocities }

// Integrate records a step of slots 0 to count−1 by dt seconds: v = (v + gravity · dt) ·
// max(0, 1 − Drag · dt), then p += v · dt. count is 1 to Capacity, dt greater than 0.
func (s *DenseSimulation) Integrate(count int, dt float32, gravity [3]float32, extras struct{ Drag float32 }) error {
	switch {
	case count < 1 || count > s.capacity:
		return s.refuse(ErrRange, "Integrate: count is %d; it must be between 1 and %d", count, s.capacity)
	case !(dt > 0) || !finite(dt):
		return s.refuse(ErrRange, "Integrate: dt is %v; it must be a finite number of seconds greater than 0", dt)
	case !finite(gravity[:]...):
		return s.refuse(ErrRange, "Integrate: gravity is %v; it must be finite", gravity)
	case !(extras.Drag >= 0) || !finite(extras.Drag):
		return s.refuse(ErrRange, "Integrate: Drag is %v; it must be finite and 0 or more", extras.Drag)
	}
	if err := s.ready(); err != nil {
		return err
	}
	s.recorded.integrate(count, dt, gravity, extras.Drag)
	return nil
}

// MoveSlot records that the particle of slot from goes on in slot to, and replaces the one
// there. The two are different slots, 0 to Capacity−1.
func (s *DenseSimulation) MoveSlot(from, to int) error {
	if from < 0 || from >= s.capacity || to < 0 || to >= s.capacity || from == to {
		return s.refuse(ErrRange, "MoveSlot: from is %d and to %d; they must be two slots below %d", from, to, s.capacity)
	}
	if err := s.ready(); err != nil {
		return err
	}
	s.recorded.move(from, to)
	return nil
}

// WriteSpawn records a new particle in a slot, 0 to Capacity−1: position in world units and
// velocity in world units per second, both finite.
func (s *DenseSimulation) WriteSpawn(index int, position, velocity [3]float32) error {
	switch {
	case index < 0 || index >= s.capacity:
		return s.refuse(ErrRange, "WriteSpawn: index is %d; it must be a slot below %d", index, s.capacity)
	case !finite(position[:]...) || !finite(velocity[:]...):
		return s.refuse(ErrRange, "WriteSpawn: position is %v and velocity %v; both must be finite", position, velocity)
	}
	if err := s.ready(); err != nil {
		return err
	}
	s.recorded.spawn(index, position, velocity)
	return nil
}

// ready says why nothing more can be recorded, or returns nil.
func (s *DenseSimulation) ready() error {
	if s.released {
		return s.refuse(ErrUseAfterRelease, "it was released")
	}
	size, window := s.recorded.withOneMore()
	if !s.taken {
		size, window = size+len(s.flight.bytes)+s.flight.alignment, max(window, s.flight.window)
	}
	if size, limit := s.uploadSize(size, window), s.device.limits.MaxBufferSize; size > limit {
		return s.refuse(ErrLimit, "the recorded steps come to %d bytes, and the device takes %d in a buffer; Flush more often", size, limit)
	}
	return nil
}

func (s *DenseSimulation) refuse(cause error, format string, args ...any) error {
	return &Error{"dense simulation", s.label, fmt.Sprintf(format, args...), cause}
}

func finite(values ...float32) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// Release frees the simulation's device memory; what was not flushed is lost. A second call
// does nothing.
func (s *DenseSimulation) Release() {
	if s.released {
		return
	}
	s.released = true
	s.own.Release()
	s.device.graphs = slices.DeleteFunc(s.device.graphs, func(g *FrameGraph) bool { return g == s.own })
	s.releaseGroup()
	for _, b := range []*Buffer{s.positions, s.velocities, s.liftedPosition, s.liftedVelocity, s.upload} {
		if b != nil {
			b.Release()
		}
	}
	s.kernels.release()
}

func (s *DenseSimulation) releaseGroup() {
	if s.group != nil {
		s.group.Release()
		s.group = nil
	}
}
