package gpu_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/gomotes/motes/gpu"
)

func idle(*gpu.ComputePass) {}

func blank(*gpu.RenderPass) {}

// Every mistake in a graph is an error that names nodes and resource; the frame uploads and draws nothing.
func TestAWrongGraphIsRefused(t *testing.T) {
	noLeak(t)
	a := buffer(t, "a", 16, gpu.StorageUsage|gpu.CopyDst|gpu.CopySrc)
	b := buffer(t, "b", 16, gpu.StorageUsage)
	gone := must(device.NewBuffer(gpu.BufferDesc{Label: "gone", Size: 16, Usage: gpu.StorageUsage | gpu.CopyDst}))(t)
	gone.Release()
	target := func(label string, w uint32, f gpu.Format, samples uint32) *gpu.Texture {
		return texture(t, gpu.TextureDesc{Label: label, Width: w, Height: 8, Format: f, Samples: samples, Usage: gpu.TextureTarget})
	}
	small, wide, multi := target("small", 8, gpu.FormatRGBA8, 1), target("wide", 16, gpu.FormatRGBA8, 1), target("multi", 8, gpu.FormatRGBA8, 4)
	depth, wideDepth := target("depth", 8, gpu.FormatDepth32Float, 1), target("wide depth", 16, gpu.FormatDepth32Float, 1)
	half := target("half", 8, gpu.FormatRGBA16Float, 1)
	plain := texture(t, gpu.TextureDesc{Label: "plain", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled})
	ghost := gpu.NewTransient("ghost", gpu.TextureDesc{Width: 8, Height: 8, Format: gpu.FormatRGBA8})
	huge := gpu.NewTransient("huge", gpu.TextureDesc{Width: 100000, Height: 8, Format: gpu.FormatRGBA8})
	compute := func(label string, uses ...gpu.Use) *gpu.ComputeNode {
		return &gpu.ComputeNode{Label: label, Uses: uses, Record: idle}
	}
	raster := func(label string, color ...gpu.ColorAttachment) *gpu.RasterNode {
		return &gpu.RasterNode{Label: label, Color: color, Record: blank}
	}
	onto := func(r gpu.Resource) gpu.ColorAttachment { return gpu.ColorAttachment{Target: r} }
	for _, c := range []struct {
		what  string
		build func(*gpu.FrameGraph)
		sort  error
		words []string
	}{
		{"a circle of two", func(g *gpu.FrameGraph) {
			g.AddCompute(compute("chicken", gpu.Use{Resource: a, Access: gpu.Modify}, gpu.Use{Resource: b, Access: gpu.Read}))
			g.AddCompute(compute("egg", gpu.Use{Resource: b, Access: gpu.Modify}, gpu.Use{Resource: a, Access: gpu.Read}))
		}, gpu.ErrCycle, []string{`"chicken"`, `"egg"`, `"a"`, `"b"`, "wait for each other"}},
		{"a transient nobody writes", func(g *gpu.FrameGraph) {
			g.AddCompute(compute("reader", gpu.Use{Resource: ghost, Access: gpu.Read}))
		}, gpu.ErrMissingWriter, []string{`node "reader" reads transient "ghost"`}},
		{"a transient nobody clears", func(g *gpu.FrameGraph) { g.AddRaster(raster("loader", onto(ghost))) },
			gpu.ErrMissingWriter, []string{`node "loader" modifies transient "ghost"`}},
		{"two writers", func(g *gpu.FrameGraph) {
			g.AddCompute(compute("first", gpu.Use{Resource: a, Access: gpu.Write}))
			g.AddCompute(compute("second", gpu.Use{Resource: a, Access: gpu.Write}))
		}, gpu.ErrManyWriters, []string{`"first" and "second"`, `"a"`}},
		{"a released buffer", func(g *gpu.FrameGraph) { g.AddCompute(compute("late", gpu.Use{Resource: gone, Access: gpu.Read})) },
			gpu.ErrUseAfterRelease, []string{`node "late"`, `"gone"`}},
		{"an upload to a released buffer", func(g *gpu.FrameGraph) { g.AddUpload(gone, 0, make([]byte, 4)) }, gpu.ErrUseAfterRelease, []string{`"gone"`}},
		{"an upload over the end", func(g *gpu.FrameGraph) { g.AddUpload(a, 8, make([]byte, 12)) }, gpu.ErrRange, []string{`"a"`, "16"}},
		{"an upload of 3 bytes", func(g *gpu.FrameGraph) { g.AddUpload(a, 0, make([]byte, 3)) }, gpu.ErrRange, []string{`"a"`, "multiples of 4"}},
		{"an upload where none is allowed", func(g *gpu.FrameGraph) { g.AddUpload(b, 0, make([]byte, 4)) }, gpu.ErrUsage, []string{`"b"`, "CopyDst"}},
		{"uploads that overlap (T7b)", func(g *gpu.FrameGraph) {
			g.AddUpload(a, 0, make([]byte, 8))
			g.AddUpload(a, 8, make([]byte, 8))
			g.AddUpload(a, 4, make([]byte, 8))
		}, gpu.ErrRange, []string{`"a"`, "overlap"}},
		{"an upload to nil", func(g *gpu.FrameGraph) { g.AddUpload(nil, 0, make([]byte, 4)) }, gpu.ErrUsage, []string{"nil"}},
		{"two sizes", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(small), onto(wide))) },
			gpu.ErrMismatch, []string{`node "draw"`, `"small" has 8 × 8`, `"wide" has 16 × 8`}},
		{"two sample counts", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(small), onto(multi))) },
			gpu.ErrMismatch, []string{`"small" has 1 samples`, `"multi" has 4`}},
		{"a depth of another size", func(g *gpu.FrameGraph) {
			n := raster("draw", onto(small))
			n.Depth = &gpu.DepthAttachment{Target: wideDepth}
			g.AddRaster(n)
		}, gpu.ErrMismatch, []string{`"wide depth"`}},
		{"a depth as colour", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(depth))) }, gpu.ErrMismatch, []string{`"depth" is of format depth32float`}},
		{"a colour as depth", func(g *gpu.FrameGraph) {
			g.AddRaster(&gpu.RasterNode{Label: "draw", Depth: &gpu.DepthAttachment{Target: small}, Record: blank})
		}, gpu.ErrMismatch, []string{`depth attachment "small" is of format rgba8`}},
		{"a buffer as target", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(a))) }, gpu.ErrMismatch, []string{`"a" is a buffer`}},
		{"a texture that is no target", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(plain))) }, gpu.ErrMismatch, []string{`"plain"`, "TextureTarget"}},
		{"a resolve of one sample", func(g *gpu.FrameGraph) {
			g.AddRaster(raster("draw", gpu.ColorAttachment{Target: small, Resolve: half}))
		}, gpu.ErrMismatch, []string{`"small" with 1 samples`}},
		{"a resolve into another format", func(g *gpu.FrameGraph) {
			g.AddRaster(raster("draw", gpu.ColorAttachment{Target: multi, Resolve: half}))
		}, gpu.ErrMismatch, []string{`"multi"`, "rgba16float"}},
		{"a resolve into a buffer", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", gpu.ColorAttachment{Target: multi, Resolve: a})) },
			gpu.ErrMismatch, []string{`"a" is a buffer`}},
		{"a target that is read in its node", func(g *gpu.FrameGraph) {
			n := raster("mirror", onto(small))
			n.Uses = []gpu.Use{{Resource: small, Access: gpu.Read}}
			g.AddRaster(n)
		}, gpu.ErrFeedback, []string{`node "mirror"`, `"small"`}},
		{"a written depth that is read in its node", func(g *gpu.FrameGraph) {
			g.AddRaster(&gpu.RasterNode{Label: "mirror", Depth: &gpu.DepthAttachment{Target: depth}, Record: blank, Uses: []gpu.Use{{Resource: depth, Access: gpu.Read}}})
		}, gpu.ErrFeedback, []string{`"depth"`}},
		{"a target twice", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(small), onto(small))) }, gpu.ErrFeedback, []string{`"small"`}},
		{"too large a transient", func(g *gpu.FrameGraph) {
			g.AddRaster(raster("draw", gpu.ColorAttachment{Target: huge, Clear: true}))
			g.Keep(huge)
		},
			gpu.ErrLimit, []string{`node "draw"`, `"huge"`, "100000"}},
		{"no attachment", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw")) }, gpu.ErrNode, []string{"no attachment"}},
		{"a nil target", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto(nil))) }, gpu.ErrNode, []string{"Target is nil"}},
		{"a typed nil target", func(g *gpu.FrameGraph) { g.AddRaster(raster("draw", onto((*gpu.Texture)(nil)))) }, gpu.ErrNode, []string{"Target is nil"}},
		{"a nil use", func(g *gpu.FrameGraph) { g.AddCompute(compute("c", gpu.Use{})) }, gpu.ErrNode, []string{"Uses[0].Resource is nil"}},
		{"an unknown access", func(g *gpu.FrameGraph) { g.AddCompute(compute("c", gpu.Use{Resource: a, Access: 9})) }, gpu.ErrNode, []string{"Access is 9"}},
		{"no Record", func(g *gpu.FrameGraph) { g.AddCompute(&gpu.ComputeNode{Label: "c"}) }, gpu.ErrNode, []string{`"c"`, "no Record"}},
		{"a nil node", func(g *gpu.FrameGraph) { g.AddCompute(nil) }, gpu.ErrNode, []string{"node 1 is nil"}},
		{"a cleared read-only depth", func(g *gpu.FrameGraph) {
			g.AddRaster(&gpu.RasterNode{Label: "draw", Depth: &gpu.DepthAttachment{Target: depth, Clear: true, ReadOnly: true}, Record: blank})
		}, gpu.ErrNode, []string{"both Clear and ReadOnly"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := graph(t)
			marker := buffer(t, "marker", 4, gpu.StorageUsage|gpu.CopyDst|gpu.CopySrc)
			ran := false
			g.AddUpload(marker, 0, []byte{1, 2, 3, 4})
			g.AddCompute(&gpu.ComputeNode{Label: "bystander", Uses: []gpu.Use{{Resource: marker, Access: gpu.Modify}}, Record: func(*gpu.ComputePass) { ran = true }})
			c.build(g)
			err := g.Execute()
			refused(t, err, c.sort, c.words...)
			var typed *gpu.GraphError
			if !errors.As(err, &typed) {
				t.Errorf("%T is no GraphError", err)
			}
			if got := must(device.ReadBuffer(marker, 0, 4))(t); ran || !slices.Equal(got, make([]byte, 4)) {
				t.Errorf("the refused frame recorded: %v; it uploaded %v", ran, got)
			}
			if err := g.Execute(); err != nil {
				t.Error("the frame after it is empty, and refused:", err)
			}
		})
	}
}

func TestAGraphErrorNamesItsNodesAndResource(t *testing.T) {
	noLeak(t)
	a := buffer(t, "a", 16, gpu.StorageUsage)
	g := graph(t)
	for _, label := range []string{"one", "two"} {
		g.AddCompute(&gpu.ComputeNode{Label: label, Uses: []gpu.Use{{Resource: a, Access: gpu.Write}}, Record: idle})
	}
	var err *gpu.GraphError
	if !errors.As(g.Execute(), &err) {
		t.Fatal("no GraphError")
	}
	if !slices.Equal(err.Nodes, []string{"one", "two"}) || err.Resource != "a" {
		t.Errorf("nodes %q, resource %q", err.Nodes, err.Resource)
	}
}
