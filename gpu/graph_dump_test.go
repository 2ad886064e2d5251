package gpu_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomotes/motes/gpu"
)

func TestAFrameIsPrintedAsTextAndGraphviz(t *testing.T) {
	noLeak(t)
	streams := buffer(t, "streams", 16, gpu.StorageUsage|gpu.CopyDst)
	out := texture(t, gpu.TextureDesc{Label: "out", Width: 4, Height: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget})
	light := gpu.NewTransient("light", gpu.TextureDesc{Width: 4, Height: 4, Format: gpu.FormatRGBA8})
	lost := gpu.NewTransient("lost", gpu.TextureDesc{Width: 4, Height: 4, Format: gpu.FormatRGBA8})
	g := graph(t)
	show := clearNode("show", out, 0)
	show.Uses = []gpu.Use{{Resource: light, Access: gpu.Read}}
	draw := &gpu.RasterNode{Label: "draw", Color: []gpu.ColorAttachment{{Target: light}}, Uses: []gpu.Use{{Resource: streams, Access: gpu.Read}}, Record: blank}
	add := func() {
		g.AddUpload(streams, 0, make([]byte, 8))
		g.AddRaster(show)
		g.AddRaster(draw)
		g.AddRaster(clearNode("sky", light, 0))
		g.AddRaster(clearNode("vain", lost, 0))
		g.AddCompute(&gpu.ComputeNode{Label: "step", Uses: []gpu.Use{{Resource: streams, Access: gpu.Modify}}, Record: idle})
	}
	const want = `upload 8 bytes at 0 of "streams"
pass 0, compute
  node "step"
    modifies "streams"
pass 1, render
  node "sky"
    writes "light", colour
  node "draw"
    modifies "light", colour
    reads "streams"
pass 2, render
  node "show"
    writes "out", colour
    reads "light"
dropped, as nobody uses the results
  node "vain"
    writes "lost", colour
`
	add()
	if diff := cmp.Diff(want, g.Dump()); diff != "" {
		t.Error("before Execute:", diff)
	}
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, g.Dump()); diff != "" {
		t.Error("after Execute:", diff)
	}
	dot := g.Graphviz()
	for _, part := range []string{"digraph frame {", "subgraph cluster_1", `label="sky"`, `label="vain", color=grey`, `label="light", shape=ellipse, style=dashed`, "dir=both"} {
		if !strings.Contains(dot, part) {
			t.Errorf("the graph lacks %q:\n%s", part, dot)
		}
	}
	if strings.Count(dot, "{") != strings.Count(dot, "}") {
		t.Error("braces do not match")
	}
	add()
	add()
	if got := g.Dump(); !strings.HasPrefix(got, "refused: frame graph: ") || !strings.Contains(got, `"show"`) {
		t.Errorf("a refused frame is printed as\n%s", got)
	}
	if !strings.Contains(g.Graphviz(), "label=\"frame graph: ") {
		t.Error("the graph of a refused frame does not say why")
	}
}
