package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// ComputePipelineDesc describes a compute pipeline.
type ComputePipelineDesc struct {
	Label   string
	Source  string             // WGSL
	Entry   string             // name of the @compute function
	Layouts []*BindGroupLayout // of @group(0), @group(1), …
}

// ComputePipeline is a compiled kernel.
type ComputePipeline struct {
	object
	ref *wgpu.ComputePipeline
}

// NewComputePipeline compiles a kernel. A shader that the compiler refuses is an ErrShader with its message.
func (d *Device) NewComputePipeline(desc ComputePipelineDesc) (*ComputePipeline, error) {
	const what = "compute pipeline"
	if err := d.open(what, desc.Label); err != nil {
		return nil, err
	}
	if desc.Entry == "" {
		return nil, &Error{what, desc.Label, "Entry is empty; it must name a @compute function", ErrUsage}
	}
	module, layout, err := d.pipelineParts(what, desc.Label, desc.Source, desc.Layouts)
	if err != nil {
		return nil, err
	}
	defer module.Release()
	defer layout.Release()
	ref, err := d.ref.CreateComputePipeline(&wgpu.ComputePipelineDescriptor{
		Label:   desc.Label,
		Layout:  layout,
		Compute: wgpu.ProgrammableStageDescriptor{Module: module, EntryPoint: desc.Entry},
	})
	if err != nil {
		return nil, &Error{what, desc.Label, err.Error(), ErrShader}
	}
	p := &ComputePipeline{object: object{device: d, kind: pipelineKind, label: desc.Label}, ref: ref}
	d.registry.add(&p.object)
	return p, nil
}

// Release frees the pipeline. A second call does nothing.
func (p *ComputePipeline) Release() {
	p.device.drop(&p.object, p.ref.Release)
}

// pipelineParts makes what a pipeline needs and does not keep: the caller releases both.
func (d *Device) pipelineParts(what, label, source string, layouts []*BindGroupLayout) (*wgpu.ShaderModule, *wgpu.PipelineLayout, error) {
	refuse := func(cause error, format string, args ...any) (*wgpu.ShaderModule, *wgpu.PipelineLayout, error) {
		return nil, nil, &Error{what, label, fmt.Sprintf(format, args...), cause}
	}
	if source == "" {
		return refuse(ErrUsage, "Source is empty; it must be WGSL")
	}
	if len(layouts) > int(d.limits.MaxBindGroups) {
		return refuse(ErrLimit, "%d bind groups; the device allows %d", len(layouts), d.limits.MaxBindGroups)
	}
	native := make([]*wgpu.BindGroupLayout, len(layouts))
	var totals bindingTotals
	for i, l := range layouts {
		if l == nil {
			return refuse(ErrUsage, "Layouts[%d] is nil", i)
		}
		if err := l.usable(d); err != nil {
			return refuse(err, "Layouts[%d]: %v", i, err)
		}
		for _, e := range l.entries {
			totals.add(e)
		}
		native[i] = l.ref
	}
	if problem := totals.check(&d.limits); problem != "" {
		return refuse(ErrLimit, "%s", problem)
	}
	module, err := d.ref.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label:          label,
		WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: source},
	})
	if err != nil {
		return refuse(ErrShader, "%v", err)
	}
	layout, err := d.ref.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{Label: label, BindGroupLayouts: native})
	if err != nil {
		module.Release()
		return refuse(err, "%v", err)
	}
	return module, layout, nil
}
