package gpu

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// fakeBuffer is a resource for the compile step, which never touches the device.
func fakeBuffer(label string) *Buffer {
	return &Buffer{object: object{label: label, bytes: 64}, usage: StorageUsage | CopyDst}
}

func fakeTarget(label string) *Transient {
	return NewTransient(label, TextureDesc{Width: 4, Height: 4, Format: FormatRGBA8})
}

// randomFrame is a frame that can be ordered by construction: nodes are numbered in an order that works.
type randomFrame struct {
	resources []Resource
	computes  []*ComputeNode
	rasters   []*RasterNode // computes[i] or rasters[i] is nil
	use       [][]Access    // of node and resource; unused where there is none
	inserted  []int         // the order in which nodes are added
}

const unused = accesses

func (f *randomFrame) name(i int) string { return fmt.Sprintf("n%d", i) }

func drawFrame(t *rapid.T) *randomFrame {
	f := &randomFrame{}
	nodes := rapid.IntRange(1, 9).Draw(t, "nodes")
	count := rapid.IntRange(1, 6).Draw(t, "resources")
	for r := range count {
		if rapid.Bool().Draw(t, "texture") {
			f.resources = append(f.resources, fakeTarget(fmt.Sprintf("t%d", r)))
		} else {
			f.resources = append(f.resources, fakeBuffer(fmt.Sprintf("b%d", r)))
		}
	}
	raster := make([]bool, nodes)
	for i := range nodes {
		f.use = append(f.use, slices.Repeat([]Access{unused}, count))
		raster[i] = rapid.Bool().Draw(t, "raster")
	}
	for r := range count {
		writer := rapid.IntRange(-1, nodes-1).Draw(t, "writer")
		_, transient := f.resources[r].(*Transient)
		if transient {
			writer = max(writer, 0)
			raster[writer] = true
		}
		if writer >= 0 {
			f.use[writer][r] = Write
		}
		modifiedUntil := rapid.IntRange(writer, nodes-1).Draw(t, "modified until")
		for i := writer + 1; i < nodes; i++ {
			if !rapid.Bool().Draw(t, "used") {
				continue
			}
			if i <= modifiedUntil {
				f.use[i][r] = Modify
				raster[i] = raster[i] || transient
			} else {
				f.use[i][r] = Read
			}
		}
	}
	for i := range nodes {
		f.computes, f.rasters = append(f.computes, nil), append(f.rasters, nil)
		if !raster[i] {
			f.computes[i] = &ComputeNode{Label: f.name(i), Uses: f.uses(i), Record: func(*ComputePass) {}}
			continue
		}
		n := &RasterNode{Label: f.name(i), Uses: f.uses(i), Record: func(*RenderPass) {}}
		for r, resource := range f.resources {
			if _, ok := resource.(*Transient); ok && f.use[i][r] != unused && f.use[i][r] != Read {
				n.Color = append(n.Color, ColorAttachment{Target: resource, Clear: f.use[i][r] == Write})
			}
		}
		if len(n.Color) == 0 { // a raster node draws on something: a target of its own, which is kept
			own := &Texture{object: object{label: "own " + f.name(i)}, desc: TextureDesc{Width: 4, Height: 4, Format: FormatRGBA8, Usage: TextureTarget}}
			n.Color = append(n.Color, ColorAttachment{Target: own, Clear: true})
		}
		f.rasters[i] = n
	}
	f.insert(t)
	return f
}

// uses are those that are no attachments.
func (f *randomFrame) uses(i int) (uses []Use) {
	for r, resource := range f.resources {
		if _, transient := resource.(*Transient); f.use[i][r] == Read || (f.use[i][r] != unused && !transient) {
			uses = append(uses, Use{resource, f.use[i][r]})
		}
	}
	return uses
}

// insert draws an order of adding that keeps modifiers of one resource as they are: that order has a meaning.
func (f *randomFrame) insert(t *rapid.T) {
	for len(f.inserted) < len(f.use) {
		var free []int
		for i := range f.use {
			if slices.Contains(f.inserted, i) {
				continue
			}
			waits := false
			for before := range i {
				for r := range f.resources {
					waits = waits || (f.use[i][r] == Modify && f.use[before][r] == Modify && !slices.Contains(f.inserted, before))
				}
			}
			if !waits {
				free = append(free, i)
			}
		}
		f.inserted = append(f.inserted, free[rapid.IntRange(0, len(free)-1).Draw(t, "added")])
	}
}

func (f *randomFrame) build() *FrameGraph {
	g := NewFrameGraph(nil)
	for _, i := range f.inserted {
		if f.computes[i] != nil {
			g.AddCompute(f.computes[i])
		} else {
			g.AddRaster(f.rasters[i])
		}
	}
	return g
}

// needed works out which nodes have results that matter, from the other end than the graph does.
func (f *randomFrame) needed() []bool {
	needed := make([]bool, len(f.use))
	for changed := true; changed; {
		changed = false
		for i := range f.use {
			if needed[i] {
				continue
			}
			writes, matters := false, false
			for r, resource := range f.resources {
				if a := f.use[i][r]; a != Write && a != Modify {
					continue
				}
				writes = true
				if _, transient := resource.(*Transient); !transient {
					matters = true
				}
				for later := i + 1; later < len(f.use); later++ {
					if a := f.use[later][r]; needed[later] && (a == Modify || a == Read) {
						matters = true
					}
				}
			}
			own := f.rasters[i] != nil && len(f.rasters[i].Color) == 1 && f.rasters[i].Color[0].Target.Label() == "own "+f.name(i)
			if matters || !writes || own {
				needed[i], changed = true, true
			}
		}
	}
	return needed
}

// Ordering, pruning and merging hold for any frame, in whatever order its nodes are added.
func TestAnyFrameIsOrderedPrunedAndMerged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFrame(t)
		g := f.build()
		if err := g.compile(); err != nil {
			t.Fatalf("refused: %v\n%s", err, g.Dump())
		}
		defer func() {
			if t.Failed() {
				t.Log(g.Dump())
			}
		}()
		position := make([]int, len(f.use))
		for i := range position {
			position[i] = -1
		}
		for at, n := range g.order {
			i := f.inserted[n]
			if position[i] >= 0 {
				t.Fatalf("%s runs twice", f.name(i))
			}
			position[i] = at
		}
		for i, needed := range f.needed() {
			if needed != (position[i] >= 0) {
				t.Errorf("%s runs: %v, is needed: %v", f.name(i), position[i] >= 0, needed)
			}
		}
		for r := range f.resources {
			for a := range f.use {
				for b := range f.use {
					x, y := f.use[a][r], f.use[b][r]
					before := x == Write && (y == Modify || y == Read) || x == Modify && y == Read || x == Modify && y == Modify && a < b
					if before && position[a] >= 0 && position[b] >= 0 && position[a] > position[b] {
						t.Errorf("%s %v %s, which %s %v, but runs later", f.name(a), x, f.resources[r].Label(), f.name(b), y)
					}
				}
			}
		}
		f.checkPasses(t, g)
	})
}

func (f *randomFrame) checkPasses(t *rapid.T, g *FrameGraph) {
	var at int32
	for k := range g.passes {
		p := &g.passes[k]
		if p.first != at || p.count < 1 {
			t.Fatalf("pass %d has nodes %d to %d, after %d", k, p.first, p.first+p.count, at)
		}
		at += p.count
		if k > 0 && !p.raster && !g.passes[k-1].raster {
			t.Errorf("passes %d and %d are neighbours and both compute", k-1, k)
		}
		nodes := g.nodesOf(int32(k))
		for at, n := range nodes {
			i := f.inserted[n]
			if p.raster != (f.rasters[i] != nil) {
				t.Errorf("%s is in pass %d of the other sort", f.name(i), k)
			}
			if !p.raster || at == 0 {
				continue
			}
			first := f.rasters[f.inserted[nodes[0]]]
			for c, color := range f.rasters[i].Color {
				if len(first.Color) != len(f.rasters[i].Color) || color.Target != first.Color[c].Target || color.Clear {
					t.Errorf("%s shares a pass with %s, and not its attachments, or clears them", f.name(i), first.Label)
				}
			}
			for _, other := range nodes[:at] {
				for _, u := range f.rasters[i].Uses {
					for _, v := range f.rasters[f.inserted[other]].Uses {
						if u.Resource == v.Resource && (u.Access != Read || v.Access != Read) {
							t.Errorf("%s and %s share a pass, and one changes %s", f.name(i), f.name(f.inserted[other]), u.Resource.Label())
						}
					}
				}
			}
		}
	}
	if int(at) != len(g.order) {
		t.Errorf("the passes hold %d of %d nodes", at, len(g.order))
	}
}

// The steady state of a frame allocates nothing outside the binding's calls.
func TestCompilingAFrameAgainAllocatesNothing(t *testing.T) {
	g := NewFrameGraph(nil)
	light, args := fakeTarget("light"), fakeBuffer("args")
	out := &Texture{object: object{label: "out"}, desc: TextureDesc{Width: 4, Height: 4, Format: FormatRGBA8, Usage: TextureTarget}}
	var computes []*ComputeNode
	var rasters []*RasterNode
	for i := range 20 {
		b := fakeBuffer("b")
		computes = append(computes, &ComputeNode{Label: "c", Uses: []Use{{b, Modify}, {args, Modify}}, Record: func(*ComputePass) {}})
		rasters = append(rasters, &RasterNode{Label: "r", Uses: []Use{{b, Read}, {args, Read}}, Record: func(*RenderPass) {},
			Color: []ColorAttachment{{Target: light, Clear: i == 0}}})
	}
	show := &RasterNode{Label: "show", Uses: []Use{{light, Read}}, Color: []ColorAttachment{{Target: out, Clear: true}}, Record: func(*RenderPass) {}}
	upload, data := fakeBuffer("upload"), make([]byte, 64)
	frame := func() {
		g.AddUpload(upload, 0, data)
		g.AddRaster(show)
		for i := range computes {
			g.AddRaster(rasters[i])
			g.AddCompute(computes[i])
		}
		if err := g.compile(); err != nil {
			t.Fatal(err)
		}
		g.done = true
	}
	frame()
	if len(g.passes) != 3 || len(g.order) != 41 {
		t.Errorf("all compute, all draws and the last node make 3 passes:\n%s", g.Dump())
	}
	if n := testing.AllocsPerRun(50, frame); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}
