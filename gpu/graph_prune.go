package gpu

// prune finds the nodes that are needed: those that write what outlives the frame, or nothing at all, and those whose
// results they use.
func (g *FrameGraph) prune() {
	g.stack = g.stack[:0]
	for i := range g.nodes {
		writes, results := false, false
		for _, u := range g.usesOf(int32(i)) {
			if u.access != Read {
				r := &g.resources[u.resource]
				writes = true
				results = results || r.transient == nil || r.kept
			}
		}
		if results || !writes {
			g.need(int32(i))
		}
	}
	for len(g.stack) > 0 {
		i := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		for _, u := range g.usesOf(i) {
			if u.access == Write {
				continue
			}
			r := &g.resources[u.resource]
			for w := r.head[Write]; w >= 0; w = g.uses[w].next {
				g.need(g.uses[w].node)
			}
			for m := r.head[Modify]; m >= 0 && g.uses[m].node != i; m = g.uses[m].next {
				g.need(g.uses[m].node)
			}
		}
	}
}

func (g *FrameGraph) need(i int32) {
	if !g.nodes[i].needed {
		g.nodes[i].needed = true
		g.stack = append(g.stack, i)
	}
}
