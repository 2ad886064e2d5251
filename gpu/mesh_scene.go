package gpu

import "fmt"

// MeshScene holds the instances of meshes on the device: where each stands, its world matrix, which the device works out,
// and some bytes for the shader that draws it. Instances of one mesh and material class are a batch, and one indirect
// draw. A [MeshView] finds those that a frustum sees.
//
// An instance keeps its slot until it is removed; the slot is then given to another of the same batch. There is no limit to
// instances but the device's memory: 112 bytes each, the drawing shader's bytes, and 4 in each view.
//
// The vertex shader finds an array of world matrices (three vec4 rows each) at binding 0 of DrawLayout and the instances'
// bytes at binding 1, both by slot; the slot comes as a u32 vertex attribute that advances with the instance.
type MeshScene struct {
	device  *Device
	label   string
	stride  int
	kernels meshKernels

	places     []MeshPlace // by slot
	payload    []byte      // by slot
	generation []uint32    // by slot; odd while taken
	owner      []int32     // batch of a page; -1: free
	batches    []meshBatch
	freeBatch  []int
	freePage   []int

	list   []meshPageEntry // pages by batch
	bounds []meshBounds    // by batch
	span   [1]meshSpan
	moved  pageMarks
	looks  pageMarks
	tables bool // list or bounds changed

	serial    uint64 // grows with all that a view must look at
	listed    uint64 // grows when the list of pages is another
	generated uint64 // grows when the buffers are others
	memory    meshMemory
	node      ComputeNode
	written   func()
	count     int
	released  bool
}

// meshBatch is what the CPU knows of a batch.
type meshBatch struct {
	used  bool
	pages []int
	free  []uint32 // slots, the next at the end
	count int
	first int // of its pages in the list
}

// meshPageEntry is MeshPage of the shaders.
type meshPageEntry struct{ page, batch, first, last uint32 }

// meshBounds is MeshBatch of the shaders.
type meshBounds struct {
	centre  [3]float32
	indices uint32
	half    [3]float32
	_       uint32
}

// meshSpan is Span of the shaders.
type meshSpan struct {
	first, count uint32
	_            [2]uint32
}

// MeshSlot names an instance. A slot that is used again has another generation.
type MeshSlot struct {
	Index      uint32 // in the arrays that the vertex shader reads
	Generation uint32
}

// NewMeshScene makes an empty scene whose instances carry so many bytes each for the drawing shader: a multiple of 16, at
// least 16.
func NewMeshScene(d *Device, label string, payload int) (*MeshScene, error) {
	if payload < 16 || payload%16 != 0 {
		return nil, &Error{"mesh scene", label, fmt.Sprintf("payload is %d; it must be a multiple of 16 bytes, at least 16", payload), ErrUsage}
	}
	s := &MeshScene{device: d, label: label, stride: payload}
	s.written = s.forget
	s.node = ComputeNode{Label: label + ": world", Record: s.record}
	if err := s.kernels.build(d, label); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// DrawLayout is the bind group of the draws' vertex shader: matrices and bytes. It belongs to the scene.
func (s *MeshScene) DrawLayout() *BindGroupLayout { return s.kernels.drawLayout }

// Instances is how many there are.
func (s *MeshScene) Instances() int { return s.count }

func (s *MeshScene) refuse(cause error, format string, args ...any) error {
	return &Error{"mesh scene", s.label, fmt.Sprintf(format, args...), cause}
}

// NewBatch makes a batch for a mesh with so many indices inside a box between two corners, in the mesh's own space. It
// returns the number of the batch; those of removed batches are used again.
func (s *MeshScene) NewBatch(low, high [3]float32, indices uint32) int {
	b := len(s.batches)
	if n := len(s.freeBatch); n > 0 {
		b, s.freeBatch = s.freeBatch[n-1], s.freeBatch[:n-1]
	} else {
		s.batches, s.bounds = append(s.batches, meshBatch{}), append(s.bounds, meshBounds{})
	}
	s.batches[b] = meshBatch{used: true}
	bounds := meshBounds{indices: indices}
	for i := range 3 {
		// Halves first: the sum of two huge corners would be infinite.
		bounds.centre[i], bounds.half[i] = low[i]/2+high[i]/2, high[i]/2-low[i]/2
	}
	s.bounds[b] = bounds
	s.tables = true
	s.serial++
	return b
}

// RemoveBatch removes a batch with all its instances.
func (s *MeshScene) RemoveBatch(batch int) error {
	if err := s.checkBatch(batch); err != nil {
		return err
	}
	b := &s.batches[batch]
	for _, page := range b.pages {
		for slot := page * meshPage; slot < (page+1)*meshPage; slot++ {
			if s.generation[slot]%2 == 1 {
				s.generation[slot]++
				s.places[slot] = MeshPlace{}
			}
		}
		s.moved.mark(page)
		s.owner[page] = -1
		s.freePage = append(s.freePage, page)
	}
	s.count -= b.count
	*b = meshBatch{}
	s.bounds[batch] = meshBounds{}
	s.freeBatch = append(s.freeBatch, batch)
	s.tables = true
	s.serial++
	return nil
}

func (s *MeshScene) checkBatch(batch int) error {
	if batch < 0 || batch >= len(s.batches) || !s.batches[batch].used {
		return s.refuse(ErrRange, "there is no batch %d; NewBatch makes one", batch)
	}
	return nil
}

// Add puts an instance into a batch. payload is what the drawing shader gets, as long as the scene was made for.
func (s *MeshScene) Add(batch int, place MeshPlace, payload []byte) (MeshSlot, error) {
	if err := s.checkBatch(batch); err != nil {
		return MeshSlot{}, err
	}
	if len(payload) != s.stride {
		return MeshSlot{}, s.refuse(ErrRange, "an instance is added with %d bytes; it must have %d", len(payload), s.stride)
	}
	b := &s.batches[batch]
	if len(b.free) == 0 {
		if err := s.addPage(batch); err != nil {
			return MeshSlot{}, err
		}
	}
	index := b.free[len(b.free)-1]
	b.free = b.free[:len(b.free)-1]
	b.count++
	s.count++
	s.generation[index]++
	slot := MeshSlot{index, s.generation[index]}
	if err := s.Place(slot, place); err != nil {
		return slot, err
	}
	return slot, s.Dress(slot, payload)
}

// addPage gives a batch 256 more slots.
func (s *MeshScene) addPage(batch int) error {
	page := len(s.owner)
	if n := len(s.freePage); n > 0 {
		page, s.freePage = s.freePage[n-1], s.freePage[:n-1]
	} else {
		most := s.device.limits.MaxStorageBindingSize / uint64(max(s.stride, 64)) / meshPage
		if uint64(page) >= min(most, uint64(s.device.limits.MaxWorkgroupsPerDimension)) {
			return s.refuse(ErrLimit, "%d instances fill the device's bindings; remove some, or use a second scene", page*meshPage)
		}
		s.owner = append(s.owner, -1)
		s.places = append(s.places, make([]MeshPlace, meshPage)...)
		s.generation = append(s.generation, make([]uint32, meshPage)...)
		s.payload = append(s.payload, make([]byte, meshPage*s.stride)...)
		s.moved.grow(page + 1)
		s.looks.grow(page + 1)
	}
	s.owner[page] = int32(batch)
	b := &s.batches[batch]
	b.pages = append(b.pages, page)
	for slot := (page+1)*meshPage - 1; slot >= page*meshPage; slot-- {
		b.free = append(b.free, uint32(slot))
	}
	s.moved.mark(page)
	s.looks.mark(page)
	s.tables = true
	return nil
}

func (s *MeshScene) check(slot MeshSlot) error {
	if int(slot.Index) >= len(s.generation) || s.generation[slot.Index] != slot.Generation || slot.Generation%2 == 0 {
		return s.refuse(ErrUseAfterRelease, "slot %d of generation %d has no instance; it was removed, or never added", slot.Index, slot.Generation)
	}
	return nil
}

// Place moves an instance.
func (s *MeshScene) Place(slot MeshSlot, place MeshPlace) error {
	if err := s.check(slot); err != nil {
		return err
	}
	if place.kind == meshGone {
		return s.refuse(ErrUsage, "slot %d is given an empty MeshPlace; make it with PlaceMesh or PlaceMeshMatrix", slot.Index)
	}
	s.places[slot.Index] = place
	s.moved.mark(int(slot.Index) / meshPage)
	s.serial++
	return nil
}

// Dress gives an instance other bytes for the drawing shader.
func (s *MeshScene) Dress(slot MeshSlot, payload []byte) error {
	if err := s.check(slot); err != nil {
		return err
	}
	if len(payload) != s.stride {
		return s.refuse(ErrRange, "slot %d is given %d bytes; it must have %d", slot.Index, len(payload), s.stride)
	}
	copy(s.payload[int(slot.Index)*s.stride:], payload)
	s.looks.mark(int(slot.Index) / meshPage)
	return nil
}

// Remove takes an instance away; its slot is used again.
func (s *MeshScene) Remove(slot MeshSlot) error {
	if err := s.check(slot); err != nil {
		return err
	}
	page := int(slot.Index) / meshPage
	b := &s.batches[s.owner[page]]
	b.free = append(b.free, slot.Index)
	b.count--
	s.count--
	s.generation[slot.Index]++
	s.places[slot.Index] = MeshPlace{}
	s.moved.mark(page)
	s.serial++
	return nil
}
