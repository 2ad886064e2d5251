package gpu

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// target is a texture for the compile step, which never touches the device.
func target(label string, format Format, samples uint32) *Texture {
	return &Texture{object: object{label: label}, desc: TextureDesc{Width: 8, Height: 8, Format: format, Samples: samples, Usage: TextureTarget | TextureSampled}}
}

// passes prints the passes of a frame: nodes of one pass are joined by +.
func passes(t *testing.T, g *FrameGraph) string {
	t.Helper()
	if err := g.compile(); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for i := range g.passes {
		var labels []string
		for _, n := range g.nodesOf(int32(i)) {
			labels = append(labels, g.nodes[n].label())
		}
		parts = append(parts, strings.Join(labels, "+"))
	}
	return strings.Join(parts, " ")
}

func TestWhichNodesShareAPass(t *testing.T) {
	light, other := target("light", FormatRGBA16Float, 1), target("other", FormatRGBA16Float, 1)
	depth := target("depth", FormatDepth32Float, 1)
	many, flat, flat2 := target("many", FormatRGBA16Float, 4), target("flat", FormatRGBA16Float, 1), target("flat2", FormatRGBA16Float, 1)
	particles, args := fakeBuffer("particles"), fakeBuffer("args")
	compute := func(label string, uses ...Use) *ComputeNode {
		return &ComputeNode{Label: label, Uses: uses, Record: func(*ComputePass) {}}
	}
	draw := func(label string, color ColorAttachment, depth *DepthAttachment, uses ...Use) *RasterNode {
		n := &RasterNode{Label: label, Uses: uses, Depth: depth, Record: func(*RenderPass) {}}
		if color.Target != nil {
			n.Color = []ColorAttachment{color}
		}
		return n
	}
	clear, load := ColorAttachment{Target: light, Clear: true}, ColorAttachment{Target: light}
	write, test := &DepthAttachment{Target: depth, Clear: true}, &DepthAttachment{Target: depth, ReadOnly: true}
	for _, c := range []struct {
		what, want string
		nodes      []any
	}{
		{"a frame whose opaque node was added before the simulation: compute goes first, so that all draws meet", "step+compact opaque+draw show",
			[]any{draw("opaque", clear, write), compute("step", Use{particles, Modify}), compute("compact", Use{particles, Read}, Use{args, Write}),
				draw("draw", load, test, Use{particles, Read}, Use{args, Read}), draw("show", ColorAttachment{Target: other, Clear: true}, nil, Use{light, Read})}},
		{"compute that needs what is drawn", "opaque blur draw",
			[]any{draw("opaque", clear, nil), draw("draw", ColorAttachment{Target: other}, nil, Use{args, Read}), compute("blur", Use{light, Read}, Use{args, Write})}},
		{"different targets", "a b", []any{draw("a", clear, nil), draw("b", ColorAttachment{Target: other, Clear: true}, nil)}},
		{"with and without depth", "a b", []any{draw("a", clear, write), draw("b", load, nil)}},
		{"depth alone", "a+b", []any{draw("a", ColorAttachment{}, write), draw("b", ColorAttachment{}, &DepthAttachment{Target: depth})}},
		{"a depth that is written and sampled", "a b", []any{draw("a", clear, write), draw("b", load, test, Use{depth, Read})}},
		{"a depth that is tested and sampled", "a+b", []any{draw("a", load, test), draw("b", load, test, Use{depth, Read})}},
		{"a buffer that two only read", "a+b", []any{draw("a", clear, nil, Use{args, Read}), draw("b", load, nil, Use{args, Read})}},
		{"a buffer that one writes", "a b", []any{draw("a", clear, nil, Use{args, Write}), draw("b", load, nil, Use{args, Read})}},
		{"a buffer that both modify", "a b", []any{draw("a", clear, nil, Use{args, Modify}), draw("b", load, nil, Use{args, Modify})}},
		{"the last resolves", "a+b", []any{draw("a", ColorAttachment{Target: many, Clear: true}, nil), draw("b", ColorAttachment{Target: many, Resolve: flat}, nil)}},
		{"all resolve", "a+b", []any{draw("a", ColorAttachment{Target: many, Clear: true, Resolve: flat}, nil), draw("b", ColorAttachment{Target: many, Resolve: flat}, nil)}},
		{"the first resolves, so that what follows is not in it", "a b",
			[]any{draw("a", ColorAttachment{Target: many, Clear: true, Resolve: flat}, nil), draw("b", ColorAttachment{Target: many}, nil)}},
		{"two resolve elsewhere", "a b",
			[]any{draw("a", ColorAttachment{Target: many, Clear: true, Resolve: flat}, nil), draw("b", ColorAttachment{Target: many, Resolve: flat2}, nil)}},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := NewFrameGraph(nil)
			for _, n := range c.nodes {
				switch n := n.(type) {
				case *ComputeNode:
					g.AddCompute(n)
				case *RasterNode:
					g.AddRaster(n)
				}
			}
			if got := passes(t, g); got != c.want {
				t.Errorf("passes %q, want %q", got, c.want)
			}
			g.SetProfile(ProfileNodes)
			if got := passes(t, g); strings.Contains(got, "+") {
				t.Errorf("measured by nodes, passes are %q", got)
			}
		})
	}
}

func TestTwoTargetsResolvedIntoOneTextureAreTwoWriters(t *testing.T) {
	g := NewFrameGraph(nil)
	flat := target("flat", FormatRGBA8, 1)
	for i := range 2 {
		g.AddRaster(&RasterNode{Label: fmt.Sprint("n", i), Record: func(*RenderPass) {},
			Color: []ColorAttachment{{Target: target("many", FormatRGBA8, 4), Clear: true, Resolve: flat}}})
	}
	if err := g.compile(); !errors.Is(err, ErrManyWriters) || !strings.Contains(err.Error(), `"flat"`) {
		t.Errorf("error %v", err)
	}
}

// A circle is found whatever hangs on to it, and only its own nodes are named.
func TestACycleNamesItsOwnNodes(t *testing.T) {
	g := NewFrameGraph(nil)
	buffers := []Resource{fakeBuffer("a"), fakeBuffer("b"), fakeBuffer("c")}
	node := func(label string, uses ...Use) {
		g.AddCompute(&ComputeNode{Label: label, Uses: uses, Record: func(*ComputePass) {}})
	}
	tail := fakeBuffer("tail")
	node("after", Use{buffers[2], Read}, Use{tail, Modify})
	for i := range buffers {
		node(fmt.Sprint("n", i), Use{buffers[i], Modify}, Use{buffers[(i+2)%3], Read})
	}
	node("before", Use{buffers[0], Write})
	var err *GraphError
	if !errors.As(g.compile(), &err) || !errors.Is(err, ErrCycle) {
		t.Fatalf("error %v", err)
	}
	if len(err.Nodes) != 3 || strings.Contains(err.Detail, "after") || strings.Contains(err.Detail, "before\"") {
		t.Errorf("nodes %q: %v", err.Nodes, err)
	}
}

func TestAdaptersAreRankedByTypeAndPower(t *testing.T) {
	types := []AdapterType{AdapterDiscrete, AdapterIntegrated, AdapterVirtual, AdapterCPU}
	for power, want := range map[Power][]int{HighPerformance: {0, 1, 2, 3}, LowPower: {1, 0, 2, 3}} {
		c := Config{Power: power}
		for i, kind := range types {
			if got := c.rank(AdapterInfo{Type: kind}); got != want[i] {
				t.Errorf("power %d: %v has rank %d, want %d", power, kind, got, want[i])
			}
		}
	}
}
