package gpu

import "fmt"

// graphNode is a node of the frame with what the graph works out about it. Node and resource numbers are indices.
type graphNode struct {
	compute *ComputeNode
	raster  *RasterNode

	firstUse, uses int32 // into FrameGraph.uses
	edge           int32 // first of FrameGraph.edges, or −1
	waits          int32 // nodes that come before and are not ordered yet
	needed, placed bool
}

func (n *graphNode) label() string {
	if n.compute != nil {
		return n.compute.Label
	}
	if n.raster != nil {
		return n.raster.Label
	}
	return ""
}

// useRole is where in a node a resource is used.
type useRole uint8

const (
	shaderRole useRole = iota
	colorRole
	depthRole
	resolveRole
)

type graphUse struct {
	node, resource int32
	source         int32 // for a resolve, the resource that is resolved
	next           int32 // the next use of the same resource with the same access, or −1
	access         Access
	role           useRole
	sampled        bool // a read-only depth that shaders read too
}

type graphResource struct {
	resource  Resource
	transient *Transient
	kept      bool
	head      [accesses]int32 // lists of uses, by access, in order of the nodes
	tail      [accesses]int32

	firstPass, lastPass int32 // of a transient's life
	texture             *Texture

	pass          int32 // the last pass that uses it in shaders
	read, written bool  // how that pass does
}

// graphEdge says that a node comes before another.
type graphEdge struct {
	to, next int32
	resource int32
}

func (g *FrameGraph) usesOf(node int32) []graphUse {
	n := &g.nodes[node]
	return g.uses[n.firstUse : n.firstUse+n.uses]
}

// compile works out what the frame does, without the device: which nodes run, in which order and passes.
func (g *FrameGraph) compile() error {
	if g.compiled {
		return g.failure
	}
	g.compiled = true
	g.uses, g.resources, g.edges = g.uses[:0], g.resources[:0], g.edges[:0]
	g.order, g.passes = g.order[:0], g.passes[:0]
	if g.failure = g.err; g.failure == nil {
		g.failure = g.plan()
	}
	if g.failure != nil {
		g.order, g.passes = g.order[:0], g.passes[:0]
	}
	return g.failure
}

func (g *FrameGraph) plan() error {
	for i := range g.nodes {
		if err := g.declare(int32(i)); err != nil {
			return err
		}
	}
	for _, r := range g.kept {
		i, err := g.intern(r, "")
		if err != nil {
			return err
		}
		g.resources[i].kept = true
	}
	for i := range g.resources {
		if err := g.connect(int32(i)); err != nil {
			return err
		}
	}
	g.prune()
	if err := g.sort(); err != nil {
		return err
	}
	g.measureLives()
	return nil
}

// intern gives a resource its number in this frame. node is the label of who uses it.
func (g *FrameGraph) intern(r Resource, node string) (int32, error) {
	refuse := func(err error) (int32, error) {
		return 0, &GraphError{[]string{node}, r.Label(), fmt.Sprintf("node %q: %v", node, err), err}
	}
	resource := graphResource{resource: r, head: [accesses]int32{-1, -1, -1}, tail: [accesses]int32{-1, -1, -1}, pass: -1, firstPass: -1, lastPass: -1}
	switch r := r.(type) {
	case *Buffer:
		if r != nil {
			if err := r.usable(g.device); err != nil {
				return refuse(err)
			}
		}
	case *Texture:
		if r != nil {
			if err := r.usable(g.device); err != nil {
				return refuse(err)
			}
		}
	case *Transient:
		resource.transient = r
	}
	mark := r.mark()
	if mark.graph != g || mark.frame != g.frame {
		*mark = graphMark{g, g.frame, -1, -1}
	}
	if i := mark.index; i >= 0 && int(i) < len(g.resources) && g.resources[i].resource == r {
		return i, nil
	}
	mark.index = int32(len(g.resources))
	g.resources = append(g.resources, resource)
	return mark.index, nil
}

// isNil reports whether there is no resource, or a nil pointer of one.
func isNil(r Resource) bool {
	switch r := r.(type) {
	case nil:
		return true
	case *Buffer:
		return r == nil
	case *Texture:
		return r == nil
	case *Transient:
		return r == nil
	}
	return false
}

// declare lists what a node uses.
func (g *FrameGraph) declare(i int32) error {
	n := &g.nodes[i]
	n.firstUse, n.uses, n.edge, n.waits = int32(len(g.uses)), 0, -1, 0
	n.needed, n.placed = false, false
	if n.compute == nil && n.raster == nil {
		return &GraphError{Detail: fmt.Sprintf("node %d is nil", i), Cause: ErrNode}
	}
	var uses []Use
	if n.compute != nil {
		uses = n.compute.Uses
		if n.compute.Record == nil {
			return g.incomplete(i, "has no Record")
		}
	} else {
		uses = n.raster.Uses
		if err := g.declareAttachments(i); err != nil {
			return err
		}
	}
	for at, u := range uses {
		if isNil(u.Resource) {
			return g.incomplete(i, fmt.Sprintf("Uses[%d].Resource is nil", at))
		}
		if u.Access >= accesses {
			return g.incomplete(i, fmt.Sprintf("Uses[%d].Access is %d", at, u.Access))
		}
		if err := g.use(i, u.Resource, u.Access, shaderRole, -1); err != nil {
			return err
		}
	}
	return nil
}

func (g *FrameGraph) incomplete(i int32, problem string) error {
	label := g.nodes[i].label()
	return &GraphError{[]string{label}, "", fmt.Sprintf("node %q: %s", label, problem), ErrNode}
}

// use adds a use of a node, or strengthens the one that the node has of the resource already.
func (g *FrameGraph) use(i int32, r Resource, access Access, role useRole, source int32) error {
	n := &g.nodes[i]
	resource, err := g.intern(r, n.label())
	if err != nil {
		return err
	}
	for k := n.firstUse; k < n.firstUse+n.uses; k++ {
		u := &g.uses[k]
		if u.resource != resource {
			continue
		}
		switch {
		case u.role == shaderRole && role == shaderRole:
			u.access = max(u.access, access)
		case u.role == depthRole && u.access == Read && role == shaderRole && access == Read:
			u.sampled = true
		default:
			return &GraphError{[]string{n.label()}, r.Label(),
				fmt.Sprintf("node %q: %q is an attachment of the node and used by it a second time", n.label(), r.Label()), ErrFeedback}
		}
		return nil
	}
	g.uses = append(g.uses, graphUse{node: i, resource: resource, source: source, next: -1, access: access, role: role})
	n.uses++
	return nil
}

// connect lists the uses of a resource by access and draws the edges between its nodes.
func (g *FrameGraph) connect(resource int32) error {
	if resource == 0 { // once for all resources
		for k := range g.uses {
			u := &g.uses[k]
			r := &g.resources[u.resource]
			if r.tail[u.access] >= 0 {
				g.uses[r.tail[u.access]].next = int32(k)
			} else {
				r.head[u.access] = int32(k)
			}
			r.tail[u.access] = int32(k)
		}
	}
	r := &g.resources[resource]
	if err := g.checkWriters(r); err != nil {
		return err
	}
	from := r.head[Write]
	for m := r.head[Modify]; m >= 0; m = g.uses[m].next {
		g.connectAll(from, m, resource)
		from = m
	}
	if from < 0 {
		return nil
	}
	for reader := r.head[Read]; reader >= 0; reader = g.uses[reader].next {
		g.connectAll(from, reader, resource)
	}
	return nil
}

// connectAll draws edges to a use: from one modifier, or from a resource's writer, of which there are several only if they
// resolve.
func (g *FrameGraph) connectAll(from, to, resource int32) {
	for ; from >= 0; from = g.uses[from].next {
		n := &g.nodes[g.uses[from].node]
		g.edges = append(g.edges, graphEdge{to: g.uses[to].node, next: n.edge, resource: resource})
		n.edge = int32(len(g.edges) - 1)
		if g.uses[from].access != Write {
			break
		}
	}
}

func (g *FrameGraph) checkWriters(r *graphResource) error {
	first := r.head[Write]
	if first < 0 {
		if r.transient == nil {
			return nil
		}
		user := max(r.head[Read], r.head[Modify])
		if user < 0 {
			return nil
		}
		node := g.nodes[g.uses[user].node].label()
		return &GraphError{[]string{node}, r.resource.Label(), fmt.Sprintf("node %q %s transient %q, which no node writes or clears",
			node, g.uses[user].access, r.resource.Label()), ErrMissingWriter}
	}
	for second := g.uses[first].next; second >= 0; second = g.uses[second].next {
		a, b := &g.uses[first], &g.uses[second]
		if a.role == resolveRole && b.role == resolveRole && a.source == b.source {
			continue // both resolve one target: the last one counts, in the target's own order
		}
		nodes := []string{g.nodes[a.node].label(), g.nodes[b.node].label()}
		return &GraphError{nodes, r.resource.Label(), fmt.Sprintf("nodes %s both write or clear %q; one must modify or load it",
			quoted(nodes), r.resource.Label()), ErrManyWriters}
	}
	return nil
}

// measureLives finds the first and last pass of each resource.
func (g *FrameGraph) measureLives() {
	for pass := range g.passes {
		p := &g.passes[pass]
		for _, n := range g.order[p.first : p.first+p.count] {
			for _, u := range g.usesOf(n) {
				r := &g.resources[u.resource]
				if r.firstPass < 0 {
					r.firstPass = int32(pass)
				}
				r.lastPass = int32(pass)
				if r.kept {
					r.lastPass = int32(len(g.passes))
				}
			}
		}
	}
}
