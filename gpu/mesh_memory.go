package gpu

// meshMemory is what a mesh scene has on the device.
type meshMemory struct {
	places, worlds, payload *Buffer // by slot
	pages, bounds, span     *Buffer
	worldGroup, drawGroup   *BindGroup
}

// fit sees to buffers that hold all pages and batches. What grows is uploaded anew.
func (s *MeshScene) fit() error {
	m := &s.memory
	pages, batches := max(1, len(s.owner)), max(1, len(s.batches))
	if m.places != nil && m.places.bytes >= uint64(pages*meshPage*64) && m.bounds.bytes >= uint64(batches*32) {
		return nil
	}
	m.release()
	room := 1
	for room < pages {
		room *= 2
	}
	room = max(pages, min(room, int(s.device.limits.MaxStorageBindingSize/uint64(max(s.stride, 64))/meshPage)))
	slots := uint64(room * meshPage)
	for _, b := range []struct {
		buffer **Buffer
		name   string
		size   uint64
		usage  BufferUsage
	}{
		{&m.places, "places", slots * 64, StorageUsage | CopyDst},
		{&m.worlds, "worlds", slots * 48, StorageUsage | CopySrc},
		{&m.payload, "payload", slots * uint64(s.stride), StorageUsage | CopyDst},
		{&m.pages, "pages", uint64(room * 16), StorageUsage | CopyDst},
		{&m.bounds, "bounds", uint64(roundCapacity(batches * 32)), StorageUsage | CopyDst},
		{&m.span, "span", 16, UniformUsage | CopyDst},
	} {
		var err error
		if *b.buffer, err = s.device.NewBuffer(BufferDesc{Label: s.label + ": " + b.name, Size: b.size, Usage: b.usage}); err != nil {
			m.release()
			return err
		}
	}
	var err error
	if m.worldGroup, err = s.device.NewBindGroup(s.label+": world", s.kernels.worldLayout, GroupEntry{Binding: 0, Buffer: m.span},
		GroupEntry{Binding: 1, Buffer: m.places}, GroupEntry{Binding: 2, Buffer: m.worlds}); err == nil {
		m.drawGroup, err = s.device.NewBindGroup(s.label+": draw", s.kernels.drawLayout,
			GroupEntry{Binding: 0, Buffer: m.worlds}, GroupEntry{Binding: 1, Buffer: m.payload})
	}
	if err != nil {
		m.release()
		return err
	}
	s.node.Uses = []Use{{m.places, Read}, {m.worlds, Modify}}
	s.moved.markAll()
	s.looks.markAll()
	s.tables = true
	s.generated++
	s.serial++
	return nil
}

func (m *meshMemory) release() {
	for _, g := range []*BindGroup{m.worldGroup, m.drawGroup} {
		if g != nil {
			g.Release()
		}
	}
	for _, b := range []*Buffer{m.places, m.worlds, m.payload, m.pages, m.bounds, m.span} {
		if b != nil {
			b.Release()
		}
	}
	*m = meshMemory{}
}

// Release frees the scene's memory. Its views are released by their owner. A second call does nothing.
func (s *MeshScene) Release() {
	if s.released {
		return
	}
	s.released = true
	s.memory.release()
	s.kernels.release()
}
