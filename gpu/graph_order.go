package gpu

import (
	"fmt"
	"slices"
	"strings"
)

// graphPass is a run of nodes in order that share a pass of the device.
type graphPass struct {
	raster       bool
	first, count int32 // into FrameGraph.order
	depthWritten bool
	depthSampled bool
	resolving    bool
}

// sort puts the needed nodes in an order that respects the edges, and groups them into passes. Among the nodes that could
// come next it takes one that joins the pass before; else a compute node, so that raster nodes gather behind; else a
// raster node: each time the one that was added first.
func (g *FrameGraph) sort() error {
	remaining := 0
	for i := range g.nodes {
		if !g.nodes[i].needed {
			continue
		}
		remaining++
		for e := g.nodes[i].edge; e >= 0; e = g.edges[e].next {
			g.nodes[g.edges[e].to].waits++
		}
	}
	for ; remaining > 0; remaining-- {
		next, joins := g.next()
		if next < 0 {
			return g.cycle()
		}
		g.append(next, joins)
		g.nodes[next].placed = true
		for e := g.nodes[next].edge; e >= 0; e = g.edges[e].next {
			g.nodes[g.edges[e].to].waits--
		}
	}
	return nil
}

// next picks a node, −1 if all that remain wait for others, and reports whether it joins the last pass.
func (g *FrameGraph) next() (next int32, joins bool) {
	next = -1
	for i := range g.nodes {
		n := &g.nodes[i]
		if !n.needed || n.placed || n.waits > 0 {
			continue
		}
		if g.joins(int32(i)) {
			return int32(i), true
		}
		if next < 0 || (n.compute != nil && g.nodes[next].compute == nil) {
			next = int32(i)
		}
	}
	return next, false
}

// joins reports whether a node can go into the last pass.
func (g *FrameGraph) joins(i int32) bool {
	if len(g.passes) == 0 || g.profile.mode == ProfileNodes {
		return false
	}
	p := &g.passes[len(g.passes)-1]
	n := &g.nodes[i]
	if p.raster != (n.raster != nil) {
		return false
	}
	if !p.raster {
		return true // the device orders the dispatches of a pass by itself
	}
	return g.sameTargets(p, n.raster) && g.sharesDepth(p, i) && g.sharesUses(i)
}

// sameTargets reports whether a node draws on what the pass draws on. If it does, it keeps what is there: to clear it would
// make it a second writer.
func (g *FrameGraph) sameTargets(p *graphPass, n *RasterNode) bool {
	head := g.nodes[g.order[p.first]].raster
	last := g.nodes[g.order[p.first+p.count-1]].raster
	if len(head.Color) != len(n.Color) || (head.Depth == nil) != (n.Depth == nil) {
		return false
	}
	for k := range n.Color {
		c := &n.Color[k]
		if c.Target != head.Color[k].Target {
			return false
		}
		// A pass resolves when it ends, so a node that does not resolve cannot follow one that does.
		if p.resolving && c.Resolve != last.Color[k].Resolve {
			return false
		}
	}
	return n.Depth == nil || n.Depth.Target == head.Depth.Target
}

// sharesDepth reports whether the depth can be written by some nodes of the pass: not if others read it in shaders.
func (g *FrameGraph) sharesDepth(p *graphPass, i int32) bool {
	for _, u := range g.usesOf(i) {
		if u.role == depthRole && ((u.sampled && p.depthWritten) || (u.access != Read && p.depthSampled)) {
			return false
		}
	}
	return true
}

// sharesUses reports whether what the node's shaders use is not written by the pass, nor the other way round.
func (g *FrameGraph) sharesUses(i int32) bool {
	last := int32(len(g.passes) - 1)
	for _, u := range g.usesOf(i) {
		r := &g.resources[u.resource]
		if r.pass != last {
			continue
		}
		switch u.role {
		case shaderRole:
			if r.written || (r.read && u.access != Read) {
				return false
			}
		case resolveRole:
			if r.read || r.written {
				return false
			}
		}
	}
	return true
}

// append puts a node at the end of the order, in the last pass or in one of its own.
func (g *FrameGraph) append(i int32, joins bool) {
	n := &g.nodes[i]
	if !joins {
		g.passes = append(g.passes, graphPass{raster: n.raster != nil, first: int32(len(g.order))})
	}
	g.order = append(g.order, i)
	last := int32(len(g.passes) - 1)
	p := &g.passes[last]
	p.count++
	for _, u := range g.usesOf(i) {
		switch u.role {
		case depthRole:
			p.depthWritten = p.depthWritten || u.access != Read
			p.depthSampled = p.depthSampled || u.sampled
		case resolveRole:
			p.resolving = true
		case shaderRole:
			r := &g.resources[u.resource]
			if r.pass != last {
				r.pass, r.read, r.written = last, false, false
			}
			r.read = r.read || u.access == Read
			r.written = r.written || u.access != Read
		}
	}
}

// cycle describes one among the nodes that could not be ordered: from each goes an edge to the next.
func (g *FrameGraph) cycle() error {
	// Every node that is left waits for another that is left: walking backwards from any of them ends in a circle.
	before := make([]int32, len(g.nodes))
	through := make([]int32, len(g.nodes))
	for i := range before {
		before[i] = -1
	}
	left := func(i int32) bool { return g.nodes[i].needed && !g.nodes[i].placed }
	for i := range g.nodes {
		if !left(int32(i)) {
			continue
		}
		for e := g.nodes[i].edge; e >= 0; e = g.edges[e].next {
			before[g.edges[e].to], through[g.edges[e].to] = int32(i), g.edges[e].resource
		}
	}
	seen := make([]bool, len(g.nodes))
	start := g.firstLeft(left)
	for ; !seen[start]; start = before[start] {
		seen[start] = true
	}
	var path []int32
	for at := start; len(path) == 0 || at != start; at = before[at] {
		path = append(path, at)
	}
	slices.Reverse(path)
	var labels []string
	var s strings.Builder
	for _, i := range path {
		labels = append(labels, g.nodes[i].label())
	}
	for k, i := range path {
		to := path[(k+1)%len(path)]
		if k > 0 {
			s.WriteString(", ")
		}
		fmt.Fprintf(&s, "%q comes before %q because of %q", g.nodes[i].label(), g.nodes[to].label(), g.resources[through[to]].resource.Label())
	}
	return &GraphError{labels, g.resources[through[start]].resource.Label(), fmt.Sprintf("nodes %s wait for each other: %s", quoted(labels), s.String()), ErrCycle}
}

func (g *FrameGraph) firstLeft(left func(int32) bool) int32 {
	for i := range g.nodes {
		if left(int32(i)) {
			return int32(i)
		}
	}
	return 0
}
