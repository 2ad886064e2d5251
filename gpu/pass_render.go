package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// IndexFormat is the type of the indices of a draw.
type IndexFormat uint8

// The types of indices.
const (
	Index16 IndexFormat = iota
	Index32
)

// RenderPass records draws. The first mistake is kept: nothing after it is recorded, and the graph returns it instead of
// submitting. A pass of the graph is valid inside Record only.
type RenderPass struct {
	device        *Device
	ref           *wgpu.RenderPassEncoder
	node          string // whose Record is running
	width, height uint32 // of the attachments; 0: not known
	err           error
	ready         bool // a pipeline is set
	indexed       bool // an index buffer is set
	touched       bool // viewport or scissor are not those of a fresh pass
	offsets       []uint32
}

// WrapRenderPass lets a host's own pass be drawn into. The host ends and releases it, and asks Err before it submits. All
// that is set on the pass must be of one Device, which wraps the host's.
func WrapRenderPass(pass *wgpu.RenderPassEncoder) *RenderPass {
	return &RenderPass{ref: pass, node: "host", offsets: make([]uint32, maxOffsets)}
}

// Err returns the first mistake made in this pass.
func (p *RenderPass) Err() error { return p.err }

// of returns the pass's device; a host's pass takes that of the first object it sees.
func (p *RenderPass) of(o *object) *Device {
	if p.device == nil {
		p.device = o.device
	}
	return p.device
}

func (p *RenderPass) begin(d *Device, ref *wgpu.RenderPassEncoder, width, height uint32) {
	*p = RenderPass{device: d, ref: ref, width: width, height: height, offsets: p.offsets}
	if p.offsets == nil {
		p.offsets = make([]uint32, maxOffsets)
	}
}

// beginNode gives the next node of a merged pass the whole target again.
func (p *RenderPass) beginNode(label string) {
	p.node, p.ready, p.indexed = label, false, false
	if p.touched && p.err == nil {
		p.ref.SetViewport(0, 0, float32(p.width), float32(p.height), 0, 1)
		p.ref.SetScissorRect(0, 0, p.width, p.height)
		p.touched = false
	}
}

// end closes the pass and returns what went wrong in it.
func (p *RenderPass) end() error {
	err := p.ref.End()
	p.ref.Release()
	p.ref = nil
	if p.err != nil {
		return p.err
	}
	return err
}

func (p *RenderPass) fail(err error) {
	if p.err == nil && err != nil {
		p.err = fmt.Errorf("node %q: %w", p.node, err)
	}
}

// SetPipeline chooses the pipeline of the draws that follow. Its formats and samples must be those of the attachments.
func (p *RenderPass) SetPipeline(pipeline *RenderPipeline) {
	if p.err != nil {
		return
	}
	if pipeline == nil {
		p.fail(&Error{"render pipeline", "", "SetPipeline is given nil", ErrUsage})
		return
	}
	if err := pipeline.usable(p.of(&pipeline.object)); err != nil {
		p.fail(err)
		return
	}
	p.ref.SetPipeline(pipeline.ref)
	p.ready = true
}

// SetBindGroup sets @group(index), with one offset in bytes for each dynamic buffer, in order of their bindings.
func (p *RenderPass) SetBindGroup(index uint32, group *BindGroup, offsets ...uint32) {
	if p.err != nil {
		return
	}
	d := p.device
	if group != nil {
		d = p.of(&group.object)
	}
	if err := checkGroup(d, index, group, offsets); err != nil {
		p.fail(err)
		return
	}
	n := copy(p.offsets, offsets)
	p.ref.SetBindGroup(index, group.ref, p.offsets[:n])
}

// buffer reports whether a buffer can be used, and keeps the error if not.
func (p *RenderPass) buffer(b *Buffer, usage BufferUsage, name string) bool {
	if p.err != nil {
		return false
	}
	if b == nil {
		p.fail(&Error{"buffer", "", "nil is given where a buffer with " + name + " is needed", ErrUsage})
		return false
	}
	if err := b.usable(p.of(&b.object)); err != nil {
		p.fail(err)
		return false
	}
	if b.usage&usage == 0 {
		p.fail(&Error{"buffer", b.label, "it was made without " + name, ErrUsage})
		return false
	}
	return true
}

// SetVertexBuffer sets a whole buffer as vertex buffer number slot.
func (p *RenderPass) SetVertexBuffer(slot uint32, b *Buffer) { p.SetVertexBufferAt(slot, b, 0) }

// SetVertexBufferAt sets a buffer from an offset in bytes on, a multiple of 4, as vertex buffer number slot.
func (p *RenderPass) SetVertexBufferAt(slot uint32, b *Buffer, offset uint64) {
	if !p.buffer(b, VertexUsage, "VertexUsage") {
		return
	}
	if limit := p.device.limits.MaxVertexBuffers; slot >= limit {
		p.fail(&Error{"buffer", b.label, fmt.Sprintf("the vertex buffer's slot is %d; it must be below %d", slot, limit), ErrLimit})
		return
	}
	if offset%4 != 0 || offset >= b.bytes {
		p.fail(&Error{"buffer", b.label, fmt.Sprintf("vertices begin at offset %d; it must be a multiple of 4 below the size of %d", offset, b.bytes), ErrRange})
		return
	}
	p.ref.SetVertexBuffer(slot, b.ref, offset, b.bytes-offset)
}

// SetIndexBuffer sets a whole buffer as the indices of indexed draws.
func (p *RenderPass) SetIndexBuffer(b *Buffer, format IndexFormat) {
	if !p.buffer(b, IndexUsage, "IndexUsage") {
		return
	}
	native := wgpu.IndexFormatUint32
	if format == Index16 {
		native = wgpu.IndexFormatUint16
	}
	p.ref.SetIndexBuffer(b.ref, native, 0, b.bytes)
	p.indexed = true
}

func (p *RenderPass) drawable(indexed bool) bool {
	switch {
	case p.err != nil:
		return false
	case !p.ready:
		p.fail(&Error{"draw", p.node, "no pipeline is set", ErrUsage})
		return false
	case indexed && !p.indexed:
		p.fail(&Error{"draw", p.node, "no index buffer is set", ErrUsage})
		return false
	}
	return true
}

// Draw draws instances of a run of vertices.
func (p *RenderPass) Draw(vertices, instances, firstVertex, firstInstance uint32) {
	if p.drawable(false) {
		p.ref.Draw(vertices, instances, firstVertex, firstInstance)
	}
}

// DrawIndexed draws instances of a run of indices; baseVertex is added to each index.
func (p *RenderPass) DrawIndexed(indices, instances, firstIndex uint32, baseVertex int32, firstInstance uint32) {
	if p.drawable(true) {
		p.ref.DrawIndexed(indices, instances, firstIndex, baseVertex, firstInstance)
	}
}

// DrawIndirect draws with the four u32 that lie at an offset of b: vertices, instances, first vertex, first instance. The
// last must be 0: not every device draws otherwise.
func (p *RenderPass) DrawIndirect(b *Buffer, offset uint64) {
	if p.indirect(b, offset, 16) && p.drawable(false) {
		p.ref.DrawIndirect(b.ref, offset)
	}
}

// DrawIndexedIndirect draws with five u32: indices, instances, first index, base vertex (signed), first instance. The last
// must be 0: not every device draws otherwise.
func (p *RenderPass) DrawIndexedIndirect(b *Buffer, offset uint64) {
	if p.indirect(b, offset, 20) && p.drawable(true) {
		p.ref.DrawIndexedIndirect(b.ref, offset)
	}
}

func (p *RenderPass) indirect(b *Buffer, offset, size uint64) bool {
	if !p.buffer(b, IndirectUsage, "IndirectUsage") {
		return false
	}
	if offset%4 != 0 || offset > b.bytes || size > b.bytes-offset {
		p.fail(&Error{"buffer", b.label, fmt.Sprintf("indirect arguments of %d bytes at offset %d; offsets are multiples of 4 and the buffer has %d",
			size, offset, b.bytes), ErrRange})
		return false
	}
	return true
}

// SetViewport maps clip space to a rectangle in pixels from the top left, with depths 0 to 1. Sizes of 0 or less, and
// rectangles that leave the target, are refused.
func (p *RenderPass) SetViewport(x, y, width, height float32) {
	if p.err != nil {
		return
	}
	inside := x >= 0 && y >= 0 && width > 0 && height > 0
	if inside && p.width != 0 {
		inside = x+width <= float32(p.width) && y+height <= float32(p.height)
	}
	if !inside {
		p.fail(&Error{"viewport", p.node, fmt.Sprintf("%g × %g at (%g, %g); it must lie within the target of %d × %d",
			width, height, x, y, p.width, p.height), ErrRange})
		return
	}
	p.ref.SetViewport(x, y, width, height, 0, 1)
	p.touched = true
}

// SetScissor drops what falls outside a rectangle in pixels. It must lie within the target; an empty one drops everything.
func (p *RenderPass) SetScissor(x, y, width, height uint32) {
	if p.err != nil {
		return
	}
	if p.width != 0 && (uint64(x)+uint64(width) > uint64(p.width) || uint64(y)+uint64(height) > uint64(p.height)) {
		p.fail(&Error{"scissor", p.node, fmt.Sprintf("%d × %d at (%d, %d); it must lie within the target of %d × %d",
			width, height, x, y, p.width, p.height), ErrRange})
		return
	}
	p.ref.SetScissorRect(x, y, width, height)
	p.touched = true
}
