package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

func TestAShaderThatDoesNotCompileIsRefusedWithTheCompilersWords(t *testing.T) {
	noLeak(t)
	_, err := device.NewComputePipeline(gpu.ComputePipelineDesc{
		Label: "broken", Source: "@compute @workgroup_size(64) fn main() { let x = nonsense; }", Entry: "main",
	})
	refused(t, err, gpu.ErrShader, `compute pipeline "broken"`, "nonsense")
	_, err = device.NewComputePipeline(gpu.ComputePipelineDesc{Label: "entry", Source: addWGSL, Entry: "absent"})
	refused(t, err, gpu.ErrShader, `compute pipeline "entry"`, "absent")
	_, err = device.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "no layout", Source: fillWGSL, VertexEntry: "vs_main", FragmentEntry: "fs_main",
		Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}},
	})
	refused(t, err, gpu.ErrShader, `render pipeline "no layout"`)
}

func TestAPipelineThatCannotBeIsRefused(t *testing.T) {
	noLeak(t)
	gone := must(device.NewBindGroupLayout("gone"))(t)
	gone.Release()
	good := gpu.RenderPipelineDesc{
		Source: fillWGSL, VertexEntry: "vs_main", FragmentEntry: "fs_main", Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}},
	}
	attribute := func(stride, offset uint64, location uint32) []gpu.VertexBufferLayout {
		return []gpu.VertexBufferLayout{{Stride: stride, Attributes: []gpu.VertexAttribute{{Location: location, Offset: offset, Format: gpu.VertexFloat32x3}}}}
	}
	for _, c := range []struct {
		what   string
		change func(*gpu.RenderPipelineDesc)
		sort   error
		word   string
	}{
		{"no source", func(d *gpu.RenderPipelineDesc) { d.Source = "" }, gpu.ErrUsage, "Source is empty"},
		{"no vertex entry", func(d *gpu.RenderPipelineDesc) { d.VertexEntry = "" }, gpu.ErrUsage, "VertexEntry"},
		{"no fragment entry", func(d *gpu.RenderPipelineDesc) { d.FragmentEntry = "" }, gpu.ErrUsage, "give both or neither"},
		{"nothing to draw on", func(d *gpu.RenderPipelineDesc) { d.FragmentEntry, d.Targets = "", nil }, gpu.ErrUsage, "neither"},
		{"unknown topology", func(d *gpu.RenderPipelineDesc) { d.Topology = 99 }, gpu.ErrUsage, "Topology is 99"},
		{"three samples", func(d *gpu.RenderPipelineDesc) { d.Samples = 3 }, gpu.ErrUsage, "Samples is 3"},
		{"nine targets", func(d *gpu.RenderPipelineDesc) { d.Targets = make([]gpu.ColorTarget, 9) }, gpu.ErrLimit, "9 Targets"},
		{"depth as colour", func(d *gpu.RenderPipelineDesc) { d.Targets = []gpu.ColorTarget{{Format: gpu.FormatDepth32Float}} }, gpu.ErrUsage, "no colour"},
		{"colour as depth", func(d *gpu.RenderPipelineDesc) { d.DepthFormat = gpu.FormatRGBA8 }, gpu.ErrUsage, "holds no depth"},
		{"a float to blend", func(d *gpu.RenderPipelineDesc) {
			d.Targets = []gpu.ColorTarget{{Format: gpu.FormatRGBA32Float, Blend: &gpu.BlendAdditive}}
		}, gpu.ErrUsage, "cannot be blended"},
		{"unknown comparison", func(d *gpu.RenderPipelineDesc) { d.DepthFormat, d.DepthCompare = gpu.FormatDepth32Float, 77 }, gpu.ErrUsage, "DepthCompare is 77"},
		{"five groups", func(d *gpu.RenderPipelineDesc) { d.Layouts = make([]*gpu.BindGroupLayout, 5) }, gpu.ErrLimit, "5 bind groups"},
		{"a nil layout", func(d *gpu.RenderPipelineDesc) { d.Layouts = make([]*gpu.BindGroupLayout, 1) }, gpu.ErrUsage, "Layouts[0] is nil"},
		{"a released layout", func(d *gpu.RenderPipelineDesc) { d.Layouts = []*gpu.BindGroupLayout{gone} }, gpu.ErrUseAfterRelease, `"gone"`},
		{"stride 0", func(d *gpu.RenderPipelineDesc) { d.VertexBuffers = attribute(0, 0, 0) }, gpu.ErrLimit, "Stride is 0"},
		{"stride 4096", func(d *gpu.RenderPipelineDesc) { d.VertexBuffers = attribute(4096, 0, 0) }, gpu.ErrLimit, "Stride is 4096"},
		{"an attribute over the stride", func(d *gpu.RenderPipelineDesc) { d.VertexBuffers = attribute(16, 8, 0) }, gpu.ErrRange, "within the stride of 16"},
		{"location 16", func(d *gpu.RenderPipelineDesc) { d.VertexBuffers = attribute(16, 0, 16) }, gpu.ErrLimit, "location 16"},
		{"a location twice", func(d *gpu.RenderPipelineDesc) { d.VertexBuffers = append(attribute(16, 0, 1), attribute(16, 0, 1)...) }, gpu.ErrUsage, "location 1 is described twice"},
		{"nine vertex buffers", func(d *gpu.RenderPipelineDesc) { d.VertexBuffers = make([]gpu.VertexBufferLayout, 9) }, gpu.ErrLimit, "9 VertexBuffers"},
	} {
		t.Run(c.what, func(t *testing.T) {
			desc := good
			desc.Label = "billboards"
			c.change(&desc)
			_, err := device.NewRenderPipeline(desc)
			refused(t, err, c.sort, `render pipeline "billboards"`, c.word)
		})
	}
	_, err := device.NewComputePipeline(gpu.ComputePipelineDesc{Label: "c", Source: addWGSL})
	refused(t, err, gpu.ErrUsage, `compute pipeline "c"`, "Entry")
}

// Limits hold for a pipeline's groups together, not only for each (C32).
func TestStorageBuffersOfAllGroupsAreCounted(t *testing.T) {
	noLeak(t)
	five := make([]gpu.LayoutEntry, 5)
	for i := range five {
		five[i] = gpu.LayoutEntry{Binding: uint32(i), Stages: gpu.StageCompute, Kind: gpu.StorageBinding}
	}
	layout := must(device.NewBindGroupLayout("five", five...))(t)
	defer layout.Release()
	_, err := device.NewComputePipeline(gpu.ComputePipelineDesc{
		Label: "ten", Source: addWGSL, Entry: "main", Layouts: []*gpu.BindGroupLayout{layout, layout},
	})
	refused(t, err, gpu.ErrLimit, "10 storage buffers in the compute stage; the device allows 8")
}

func TestPipelinesOfEveryTopologyAndDepthAreCounted(t *testing.T) {
	noLeak(t)
	before := device.Live().PipelinesCreated
	for topology := gpu.TriangleList; topology <= gpu.PointList; topology++ {
		newPainter(t, gpu.RenderPipelineDesc{Topology: topology, CullBack: true, Samples: 4,
			Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA16Float, Blend: &gpu.BlendPremultiplied}}, DepthFormat: gpu.FormatDepth24Plus})
	}
	depthOnly := must(device.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "depth", Source: "@vertex fn vs_main() -> @builtin(position) vec4<f32> { return vec4<f32>(); }", VertexEntry: "vs_main",
		DepthFormat: gpu.FormatDepth32Float, DepthWrite: true,
	}))(t)
	depthOnly.Release()
	depthOnly.Release()
	if n := device.Live().PipelinesCreated - before; n != 6 {
		t.Errorf("%d pipelines were counted, 6 made", n)
	}
}
