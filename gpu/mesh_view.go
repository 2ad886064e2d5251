package gpu

import (
	"encoding/binary"
	"fmt"
)

// meshViewUniform is View of the shaders.
type meshViewUniform struct {
	planes [6][4]float32
	mode   uint32
	_      [3]uint32
}

// MeshView is what one camera, or one light that casts shadows, sees of a [MeshScene]: a list of slots for each batch and
// the arguments of its indirect draw, both written by the device.
type MeshView struct {
	scene   *MeshScene
	label   string
	uniform [1]meshViewUniform

	view, seen, counts, index, args *Buffer
	group                           *BindGroup
	generated                       uint64 // of the scene, when the group was made
	node                            ComputeNode

	// What the lists show, so that an unchanged frame costs nothing.
	shown       meshViewUniform
	shownSerial uint64
	valid       bool
	listed      uint64
	adding      uint64
	addingList  uint64
	zeros       []byte
	written     func()
	released    bool
}

// NewMeshView makes a view that culls nothing.
func (s *MeshScene) NewMeshView(label string) *MeshView {
	v := &MeshView{scene: s, label: s.label + ": " + label}
	v.node = ComputeNode{Label: v.label + ": cull", Record: v.record}
	v.written = func() { v.shown, v.shownSerial, v.listed, v.valid = v.uniform[0], v.adding, v.addingList, true }
	return v
}

// SetCulling says which frustum the next AddTo culls for, and how. The matrix leads from world to clip space, column by
// column, with depth in [0,1].
func (v *MeshView) SetCulling(mode MeshCulling, worldToClip [16]float32) {
	v.uniform[0] = meshViewUniform{mode: uint32(mode)}
	if mode != CullNothing {
		v.uniform[0].planes = FrustumPlanes(worldToClip)
	}
}

// AddTo puts the culling on the frame graph; where neither scene nor frustum changed it adds nothing. The scene's AddTo
// came before it.
func (v *MeshView) AddTo(g *FrameGraph) error {
	s := v.scene
	if v.released || s.released {
		return s.refuse(ErrUseAfterRelease, "%s: it was released", v.label)
	}
	if s.memory.places == nil {
		return s.refuse(ErrUsage, "%s: AddTo of the scene comes before that of its views", v.label)
	}
	if err := v.fit(); err != nil {
		return err
	}
	if v.listed != s.listed {
		// Batches may have gone: their draws must count 0 until the device says otherwise.
		v.zeros = append(v.zeros[:0], make([]byte, v.args.bytes)...)
		g.AddUpload(v.args, 0, v.zeros)
		v.valid = false
	}
	v.adding, v.addingList = s.serial, s.listed
	if v.valid && v.shownSerial == s.serial && v.shown == v.uniform[0] {
		return nil
	}
	if len(s.list) == 0 {
		g.Then(v.written)
		return nil
	}
	g.AddUpload(v.view, 0, AsBytes(v.uniform[:]))
	g.AddCompute(&v.node)
	g.Then(v.written)
	return nil
}

// fit sees to lists for all pages and batches of the scene.
func (v *MeshView) fit() error {
	s := v.scene
	if v.group != nil && v.generated == s.generated {
		return nil
	}
	v.releaseMemory()
	pages, batches := s.memory.pages.bytes/16, s.memory.bounds.bytes/32
	for _, b := range []struct {
		buffer **Buffer
		name   string
		size   uint64
		usage  BufferUsage
	}{
		{&v.view, "view", 112, UniformUsage | CopyDst},
		{&v.seen, "seen", pages * 32, StorageUsage},
		{&v.counts, "counts", pages * 4, StorageUsage},
		{&v.index, "index", pages * meshPage * 4, StorageUsage | VertexUsage | CopySrc},
		{&v.args, "arguments", batches * 20, StorageUsage | IndirectUsage | CopySrc | CopyDst},
	} {
		var err error
		if *b.buffer, err = s.device.NewBuffer(BufferDesc{Label: v.label + ": " + b.name, Size: b.size, Usage: b.usage}); err != nil {
			v.releaseMemory()
			return err
		}
	}
	m := &s.memory
	var err error
	v.group, err = s.device.NewBindGroup(v.label, s.kernels.cullLayout, GroupEntry{Binding: 0, Buffer: v.view},
		GroupEntry{Binding: 1, Buffer: m.pages}, GroupEntry{Binding: 2, Buffer: m.bounds},
		GroupEntry{Binding: 3, Buffer: m.places}, GroupEntry{Binding: 4, Buffer: m.worlds},
		GroupEntry{Binding: 5, Buffer: v.seen}, GroupEntry{Binding: 6, Buffer: v.counts},
		GroupEntry{Binding: 7, Buffer: v.index}, GroupEntry{Binding: 8, Buffer: v.args})
	if err != nil {
		v.releaseMemory()
		return err
	}
	v.node.Uses = []Use{{m.worlds, Read}, {v.seen, Write}, {v.counts, Write}, {v.index, Write}, {v.args, Write}}
	v.generated, v.valid = s.generated, false
	return nil
}

func (v *MeshView) record(pass *ComputePass) {
	pages := uint32(len(v.scene.list))
	pass.SetBindGroup(0, v.group)
	pass.SetPipeline(v.scene.kernels.cull)
	pass.Dispatch(pages, 1, 1)
	pass.SetPipeline(v.scene.kernels.expand)
	pass.Dispatch(pages, 1, 1)
}

// Uses appends what a raster node that draws the view must declare. The buffers change when the scene grows: ask each
// frame, after AddTo.
func (v *MeshView) Uses(to []Use) []Use {
	m := &v.scene.memory
	return append(to, Use{m.worlds, Read}, Use{v.index, Read}, Use{v.args, Read})
}

// Draw records one indirect draw of what the view sees of a batch. The pipeline, the mesh's vertex and index buffers are
// set before it; group is where the pipeline has DrawLayout, slots the number of the vertex buffer of slots. An empty batch
// records nothing.
func (v *MeshView) Draw(pass *RenderPass, batch int, group, slots uint32) {
	s := v.scene
	if err := s.checkBatch(batch); err != nil {
		pass.fail(err)
		return
	}
	b := &s.batches[batch]
	if len(b.pages) == 0 || v.group == nil {
		return
	}
	pass.SetBindGroup(group, s.memory.drawGroup)
	pass.SetVertexBufferAt(slots, v.index, uint64(b.first*meshPage*4))
	pass.DrawIndexedIndirect(v.args, uint64(batch*20))
}

// Counts waits for the device and returns how many instances each batch's draw has, by number of the batch, up to the end
// of the buffer: batches that do not exist have 0. It is for tests and debugging.
func (v *MeshView) Counts() ([]uint32, error) {
	if v.args == nil {
		return nil, nil
	}
	data, err := v.scene.device.ReadBuffer(v.args, 0, v.args.bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.label, err)
	}
	counts := make([]uint32, len(data)/20)
	for i := range counts {
		counts[i] = binary.LittleEndian.Uint32(data[i*20+4:])
	}
	return counts, nil
}

// Slots waits for the device and returns the slots that the view sees of a batch, in the order of drawing. It is for tests
// and debugging.
func (v *MeshView) Slots(batch int) ([]uint32, error) {
	if err := v.scene.checkBatch(batch); err != nil {
		return nil, err
	}
	counts, err := v.Counts()
	if err != nil || batch >= len(counts) || counts[batch] == 0 {
		return nil, err
	}
	data, err := v.scene.device.ReadBuffer(v.index, uint64(v.scene.batches[batch].first*meshPage*4), uint64(counts[batch]*4))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.label, err)
	}
	slots := make([]uint32, counts[batch])
	for i := range slots {
		slots[i] = binary.LittleEndian.Uint32(data[i*4:])
	}
	return slots, nil
}

func (v *MeshView) releaseMemory() {
	if v.group != nil {
		v.group.Release()
	}
	for _, b := range []*Buffer{v.view, v.seen, v.counts, v.index, v.args} {
		if b != nil {
			b.Release()
		}
	}
	v.view, v.seen, v.counts, v.index, v.args, v.group, v.valid = nil, nil, nil, nil, nil, nil, false
}

// Release frees the view's lists. A second call does nothing.
func (v *MeshView) Release() {
	v.releaseMemory()
	v.released = true
}
