package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// maxOffsets is more dynamic offsets than any bind group has.
const maxOffsets = 16

// ComputePass records dispatches. The first mistake is kept: nothing after it is recorded, and the graph returns it
// instead of submitting. A pass is valid inside Record only.
type ComputePass struct {
	device  *Device
	ref     *wgpu.ComputePassEncoder
	node    string // whose Record is running
	err     error
	ready   bool // a pipeline is set
	offsets []uint32
}

func (p *ComputePass) begin(d *Device, ref *wgpu.ComputePassEncoder) {
	p.device, p.ref, p.err, p.ready = d, ref, nil, false
	if p.offsets == nil {
		p.offsets = make([]uint32, maxOffsets)
	}
}

func (p *ComputePass) beginNode(label string) { p.node, p.ready = label, false }

// end closes the pass and returns what went wrong in it.
func (p *ComputePass) end() error {
	err := p.ref.End()
	p.ref.Release()
	p.ref = nil
	if p.err != nil {
		return p.err
	}
	return err
}

func (p *ComputePass) fail(err error) {
	if p.err == nil && err != nil {
		p.err = fmt.Errorf("node %q: %w", p.node, err)
	}
}

// SetPipeline chooses the kernel of the dispatches that follow.
func (p *ComputePass) SetPipeline(pipeline *ComputePipeline) {
	if p.err != nil {
		return
	}
	if pipeline == nil {
		p.fail(&Error{"compute pipeline", "", "SetPipeline is given nil", ErrUsage})
		return
	}
	if err := pipeline.usable(p.device); err != nil {
		p.fail(err)
		return
	}
	p.ref.SetPipeline(pipeline.ref)
	p.ready = true
}

// SetBindGroup sets @group(index), with one offset in bytes for each dynamic buffer, in order of their bindings.
func (p *ComputePass) SetBindGroup(index uint32, group *BindGroup, offsets ...uint32) {
	if p.err != nil {
		return
	}
	if err := checkGroup(p.device, index, group, offsets); err != nil {
		p.fail(err)
		return
	}
	n := copy(p.offsets, offsets)
	p.ref.SetBindGroup(index, group.ref, p.offsets[:n])
}

// Dispatch runs x × y × z workgroups. With a zero among them it does nothing.
func (p *ComputePass) Dispatch(x, y, z uint32) {
	if p.err != nil || x == 0 || y == 0 || z == 0 {
		return
	}
	if limit := p.device.limits.MaxWorkgroupsPerDimension; max(x, y, z) > limit {
		p.fail(&Error{"dispatch", p.node, fmt.Sprintf("%d × %d × %d workgroups; the device allows %d in a dimension", x, y, z, limit), ErrLimit})
		return
	}
	if !p.ready {
		p.fail(&Error{"dispatch", p.node, "no pipeline is set", ErrUsage})
		return
	}
	p.ref.DispatchWorkgroups(x, y, z)
}

// checkGroup says why a group cannot be set, or returns nil. The offsets are copied by the caller, so that they need not
// be allocated.
func checkGroup(d *Device, index uint32, group *BindGroup, offsets []uint32) error {
	if group == nil {
		return &Error{"bind group", "", "SetBindGroup is given nil", ErrUsage}
	}
	if index >= d.limits.MaxBindGroups {
		return &Error{"bind group", group.label, fmt.Sprintf("the index is %d; it must be below %d", index, d.limits.MaxBindGroups), ErrLimit}
	}
	return group.ready(d, offsets)
}
