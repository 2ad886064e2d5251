package game

import (
	_ "embed"
	"unsafe"

	"github.com/gomotes/motes/gpu"
)

//go:embed screen.wgsl
var screenWGSL string

// screenPass is a shader that runs once for every pixel of its targets: the one kind of pass that effects are made of. Its
// bindings are a uniform block at 0 and what else it reads behind.
type screenPass struct {
	device   *gpu.Device
	label    string
	layout   *gpu.BindGroupLayout
	pipeline *gpu.RenderPipeline
	groups   gpu.BindGroupCache // what is bound may be transient: known in Record only
}

// screenDesc describes a screenPass.
type screenDesc struct {
	label    string
	source   string            // behind screen.wgsl
	fragment string            // entry point
	uniform  uint64            // size of the uniform block
	reads    []gpu.BindingKind // at bindings 1, 2 …; 0 leaves a number out
	targets  []gpu.ColorTarget
	samples  uint32
}

func newScreenPass(d *gpu.Device, desc screenDesc) (*screenPass, error) {
	entries := []gpu.LayoutEntry{{Binding: 0, Stages: gpu.StageFragment, Kind: gpu.UniformBinding, Dynamic: true, MinSize: desc.uniform}}
	for i, kind := range desc.reads {
		if kind == 0 {
			continue
		}
		entries = append(entries, gpu.LayoutEntry{Binding: uint32(1 + i), Stages: gpu.StageFragment, Kind: kind})
	}
	layout, err := d.NewBindGroupLayout(desc.label, entries...)
	if err != nil {
		return nil, err
	}
	pipeline, err := d.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: desc.label, Source: screenWGSL + desc.source, VertexEntry: "vs_screen", FragmentEntry: desc.fragment,
		Layouts: []*gpu.BindGroupLayout{layout}, Topology: gpu.TriangleList, Targets: desc.targets, Samples: desc.samples,
	})
	if err != nil {
		layout.Release()
		return nil, err
	}
	return &screenPass{device: d, label: desc.label, layout: layout, pipeline: pipeline}, nil
}

// draw runs the shader over the viewport with the block at an offset of the uniform entry's buffer.
func (p *screenPass) draw(pass *gpu.RenderPass, offset uint32, entries ...gpu.GroupEntry) {
	group, err := p.groups.Get(p.device, p.label, p.layout, entries...)
	if err != nil {
		group = nil // which the pass refuses, in the node's name
	}
	pass.SetPipeline(p.pipeline)
	pass.SetBindGroup(0, group, offset)
	pass.Draw(3, 1, 0, 0)
}

func (p *screenPass) release() {
	if p == nil {
		return
	}
	p.groups.Release()
	p.pipeline.Release()
	p.layout.Release()
}

// blockStride is what the distance of uniform blocks in a buffer is a multiple of: the alignment of dynamic offsets that every device allows.
const blockStride = 256

// blocks is a buffer of uniform blocks and its content on the CPU.
type blocks[T any] struct {
	buffer  *gpu.Buffer
	staging []byte
}

// stride is the distance of two blocks: offsets are multiples of blockStride.
func (b *blocks[T]) stride() int {
	return (int(sizeOf[T]()) + blockStride - 1) / blockStride * blockStride
}

// newBlocks makes room for n blocks.
func newBlocks[T any](d *gpu.Device, label string, n int) (b blocks[T], err error) {
	b.staging = make([]byte, n*b.stride())
	b.buffer, err = d.NewBuffer(gpu.BufferDesc{Label: label, Size: uint64(len(b.staging)), Usage: gpu.UniformUsage | gpu.CopyDst})
	return b, err
}

// put sets block i.
func (b *blocks[T]) put(i int, block T) {
	copy(b.staging[i*b.stride():], gpu.AsBytes([]T{block}))
}

// entry is the binding of one block, chosen by the dynamic offset.
func (b *blocks[T]) entry() gpu.GroupEntry {
	return gpu.GroupEntry{Binding: 0, Buffer: b.buffer, Size: sizeOf[T]()}
}

func (b *blocks[T]) release() {
	if b.buffer != nil {
		b.buffer.Release()
		b.buffer = nil
	}
}

// sizeOf is the size of a uniform block.
func sizeOf[T any]() uint64 { return uint64(unsafe.Sizeof(*new(T))) }
