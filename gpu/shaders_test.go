package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

// addWGSL adds a number to every word of a buffer.
const addWGSL = `
struct Parameters { add: u32 }
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
	if id.x < arrayLength(&words) {
		words[id.x] += parameters.add;
	}
}
`

// fillWGSL draws a triangle over all of the target in the colour of a uniform, at a depth.
const fillWGSL = `
struct Parameters { color: vec4<f32>, depth: f32 }
@group(0) @binding(0) var<uniform> parameters: Parameters;

@vertex
fn vs_main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
	let corner = vec2<f32>(f32((i << 1u) & 2u), f32(i & 2u));
	return vec4<f32>(corner * 2.0 - 1.0, parameters.depth, 1.0);
}

@fragment
fn fs_main() -> @location(0) vec4<f32> {
	return parameters.color;
}
`

// copyWGSL shows a texture, texel by texel.
const copyWGSL = `
@group(0) @binding(0) var source: texture_2d<f32>;

@vertex
fn vs_main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
	let corner = vec2<f32>(f32((i << 1u) & 2u), f32(i & 2u));
	return vec4<f32>(corner * 2.0 - 1.0, 0.5, 1.0);
}

@fragment
fn fs_main(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
	return textureLoad(source, vec2<i32>(at.xy), 0);
}
`

// adder is the kernel of addWGSL.
type adder struct {
	layout   *gpu.BindGroupLayout
	pipeline *gpu.ComputePipeline
	amount   *gpu.Buffer
}

func newAdder(t *testing.T, amount uint32) *adder {
	t.Helper()
	a := &adder{}
	a.layout = must(device.NewBindGroupLayout("add",
		gpu.LayoutEntry{Binding: 0, Stages: gpu.StageCompute, Kind: gpu.UniformBinding},
		gpu.LayoutEntry{Binding: 1, Stages: gpu.StageCompute, Kind: gpu.StorageBinding}))(t)
	t.Cleanup(a.layout.Release)
	a.pipeline = must(device.NewComputePipeline(gpu.ComputePipelineDesc{
		Label: "add", Source: addWGSL, Entry: "main", Layouts: []*gpu.BindGroupLayout{a.layout},
	}))(t)
	t.Cleanup(a.pipeline.Release)
	a.amount = buffer(t, "amount", 16, gpu.UniformUsage|gpu.CopyDst)
	if err := a.amount.Write(0, gpu.AsBytes([]uint32{amount})); err != nil {
		t.Fatal(err)
	}
	return a
}

// node adds to the words of a buffer.
func (a *adder) node(t *testing.T, label string, words *gpu.Buffer) *gpu.ComputeNode {
	t.Helper()
	group := must(device.NewBindGroup(label, a.layout,
		gpu.GroupEntry{Binding: 0, Buffer: a.amount}, gpu.GroupEntry{Binding: 1, Buffer: words}))(t)
	t.Cleanup(group.Release)
	return &gpu.ComputeNode{
		Label: label,
		Uses:  []gpu.Use{{Resource: words, Access: gpu.Modify}},
		Record: func(pass *gpu.ComputePass) {
			pass.SetPipeline(a.pipeline)
			pass.SetBindGroup(0, group)
			pass.Dispatch(uint32(words.Size()/4+63)/64, 1, 1)
		},
	}
}

// painter is a pipeline of fillWGSL.
type painter struct {
	layout   *gpu.BindGroupLayout
	pipeline *gpu.RenderPipeline
}

func newPainter(t *testing.T, desc gpu.RenderPipelineDesc) *painter {
	t.Helper()
	p := &painter{}
	p.layout = must(device.NewBindGroupLayout("fill",
		gpu.LayoutEntry{Binding: 0, Stages: gpu.StageVertex | gpu.StageFragment, Kind: gpu.UniformBinding}))(t)
	t.Cleanup(p.layout.Release)
	desc.Label, desc.Source, desc.VertexEntry, desc.FragmentEntry = "fill", fillWGSL, "vs_main", "fs_main"
	desc.Layouts = []*gpu.BindGroupLayout{p.layout}
	p.pipeline = must(device.NewRenderPipeline(desc))(t)
	t.Cleanup(p.pipeline.Release)
	return p
}

// record returns a Record that covers the target with a colour at a depth.
func (p *painter) record(t *testing.T, depth float32, color ...float32) func(*gpu.RenderPass) {
	t.Helper()
	uniform := buffer(t, "colour", 32, gpu.UniformUsage|gpu.CopyDst)
	if err := uniform.Write(0, gpu.AsBytes([]float32{color[0], color[1], color[2], color[3], depth})); err != nil {
		t.Fatal(err)
	}
	group := must(device.NewBindGroup("colour", p.layout, gpu.GroupEntry{Binding: 0, Buffer: uniform}))(t)
	t.Cleanup(group.Release)
	return func(pass *gpu.RenderPass) {
		pass.SetPipeline(p.pipeline)
		pass.SetBindGroup(0, group)
		pass.Draw(3, 1, 0, 0)
	}
}
