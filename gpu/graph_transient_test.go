package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

// shower shows a texture on a target: a pipeline of copyWGSL with a cache for the groups of transients.
type shower struct {
	layout   *gpu.BindGroupLayout
	pipeline *gpu.RenderPipeline
	cache    gpu.BindGroupCache
}

func newShower(t *testing.T) *shower {
	t.Helper()
	s := &shower{}
	s.layout = must(device.NewBindGroupLayout("copy", gpu.LayoutEntry{Stages: gpu.StageFragment, Kind: gpu.TextureBinding}))(t)
	t.Cleanup(s.layout.Release)
	s.pipeline = must(device.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "copy", Source: copyWGSL, VertexEntry: "vs_main", FragmentEntry: "fs_main",
		Layouts: []*gpu.BindGroupLayout{s.layout}, Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}},
	}))(t)
	t.Cleanup(s.pipeline.Release)
	t.Cleanup(s.cache.Release)
	return s
}

// node copies a transient onto a target.
func (s *shower) node(t *testing.T, g *gpu.FrameGraph, label string, from *gpu.Transient, to gpu.Resource) *gpu.RasterNode {
	return &gpu.RasterNode{
		Label: label,
		Color: []gpu.ColorAttachment{{Target: to, Clear: true}},
		Uses:  []gpu.Use{{Resource: from, Access: gpu.Read}},
		Record: func(pass *gpu.RenderPass) {
			group, err := s.cache.Get(device, label, s.layout, gpu.GroupEntry{Texture: g.Texture(from)})
			if err != nil {
				t.Error(err)
				return
			}
			pass.SetPipeline(s.pipeline)
			pass.SetBindGroup(0, group)
			pass.Draw(3, 1, 0, 0)
		},
	}
}

// clearNode fills a target with a grey.
func clearNode(label string, target gpu.Resource, grey float64) *gpu.RasterNode {
	return &gpu.RasterNode{Label: label, Record: blank,
		Color: []gpu.ColorAttachment{{Target: target, Clear: true, ClearValue: [4]float64{grey, grey, grey, 1}}}}
}

func TestTransientsWhoseLivesDoNotOverlapShareMemory(t *testing.T) {
	noLeak(t)
	desc := gpu.TextureDesc{Width: 16, Height: 16, Format: gpu.FormatRGBA8}
	a, b, c := gpu.NewTransient("a", desc), gpu.NewTransient("b", desc), gpu.NewTransient("c", desc)
	out := texture(t, gpu.TextureDesc{Label: "out", Width: 16, Height: 16, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	g := graph(t)
	s := newShower(t)
	frame := func() {
		// a → b → c → out: a is over when c begins.
		g.AddRaster(s.node(t, g, "show", c, out))
		g.AddRaster(s.node(t, g, "b to c", b, c))
		g.AddRaster(s.node(t, g, "a to b", a, b))
		g.AddRaster(clearNode("start", a, 0.6))
		if err := g.Execute(); err != nil {
			t.Fatal(err)
		}
		s.cache.Sweep()
	}
	before := device.Live()
	frame()
	stats := g.Stats()
	if stats.Transients != 3 || stats.TransientBytes != 2*16*16*4 {
		t.Errorf("three transients, two textures: %+v", stats)
	}
	if n := device.Live().Textures - before.Textures; n != 2 {
		t.Errorf("%d textures were made", n)
	}
	if got := must(device.ReadImage(out))(t).NRGBAAt(9, 9).R; got != 153 {
		t.Errorf("0.6 went through three textures and became %d; want 153", got)
	}
	made := device.Live().TexturesCreated
	groups := device.Live().BindGroups
	for range 20 {
		frame()
	}
	if device.Live().TexturesCreated != made || device.Live().BindGroups != groups {
		t.Error("the same frame gets other textures each time")
	}
	if g.Texture(a) != nil {
		t.Error("a transient has memory outside a frame")
	}

	for _, r := range []*gpu.Transient{a, b, c} {
		r.Resize(8, 8)
	}
	out8 := texture(t, gpu.TextureDesc{Label: "out", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget})
	for range 10 {
		g.AddRaster(s.node(t, g, "show", a, out8))
		g.AddRaster(clearNode("start", a, 0.5))
		if err := g.Execute(); err != nil {
			t.Fatal(err)
		}
		s.cache.Sweep()
	}
	if n := g.Stats().TransientBytes; n != 8*8*4 {
		t.Errorf("%d bytes are kept after the old size was out of use for a while", n)
	}
}

func TestATransientThatIsKeptIsNotDroppedNorShared(t *testing.T) {
	noLeak(t)
	desc := gpu.TextureDesc{Width: 4, Height: 4, Format: gpu.FormatRGBA8}
	a, b := gpu.NewTransient("a", desc), gpu.NewTransient("b", desc)
	g := graph(t)
	ran := 0
	node := func(target *gpu.Transient) *gpu.RasterNode {
		n := clearNode(target.Label(), target, 1)
		n.Record = func(*gpu.RenderPass) { ran++ }
		return n
	}
	g.AddRaster(node(a))
	g.AddRaster(node(b))
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if s := g.Stats(); ran != 0 || s.Pruned != 2 || s.Transients != 0 || s.RenderPasses != 0 {
		t.Errorf("nobody uses a and b, and %d nodes ran: %+v", ran, s)
	}
	g.AddRaster(node(a))
	g.AddRaster(node(b))
	g.Keep(a)
	g.Keep(b)
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if s := g.Stats(); ran != 2 || s.Pruned != 0 || s.TransientBytes != 2*4*4*4 {
		t.Errorf("a and b are kept, %d nodes ran: %+v", ran, s)
	}
}

// Four samples are drawn by two nodes in one pass, resolved when it ends, and shown.
func TestATargetOfSeveralSamplesIsResolved(t *testing.T) {
	noLeak(t)
	size := gpu.TextureDesc{Width: 8, Height: 8, Format: gpu.FormatRGBA8}
	many, depthDesc := size, size
	many.Samples, depthDesc.Samples, depthDesc.Format = 4, 4, gpu.FormatDepth32Float
	light, depth, flat := gpu.NewTransient("light", many), gpu.NewTransient("depth", depthDesc), gpu.NewTransient("flat", size)
	out := texture(t, gpu.TextureDesc{Label: "out", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	fill := newPainter(t, gpu.RenderPipelineDesc{
		Targets:     []gpu.ColorTarget{{Format: gpu.FormatRGBA8, Blend: &gpu.BlendAdditive}},
		DepthFormat: gpu.FormatDepth32Float, DepthCompare: gpu.CompareLessEqual, Samples: 4,
	})
	g := graph(t)
	s := newShower(t)
	g.AddRaster(s.node(t, g, "show", flat, out))
	g.AddRaster(&gpu.RasterNode{Label: "particles", Record: fill.record(t, 0.5, 0, 0.4, 0, 1),
		Color: []gpu.ColorAttachment{{Target: light, Resolve: flat}}, Depth: &gpu.DepthAttachment{Target: depth, ReadOnly: true}})
	g.AddRaster(&gpu.RasterNode{Label: "opaque", Record: fill.record(t, 0.5, 0.2, 0, 0, 1),
		Color: []gpu.ColorAttachment{{Target: light, Clear: true}}, Depth: &gpu.DepthAttachment{Target: depth, Clear: true, ClearValue: 1}})
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if n := g.Stats().RenderPasses; n != 2 {
		t.Errorf("%d passes; a node that tests depth joins the one that writes it", n)
	}
	if c := must(device.ReadImage(out))(t).NRGBAAt(3, 3); c.R != 51 || c.G != 102 {
		t.Errorf("the texel is %v", c)
	}
}

// A read-only depth can be tested and read by shaders in one node, which then cannot join a pass that writes it.
func TestADepthThatIsOnlyReadCanBeTestedAndSampled(t *testing.T) {
	noLeak(t)
	const source = `
@group(0) @binding(0) var depth: texture_depth_2d;
@vertex fn vs_main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
	let corner = vec2<f32>(f32((i << 1u) & 2u), f32(i & 2u));
	return vec4<f32>(corner * 2.0 - 1.0, 0.1, 1.0);
}
@fragment fn fs_main(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
	return vec4<f32>(textureLoad(depth, vec2<i32>(at.xy), 0), 0.0, 0.0, 1.0);
}`
	layout := must(device.NewBindGroupLayout("depth", gpu.LayoutEntry{Stages: gpu.StageFragment, Kind: gpu.DepthTextureBinding}))(t)
	defer layout.Release()
	pipeline := must(device.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "soft", Source: source, VertexEntry: "vs_main", FragmentEntry: "fs_main", Layouts: []*gpu.BindGroupLayout{layout},
		Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}}, DepthFormat: gpu.FormatDepth32Float, DepthCompare: gpu.CompareLess,
	}))(t)
	defer pipeline.Release()
	out := texture(t, gpu.TextureDesc{Label: "out", Width: 4, Height: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	depth := gpu.NewTransient("depth", gpu.TextureDesc{Width: 4, Height: 4, Format: gpu.FormatDepth32Float})
	var cache gpu.BindGroupCache
	defer cache.Release()
	g := graph(t)
	start := clearNode("opaque", out, 1)
	start.Depth = &gpu.DepthAttachment{Target: depth, Clear: true, ClearValue: 0.4}
	g.AddRaster(start)
	g.AddRaster(&gpu.RasterNode{Label: "soft",
		Color: []gpu.ColorAttachment{{Target: out}},
		Depth: &gpu.DepthAttachment{Target: depth, ReadOnly: true},
		Uses:  []gpu.Use{{Resource: depth, Access: gpu.Read}},
		Record: func(pass *gpu.RenderPass) {
			group, err := cache.Get(device, "soft", layout, gpu.GroupEntry{Texture: g.Texture(depth)})
			if err != nil {
				t.Error(err)
				return
			}
			pass.SetPipeline(pipeline)
			pass.SetBindGroup(0, group)
			pass.Draw(3, 1, 0, 0)
		}})
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if n := g.Stats().RenderPasses; n != 2 {
		t.Errorf("%d passes; a depth is written and sampled in different ones", n)
	}
	if c := must(device.ReadImage(out))(t).NRGBAAt(1, 1); c.R != 102 {
		t.Errorf("the depth 0.4 was read as %d of 255", c.R)
	}
}
