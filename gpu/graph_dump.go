package gpu

import (
	"fmt"
	"strings"
)

// Dump describes the frame as text: the passes in order with their nodes and what each uses, then what was dropped and
// what is written before. It works before Execute, and after it until the next frame begins. A frame that is refused is
// described by its error.
func (g *FrameGraph) Dump() string {
	var s strings.Builder
	if err := g.compile(); err != nil {
		fmt.Fprintf(&s, "refused: %v\n", err)
		for i := range g.nodes {
			fmt.Fprintf(&s, "node %q\n", g.nodes[i].label())
		}
		return s.String()
	}
	for i := range g.uploads {
		u := &g.uploads[i]
		fmt.Fprintf(&s, "upload %d bytes at %d of %q\n", len(u.data), u.offset, u.buffer.label)
	}
	for i := range g.passes {
		what := "compute"
		if g.passes[i].raster {
			what = "render"
		}
		fmt.Fprintf(&s, "pass %d, %s\n", i, what)
		for _, n := range g.nodesOf(int32(i)) {
			g.dumpNode(&s, n)
		}
	}
	if len(g.order) < len(g.nodes) {
		s.WriteString("dropped, as nobody uses the results\n")
	}
	for i := range g.nodes {
		if !g.nodes[i].needed {
			g.dumpNode(&s, int32(i))
		}
	}
	return s.String()
}

func (g *FrameGraph) dumpNode(s *strings.Builder, n int32) {
	fmt.Fprintf(s, "  node %q\n", g.nodes[n].label())
	for _, u := range g.usesOf(n) {
		fmt.Fprintf(s, "    %s %q%s\n", u.access, g.resources[u.resource].resource.Label(), roleNames[u.role])
	}
}

var roleNames = [...]string{shaderRole: "", colorRole: ", colour", depthRole: ", depth", resolveRole: ", resolved into"}

// Graphviz describes the frame in the language of Graphviz (dot -Tsvg): passes as frames round their nodes, resources as
// ellipses, transient ones dashed, what was dropped in grey.
func (g *FrameGraph) Graphviz() string {
	var s strings.Builder
	s.WriteString("digraph frame {\n\trankdir=LR;\n\tnode [shape=box];\n")
	if err := g.compile(); err != nil {
		fmt.Fprintf(&s, "\tlabel=%s;\n", dotQuote(err.Error()))
	}
	for i := range g.passes {
		fmt.Fprintf(&s, "\tsubgraph cluster_%d {\n\t\tlabel=\"pass %d\";\n", i, i)
		for _, n := range g.nodesOf(int32(i)) {
			fmt.Fprintf(&s, "\t\tn%d [label=%s];\n", n, dotQuote(g.nodes[n].label()))
		}
		s.WriteString("\t}\n")
	}
	for i := range g.nodes {
		if g.failure != nil || !g.nodes[i].needed {
			fmt.Fprintf(&s, "\tn%d [label=%s, color=grey, fontcolor=grey];\n", i, dotQuote(g.nodes[i].label()))
		}
	}
	for i := range g.resources {
		style := ""
		if g.resources[i].transient != nil {
			style = ", style=dashed"
		}
		fmt.Fprintf(&s, "\tr%d [label=%s, shape=ellipse%s];\n", i, dotQuote(g.resources[i].resource.Label()), style)
	}
	for i := range g.uses {
		u := &g.uses[i]
		switch u.access {
		case Read:
			fmt.Fprintf(&s, "\tr%d -> n%d;\n", u.resource, u.node)
		case Write:
			fmt.Fprintf(&s, "\tn%d -> r%d;\n", u.node, u.resource)
		case Modify:
			fmt.Fprintf(&s, "\tn%d -> r%d [dir=both];\n", u.node, u.resource)
		}
	}
	s.WriteString("}\n")
	return s.String()
}

// dotQuote writes a string as Graphviz wants it.
func dotQuote(label string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(label) + `"`
}
