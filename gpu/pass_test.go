package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

// A mistake in Record is an error of Execute that names the node, and the frame does nothing.
func TestAMistakeInAComputePassStopsTheFrame(t *testing.T) {
	noLeak(t)
	add := newAdder(t, 1)
	words := buffer(t, "words", 256, gpu.StorageUsage|gpu.CopySrc|gpu.CopyDst)
	dynamic := must(device.NewBindGroupLayout("dynamic", gpu.LayoutEntry{Stages: gpu.StageCompute, Kind: gpu.StorageBinding, Dynamic: true}))(t)
	defer dynamic.Release()
	window := buffer(t, "window", 1024, gpu.StorageUsage)
	moving := must(device.NewBindGroup("moving", dynamic, gpu.GroupEntry{Buffer: window, Size: 512}))(t)
	defer moving.Release()
	gone := must(device.NewBuffer(gpu.BufferDesc{Label: "gone", Size: 1024, Usage: gpu.StorageUsage}))(t)
	stale := must(device.NewBindGroup("stale", dynamic, gpu.GroupEntry{Buffer: gone, Size: 512}))(t)
	defer stale.Release()
	gone.Release()
	for _, c := range []struct {
		what   string
		record func(*gpu.ComputePass)
		sort   error
		word   string
	}{
		{"no pipeline", func(p *gpu.ComputePass) { p.Dispatch(1, 1, 1) }, gpu.ErrUsage, "no pipeline is set"},
		{"nil pipeline", func(p *gpu.ComputePass) { p.SetPipeline(nil) }, gpu.ErrUsage, "nil"},
		{"nil group", func(p *gpu.ComputePass) { p.SetBindGroup(0, nil) }, gpu.ErrUsage, "nil"},
		{"group 4", func(p *gpu.ComputePass) { p.SetBindGroup(4, moving, 0) }, gpu.ErrLimit, "below 4"},
		{"a group of released things", func(p *gpu.ComputePass) { p.SetBindGroup(0, stale, 0) }, gpu.ErrUseAfterRelease, `buffer "gone"`},
		{"no offset", func(p *gpu.ComputePass) { p.SetBindGroup(0, moving) }, gpu.ErrUsage, "0 dynamic offsets"},
		{"offset 100", func(p *gpu.ComputePass) { p.SetBindGroup(0, moving, 100) }, gpu.ErrRange, "multiple of"},
		{"a window over the end", func(p *gpu.ComputePass) { p.SetBindGroup(0, moving, 768) }, gpu.ErrRange, "1024"},
		{"65 536 groups", func(p *gpu.ComputePass) { p.SetPipeline(add.pipeline); p.Dispatch(65536, 1, 1) }, gpu.ErrLimit, "65535"},
		{"no bind group", func(p *gpu.ComputePass) { p.SetPipeline(add.pipeline); p.Dispatch(1, 1, 1) }, nil, "pass of"},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := graph(t)
			g.AddUpload(words, 0, gpu.AsBytes([]uint32{77}))
			g.AddCompute(&gpu.ComputeNode{Label: "mistaken", Uses: []gpu.Use{{Resource: words, Access: gpu.Modify}}, Record: c.record})
			err := g.Execute()
			if c.sort == nil { // found by the driver
				c.sort = err
			}
			refused(t, err, c.sort, `"mistaken"`, c.word)
			if got := must(device.ReadBuffer(words, 0, 4))(t); got[0] != 0 {
				t.Error("the refused frame uploaded")
			}
			g.AddCompute(add.node(t, "fine", words))
			if err := g.Execute(); err != nil {
				t.Error("the next frame:", err)
			}
			if err := words.Write(0, make([]byte, 256)); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestAMistakeInARenderPassStopsTheFrame(t *testing.T) {
	noLeak(t)
	target := texture(t, gpu.TextureDesc{Label: "target", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	fill := newPainter(t, gpu.RenderPipelineDesc{Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}}})
	other := newPainter(t, gpu.RenderPipelineDesc{Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA16Float}}})
	red, wrong := fill.record(t, 0.5, 1, 0, 0, 1), other.record(t, 0.5, 1, 0, 0, 1)
	plain := buffer(t, "plain", 16, gpu.StorageUsage)
	args := buffer(t, "args", 16, gpu.IndirectUsage)
	vertices := buffer(t, "vertices", 16, gpu.VertexUsage)
	gone := must(device.NewBuffer(gpu.BufferDesc{Label: "gone", Size: 16, Usage: gpu.VertexUsage}))(t)
	gone.Release()
	for _, c := range []struct {
		what   string
		record func(*gpu.RenderPass)
		sort   error
		word   string
	}{
		{"no pipeline", func(p *gpu.RenderPass) { p.Draw(3, 1, 0, 0) }, gpu.ErrUsage, "no pipeline"},
		{"nil pipeline", func(p *gpu.RenderPass) { p.SetPipeline(nil) }, gpu.ErrUsage, "nil"},
		{"nil group", func(p *gpu.RenderPass) { p.SetBindGroup(0, nil) }, gpu.ErrUsage, "nil"},
		{"no indices", func(p *gpu.RenderPass) { p.SetPipeline(fill.pipeline); p.DrawIndexed(3, 1, 0, 0, 0) }, gpu.ErrUsage, "no index buffer"},
		{"nil vertices", func(p *gpu.RenderPass) { p.SetVertexBuffer(0, nil) }, gpu.ErrUsage, "VertexUsage"},
		{"plain vertices", func(p *gpu.RenderPass) { p.SetVertexBuffer(0, plain) }, gpu.ErrUsage, "VertexUsage"},
		{"vertex slot 8", func(p *gpu.RenderPass) { p.SetVertexBuffer(8, vertices) }, gpu.ErrLimit, "below 8"},
		{"released vertices", func(p *gpu.RenderPass) { p.SetVertexBuffer(0, gone) }, gpu.ErrUseAfterRelease, "gone"},
		{"plain indices", func(p *gpu.RenderPass) { p.SetIndexBuffer(plain, gpu.Index16) }, gpu.ErrUsage, "IndexUsage"},
		{"plain arguments (T6)", func(p *gpu.RenderPass) { p.DrawIndirect(plain, 0) }, gpu.ErrUsage, "IndirectUsage"},
		{"arguments over the end", func(p *gpu.RenderPass) { p.DrawIndirect(args, 4) }, gpu.ErrRange, "16"},
		{"indexed arguments over the end", func(p *gpu.RenderPass) { p.DrawIndexedIndirect(args, 0) }, gpu.ErrRange, "20 bytes"},
		{"an empty viewport", func(p *gpu.RenderPass) { p.SetViewport(0, 0, 0, 8) }, gpu.ErrRange, "viewport"},
		{"a viewport outside", func(p *gpu.RenderPass) { p.SetViewport(4, 0, 5, 8) }, gpu.ErrRange, "8 × 8"},
		{"a scissor outside", func(p *gpu.RenderPass) { p.SetScissor(0, 1, 8, 8) }, gpu.ErrRange, "8 × 8"},
		{"a pipeline for another target", wrong, nil, "pass of"},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := graph(t)
			node := &gpu.RasterNode{Label: "mistaken", Color: []gpu.ColorAttachment{{Target: target, Clear: true, ClearValue: [4]float64{1, 1, 1, 1}}}, Record: c.record}
			g.AddRaster(node)
			err := g.Execute()
			if c.sort == nil {
				c.sort = err
			}
			refused(t, err, c.sort, `"mistaken"`, c.word)
			if got := must(device.ReadImage(target))(t).NRGBAAt(0, 0); got.G != 0 {
				t.Error("the refused frame drew")
			}
			node.Record = red
			g.AddRaster(node)
			if err := g.Execute(); err != nil {
				t.Error("the next frame:", err)
			}
		})
	}
}

// Each node of a merged pass starts with the whole target and no pipeline.
func TestViewportAndScissorEndWithTheirNode(t *testing.T) {
	noLeak(t)
	target := texture(t, gpu.TextureDesc{Label: "target", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	fill := newPainter(t, gpu.RenderPipelineDesc{Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8, Blend: &gpu.BlendAdditive}}})
	red, green := fill.record(t, 0.5, 1, 0, 0, 0), fill.record(t, 0.5, 0, 1, 0, 0)
	g := graph(t)
	g.AddRaster(&gpu.RasterNode{Label: "corner", Color: []gpu.ColorAttachment{{Target: target, Clear: true}}, Record: func(p *gpu.RenderPass) {
		p.SetViewport(0, 0, 4, 8)
		p.SetScissor(0, 0, 8, 4)
		red(p)
	}})
	g.AddRaster(&gpu.RasterNode{Label: "all", Color: []gpu.ColorAttachment{{Target: target}}, Record: green})
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if n := g.Stats().RenderPasses; n != 1 {
		t.Errorf("%d passes", n)
	}
	img := must(device.ReadImage(target))(t)
	for y := range 8 {
		for x := range 8 {
			c := img.NRGBAAt(x, y)
			if inside := x < 4 && y < 4; (c.R == 255) != inside || c.G != 255 {
				t.Fatalf("the texel at %d, %d is %v", x, y, c)
			}
		}
	}
	g.AddRaster(&gpu.RasterNode{Label: "sets", Color: []gpu.ColorAttachment{{Target: target, Clear: true}}, Record: red})
	g.AddRaster(&gpu.RasterNode{Label: "forgets", Color: []gpu.ColorAttachment{{Target: target}}, Record: func(p *gpu.RenderPass) { p.Draw(3, 1, 0, 0) }})
	refused(t, g.Execute(), gpu.ErrUsage, `"forgets"`, "no pipeline")
}

// Vertex, index and indirect draws put the same triangle on the target.
func TestEverySortOfDraw(t *testing.T) {
	noLeak(t)
	const source = `
@vertex fn vs_main(@location(0) at: vec2<f32>, @location(1) shift: f32) -> @builtin(position) vec4<f32> {
	return vec4<f32>(at.x + shift, at.y, 0.5, 1.0);
}
@fragment fn fs_main() -> @location(0) vec4<f32> { return vec4<f32>(1.0); }`
	pipeline := must(device.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "triangles", Source: source, VertexEntry: "vs_main", FragmentEntry: "fs_main", CullBack: true,
		VertexBuffers: []gpu.VertexBufferLayout{
			{Stride: 8, Attributes: []gpu.VertexAttribute{{Location: 0, Format: gpu.VertexFloat32x2}}},
			{Stride: 4, PerInstance: true, Attributes: []gpu.VertexAttribute{{Location: 1, Format: gpu.VertexFloat32}}},
		},
		Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}},
	}))(t)
	defer pipeline.Release()
	fill := func(b *gpu.Buffer, data []byte) *gpu.Buffer {
		if err := b.Write(0, data); err != nil {
			t.Fatal(err)
		}
		return b
	}
	corners := fill(buffer(t, "corners", 24, gpu.VertexUsage|gpu.CopyDst), gpu.AsBytes([]float32{-1, -1, 3, -1, -1, 3}))
	shifts := fill(buffer(t, "shifts", 8, gpu.VertexUsage|gpu.CopyDst), gpu.AsBytes([]float32{1, 0}))
	short := fill(buffer(t, "short", 8, gpu.IndexUsage|gpu.CopyDst), gpu.AsBytes([]uint16{0, 1, 2, 0}))
	long := fill(buffer(t, "long", 12, gpu.IndexUsage|gpu.CopyDst), gpu.AsBytes([]uint32{0, 1, 2}))
	args := fill(buffer(t, "args", 36, gpu.IndirectUsage|gpu.CopyDst), gpu.AsBytes([]uint32{3, 1, 0, 0, 3, 1, 0, 0, 0}))
	for what, draw := range map[string]func(*gpu.RenderPass){
		"draw":             func(p *gpu.RenderPass) { p.Draw(3, 1, 0, 0) },
		"indexed, 16 bit":  func(p *gpu.RenderPass) { p.SetIndexBuffer(short, gpu.Index16); p.DrawIndexed(3, 1, 0, 0, 0) },
		"indexed, 32 bit":  func(p *gpu.RenderPass) { p.SetIndexBuffer(long, gpu.Index32); p.DrawIndexed(3, 1, 0, 0, 0) },
		"indirect":         func(p *gpu.RenderPass) { p.DrawIndirect(args, 0) },
		"indexed indirect": func(p *gpu.RenderPass) { p.SetIndexBuffer(long, gpu.Index32); p.DrawIndexedIndirect(args, 16) },
	} {
		t.Run(what, func(t *testing.T) {
			target := texture(t, gpu.TextureDesc{Label: "target", Width: 8, Height: 1, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
			g := graph(t)
			g.AddRaster(&gpu.RasterNode{Label: what, Color: []gpu.ColorAttachment{{Target: target, Clear: true}}, Record: func(p *gpu.RenderPass) {
				p.SetPipeline(pipeline)
				p.SetVertexBuffer(0, corners)
				p.SetVertexBuffer(1, shifts)
				draw(p)
			}})
			if err := g.Execute(); err != nil {
				t.Fatal(err)
			}
			for x := range 8 { // the first instance is shifted to the right half
				if got, want := must(device.ReadImage(target))(t).NRGBAAt(x, 0).R == 255, x >= 4; got != want {
					t.Errorf("the texel at %d is lit: %v", x, got)
				}
			}
		})
	}
}
