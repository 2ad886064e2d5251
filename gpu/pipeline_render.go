package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// Topology is what vertices form.
type Topology uint8

// The topologies.
const (
	TriangleList  Topology = iota // every three vertices a triangle
	TriangleStrip                 // each vertex a triangle with the two before it
	LineList
	LineStrip
	PointList
	topologies
)

var nativeTopologies = [topologies]wgpu.PrimitiveTopology{
	wgpu.PrimitiveTopologyTriangleList, wgpu.PrimitiveTopologyTriangleStrip, wgpu.PrimitiveTopologyLineList,
	wgpu.PrimitiveTopologyLineStrip, wgpu.PrimitiveTopologyPointList,
}

// ColorTarget is a colour that the fragment shader writes.
type ColorTarget struct {
	Format Format
	Blend  *Blend // nil: the new colour replaces the old
}

// RenderPipelineDesc describes a render pipeline.
type RenderPipelineDesc struct {
	Label         string
	Source        string // WGSL
	VertexEntry   string // name of the @vertex function
	FragmentEntry string // name of the @fragment function; "" draws depth alone
	Layouts       []*BindGroupLayout
	VertexBuffers []VertexBufferLayout
	Topology      Topology
	CullBack      bool // drops triangles whose vertices run clockwise on the screen
	Targets       []ColorTarget
	DepthFormat   Format // FormatNone: no depth attachment
	DepthWrite    bool
	DepthCompare  Compare // CompareNone means CompareAlways
	Samples       uint32  // 0 means 1
}

// RenderPipeline is a compiled pair of vertex and fragment shader with all that is fixed about a draw.
type RenderPipeline struct {
	object
	ref           *wgpu.RenderPipeline
	vertexBuffers int
}

// NewRenderPipeline compiles a pipeline. A shader that the compiler refuses, or that does not go with the rest of the
// description, is an ErrShader with the compiler's message; other errors are ErrUsage, ErrLimit and ErrUseAfterRelease.
func (d *Device) NewRenderPipeline(desc RenderPipelineDesc) (*RenderPipeline, error) {
	const what = "render pipeline"
	if err := d.open(what, desc.Label); err != nil {
		return nil, err
	}
	if err := desc.check(&d.limits); err != nil {
		return nil, err
	}
	module, layout, err := d.pipelineParts(what, desc.Label, desc.Source, desc.Layouts)
	if err != nil {
		return nil, err
	}
	defer module.Release()
	defer layout.Release()
	ref, err := d.ref.CreateRenderPipeline(desc.native(module, layout))
	if err != nil {
		return nil, &Error{what, desc.Label, err.Error(), ErrShader}
	}
	p := &RenderPipeline{object: object{device: d, kind: pipelineKind, label: desc.Label}, ref: ref, vertexBuffers: len(desc.VertexBuffers)}
	d.registry.add(&p.object)
	return p, nil
}

func (desc *RenderPipelineDesc) check(l *Limits) error {
	refuse := func(cause error, format string, args ...any) error {
		return &Error{"render pipeline", desc.Label, fmt.Sprintf(format, args...), cause}
	}
	switch samples := max(1, desc.Samples); {
	case desc.VertexEntry == "":
		return refuse(ErrUsage, "VertexEntry is empty; it must name a @vertex function")
	case desc.Topology >= topologies:
		return refuse(ErrUsage, "Topology is %d; it must be one of the topologies of this package", desc.Topology)
	case samples != 1 && samples != 4:
		return refuse(ErrUsage, "Samples is %d; it must be 1 or 4", desc.Samples)
	case (desc.FragmentEntry == "") != (len(desc.Targets) == 0):
		return refuse(ErrUsage, "FragmentEntry is %q with %d Targets; give both or neither", desc.FragmentEntry, len(desc.Targets))
	case len(desc.Targets) == 0 && desc.DepthFormat == FormatNone:
		return refuse(ErrUsage, "it has neither Targets nor a DepthFormat: it would draw nothing")
	case len(desc.Targets) > int(l.MaxColorAttachments):
		return refuse(ErrLimit, "%d Targets; the device allows %d", len(desc.Targets), l.MaxColorAttachments)
	case desc.DepthFormat != FormatNone && !desc.DepthFormat.IsDepth():
		return refuse(ErrUsage, "DepthFormat is %v, which holds no depth", desc.DepthFormat)
	case desc.DepthCompare > CompareAlways:
		return refuse(ErrUsage, "DepthCompare is %d; it must be one of the comparisons of this package", desc.DepthCompare)
	}
	for i, t := range desc.Targets {
		if !t.Format.known() || t.Format.IsDepth() {
			return refuse(ErrUsage, "Targets[%d].Format is %v, which is no colour", i, t.Format)
		}
		if t.Blend != nil && !formatTable[t.Format].blend {
			return refuse(ErrUsage, "Targets[%d].Format is %v, which cannot be blended", i, t.Format)
		}
	}
	return checkVertexBuffers(desc.Label, desc.VertexBuffers, l)
}

func (desc *RenderPipelineDesc) native(module *wgpu.ShaderModule, layout *wgpu.PipelineLayout) *wgpu.RenderPipelineDescriptor {
	n := &wgpu.RenderPipelineDescriptor{
		Label:       desc.Label,
		Layout:      layout,
		Vertex:      wgpu.VertexState{Module: module, EntryPoint: desc.VertexEntry, Buffers: nativeVertexBuffers(desc.VertexBuffers)},
		Primitive:   wgpu.PrimitiveState{Topology: nativeTopologies[desc.Topology], FrontFace: wgpu.FrontFaceCCW},
		Multisample: wgpu.MultisampleState{Count: max(1, desc.Samples), Mask: ^uint32(0)},
	}
	if desc.CullBack {
		n.Primitive.CullMode = wgpu.CullModeBack
	}
	if desc.DepthFormat != FormatNone {
		// The driver aborts on a zero stencil face, though these formats have no stencil.
		keep := wgpu.StencilFaceState{Compare: wgpu.CompareFunctionAlways}
		n.DepthStencil = &wgpu.DepthStencilState{
			Format:            desc.DepthFormat.native(),
			DepthWriteEnabled: desc.DepthWrite,
			DepthCompare:      desc.DepthCompare.native(),
			StencilFront:      keep,
			StencilBack:       keep,
		}
		if desc.DepthCompare == CompareNone {
			n.DepthStencil.DepthCompare = wgpu.CompareFunctionAlways
		}
	}
	if len(desc.Targets) > 0 {
		n.Fragment = &wgpu.FragmentState{Module: module, EntryPoint: desc.FragmentEntry}
	}
	for _, t := range desc.Targets {
		state := wgpu.ColorTargetState{Format: t.Format.native(), WriteMask: wgpu.ColorWriteMaskAll}
		if t.Blend != nil {
			state.Blend = t.Blend.native()
		}
		n.Fragment.Targets = append(n.Fragment.Targets, state)
	}
	return n
}

// Release frees the pipeline. A second call does nothing.
func (p *RenderPipeline) Release() {
	p.device.drop(&p.object, p.ref.Release)
}
