package gpu

import (
	"encoding/binary"
	"math"
)

// Flush has the device carry out all that was recorded, in one submit; with nothing recorded
// it does nothing. It carries out what lies on a frame graph that was not executed, too. After
// an error nothing was done, and the next Flush tries again.
func (s *DenseSimulation) Flush() error {
	if s.released {
		return s.refuse(ErrUseAfterRelease, "it was released")
	}
	added, err := s.AddTo(s.own)
	if err != nil || !added {
		return err
	}
	if err := s.own.Execute(); err != nil {
		s.taken = false
		return s.refuse(err, "%v", err)
	}
	return nil
}

// AddTo puts what was recorded on a frame graph, in place of a Flush: one upload and one node
// that modifies Positions and Velocities. With nothing recorded it adds nothing. It reports
// whether it added anything.
//
// Steps on a frame graph that was reset or refused are not lost: they are added again, in
// front of the newer ones.
func (s *DenseSimulation) AddTo(g *FrameGraph) (added bool, err error) {
	if s.released {
		return false, s.refuse(ErrUseAfterRelease, "it was released")
	}
	if s.taken {
		s.flight.reset()
		if s.recorded.empty() {
			return false, nil
		}
	}
	s.flight.take(&s.recorded)
	s.taken = false
	if err := s.fit(); err != nil {
		return false, s.refuse(err, "%v", err)
	}
	g.AddUpload(s.upload, 0, s.flight.bytes)
	g.AddCompute(&s.node)
	return true, nil
}

// fit grows the upload and the scratch to what is in flight, and binds them.
func (s *DenseSimulation) fit() error {
	window := s.windowSize(s.flight.window)
	size := s.uploadSize(len(s.flight.bytes), s.flight.window)
	grown, err := s.grow(&s.upload, "upload", size, s.device.limits.MaxBufferSize, StorageUsage|CopyDst)
	if err != nil {
		return err
	}
	scratch, most := uint64(max(1, s.flight.moves))*16, s.positions.Size()
	for _, b := range []struct {
		buffer **Buffer
		name   string
	}{{&s.liftedPosition, "lifted positions"}, {&s.liftedVelocity, "lifted velocities"}} {
		g, err := s.grow(b.buffer, b.name, scratch, most, StorageUsage)
		if err != nil {
			return err
		}
		grown = grown || g
	}
	if s.group != nil && !grown && s.window == window {
		return nil
	}
	s.releaseGroup()
	s.window = window
	s.group, err = s.device.NewBindGroup(s.label+": dense", s.kernels.layout,
		GroupEntry{Binding: 0, Buffer: s.upload, Size: window},
		GroupEntry{Binding: 1, Buffer: s.positions}, GroupEntry{Binding: 2, Buffer: s.velocities},
		GroupEntry{Binding: 3, Buffer: s.liftedPosition}, GroupEntry{Binding: 4, Buffer: s.liftedVelocity})
	return err
}

// windowSize is how much of the upload is bound for a longest block, rounded up so that the
// group is seldom made anew.
func (s *DenseSimulation) windowSize(longest int) uint64 {
	return min(uint64(roundCapacity(longest)), s.device.limits.MaxStorageBindingSize)
}

// uploadSize is how large the upload must be for the window to fit behind every offset.
func (s *DenseSimulation) uploadSize(recorded, longest int) uint64 {
	return uint64(alignUp(recorded, s.flight.alignment)) + s.windowSize(longest)
}

// grow replaces a buffer that is too small, or not there yet, by one that holds size bytes.
func (s *DenseSimulation) grow(b **Buffer, name string, size, most uint64, usage BufferUsage) (bool, error) {
	if *b != nil && (*b).Size() >= size {
		return false, nil
	}
	s.releaseGroup() // it holds the old one
	larger, err := s.device.NewBuffer(BufferDesc{
		Label: s.label + ": " + name,
		Size:  min(uint64(roundCapacity(int(size))), most),
		Usage: usage,
	})
	if err != nil {
		return false, err
	}
	if *b != nil {
		(*b).Release()
	}
	*b = larger
	return true, nil
}

// record dispatches the phases in flight, one after the other.
func (s *DenseSimulation) record(pass *ComputePass) {
	dispatch := func(kernel *ComputePipeline, offset uint32, items int) {
		if items == 0 {
			return
		}
		pass.SetPipeline(kernel)
		pass.SetBindGroup(0, s.group, offset)
		pass.Dispatch(groupsFor(items, densePerGroup), 1, 1)
	}
	if s.taken {
		return // a Flush was first
	}
	for _, p := range s.flight.phases {
		dispatch(s.kernels.integrate, p.offset, p.count)
		dispatch(s.kernels.lift, p.offset, p.moves)
		dispatch(s.kernels.place, p.offset, p.moves)
		for _, run := range s.flight.runs[p.firstRun : p.firstRun+p.runs] {
			dispatch(s.kernels.spawn, run.offset, run.spawns)
		}
	}
	s.taken = true
}

// DenseSnapshot is what the device holds of a dense simulation, by slot.
type DenseSnapshot struct {
	Positions, Velocities [][3]float32
}

// Read flushes, waits for the device and copies all slots back. It is for tests and
// debugging: the values are the device's own rounding, and no saved game should hold them.
func (s *DenseSimulation) Read() (*DenseSnapshot, error) {
	if err := s.Flush(); err != nil {
		return nil, err
	}
	snapshot := &DenseSnapshot{}
	for _, side := range []struct {
		from *Buffer
		to   *[][3]float32
	}{{s.positions, &snapshot.Positions}, {s.velocities, &snapshot.Velocities}} {
		data, err := s.device.ReadBuffer(side.from, 0, side.from.Size())
		if err != nil {
			return nil, s.refuse(err, "%v", err)
		}
		*side.to = make([][3]float32, s.capacity)
		for slot := range *side.to {
			for i := range 3 {
				(*side.to)[slot][i] = math.Float32frombits(binary.LittleEndian.Uint32(data[slot*16+i*4:]))
			}
		}
	}
	return snapshot, nil
}
