package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

func TestAComputeGraphChangesABuffer(t *testing.T) {
	noLeak(t)
	add := newAdder(t, 5)
	words := buffer(t, "words", 400, gpu.StorageUsage|gpu.CopySrc|gpu.CopyDst)
	g := graph(t)
	start := make([]uint32, 100)
	for i := range start {
		start[i] = uint32(i)
	}
	g.AddUpload(words, 0, gpu.AsBytes(start))
	g.AddCompute(add.node(t, "first", words))
	g.AddCompute(add.node(t, "second", words))
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	got := must(device.ReadBuffer(words, 0, words.Size()))(t)
	for i := range start {
		if want := uint32(i + 10); got[4*i] != byte(want) {
			t.Fatalf("word %d is %d, want %d", i, got[4*i], want)
		}
	}
	if s := g.Stats(); s.ComputePasses != 1 || s.Nodes != 2 || s.Uploads != 1 || s.UploadBytes != 400 {
		t.Errorf("two neighbours share one pass: %+v", s)
	}
}

func TestARasterGraphDrawsOverAClearedTargetWithDepth(t *testing.T) {
	noLeak(t)
	color := texture(t, gpu.TextureDesc{Label: "colour", Width: 70, Height: 3, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	depth := texture(t, gpu.TextureDesc{Label: "depth", Width: 70, Height: 3, Format: gpu.FormatDepth32Float, Usage: gpu.TextureTarget})
	fill := newPainter(t, gpu.RenderPipelineDesc{
		Targets:     []gpu.ColorTarget{{Format: gpu.FormatRGBA8, Blend: &gpu.BlendAdditive}},
		DepthFormat: gpu.FormatDepth32Float, DepthWrite: true, DepthCompare: gpu.CompareLess,
	})
	g := graph(t)
	near := &gpu.RasterNode{Label: "near",
		Color:  []gpu.ColorAttachment{{Target: color}},
		Depth:  &gpu.DepthAttachment{Target: depth},
		Record: fill.record(t, 0.25, 0.2, 0, 0, 1)}
	far := &gpu.RasterNode{Label: "far", Color: near.Color, Depth: near.Depth, Record: fill.record(t, 0.5, 0, 1, 0, 1)}
	start := &gpu.RasterNode{Label: "start",
		Color:  []gpu.ColorAttachment{{Target: color, Clear: true, ClearValue: [4]float64{0.2, 0.4, 0.6, 1}}},
		Depth:  &gpu.DepthAttachment{Target: depth, Clear: true, ClearValue: 1},
		Record: func(*gpu.RenderPass) {}}
	g.AddRaster(near)
	g.AddRaster(far)
	g.AddRaster(start) // added last, first in order: it clears
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	img := must(device.ReadImage(color))(t)
	for _, at := range [][2]int{{0, 0}, {69, 2}} {
		if c := img.NRGBAAt(at[0], at[1]); c.R != 102 || c.G != 102 || c.B != 153 || c.A != 255 {
			t.Errorf("the texel at %v is %v; want the clear colour plus the near red", at, c)
		}
	}
	if s := g.Stats(); s.RenderPasses != 1 {
		t.Errorf("three nodes on the same attachments share one pass: %+v", s)
	}
}

// A node more costs no allocation: those that are left are the binding's, for encoder, pass and submit.
func TestExecutingMoreNodesAllocatesNoMore(t *testing.T) {
	noLeak(t)
	add := newAdder(t, 1)
	out := texture(t, gpu.TextureDesc{Label: "out", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget})
	fill := newPainter(t, gpu.RenderPipelineDesc{Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}}})
	red := fill.record(t, 0.5, 1, 0, 0, 1)
	var computes []*gpu.ComputeNode
	var rasters []*gpu.RasterNode
	for i := range 20 {
		computes = append(computes, add.node(t, "add", buffer(t, "words", 64, gpu.StorageUsage)))
		rasters = append(rasters, &gpu.RasterNode{Label: "fill", Color: []gpu.ColorAttachment{{Target: out, Clear: i == 0}}, Record: red})
	}
	g := graph(t)
	allocations := func(nodes int) float64 {
		frame := func() {
			for i := range nodes {
				g.AddCompute(computes[i])
				g.AddRaster(rasters[i])
			}
			if err := g.Execute(); err != nil {
				t.Fatal(err)
			}
		}
		frame()
		return testing.AllocsPerRun(20, frame)
	}
	one, many := allocations(1), allocations(20)
	if many > one {
		t.Errorf("a frame of 2 nodes costs %v allocations, one of 40 costs %v", one, many)
	}
	t.Logf("the binding allocates %v times in a frame of two passes", one)
}

// Then is called once its frame's uploads are written, and not for a frame that is reset or refused.
func TestThenFollowsTheUploadsOfItsFrame(t *testing.T) {
	g := gpu.NewFrameGraph(device)
	b := buffer(t, "then", 16, gpu.StorageUsage|gpu.CopyDst|gpu.CopySrc)
	called := 0
	add := func() {
		g.AddUpload(b, 0, make([]byte, 16))
		g.Then(func() { called++ })
	}
	add()
	g.Reset()
	if err := g.Execute(); err != nil || called != 0 {
		t.Errorf("after a reset it is called %d times, %v", called, err)
	}
	add()
	g.AddUpload(b, 8, make([]byte, 8)) // the same bytes twice
	if err := g.Execute(); err == nil || called != 0 {
		t.Errorf("after a refused frame it is called %d times, %v", called, err)
	}
	add()
	for range 2 {
		if err := g.Execute(); err != nil || called != 1 {
			t.Errorf("it is called %d times, %v", called, err)
		}
	}
}
