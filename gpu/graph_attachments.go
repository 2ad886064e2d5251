package gpu

import "fmt"

// attachmentDesc returns the description of a texture or transient, and false for anything else.
func attachmentDesc(r Resource) (TextureDesc, bool) {
	switch r := r.(type) {
	case *Texture:
		return r.desc, true
	case *Transient:
		return r.key(), true
	}
	return TextureDesc{}, false
}

// declareAttachments lists and checks the attachments of a raster node.
func (g *FrameGraph) declareAttachments(i int32) error {
	n := g.nodes[i].raster
	switch {
	case n.Record == nil:
		return g.incomplete(i, "has no Record")
	case len(n.Color) == 0 && n.Depth == nil:
		return g.incomplete(i, "has no attachment")
	case len(n.Color) > int(defaultLimits.MaxColorAttachments):
		return g.incomplete(i, fmt.Sprintf("has %d colour attachments; there can be %d", len(n.Color), defaultLimits.MaxColorAttachments))
	}
	var size attachmentSize
	for k := range n.Color {
		c := &n.Color[k]
		if err := g.attach(i, &size, c.Target, colorRole, clearAccess(c.Clear)); err != nil {
			return err
		}
		if isNil(c.Resolve) {
			continue
		}
		if err := g.resolve(i, c); err != nil {
			return err
		}
	}
	if n.Depth == nil {
		return nil
	}
	access := clearAccess(n.Depth.Clear)
	if n.Depth.ReadOnly {
		if access = Read; n.Depth.Clear {
			return g.incomplete(i, "Depth is both Clear and ReadOnly")
		}
	}
	return g.attach(i, &size, n.Depth.Target, depthRole, access)
}

func clearAccess(clear bool) Access {
	if clear {
		return Write
	}
	return Modify
}

// attachmentSize is what all attachments of a node have in common: that of the first, by name.
type attachmentSize struct {
	label                  string
	width, height, samples uint32
}

func (g *FrameGraph) attach(i int32, size *attachmentSize, target Resource, role useRole, access Access) error {
	if isNil(target) {
		return g.incomplete(i, "an attachment's Target is nil")
	}
	d, ok := attachmentDesc(target)
	switch {
	case !ok:
		return g.mismatch(i, target, "%q is a buffer, and attached as a texture", target.Label())
	case role == colorRole && (!d.Format.known() || d.Format.IsDepth()):
		return g.mismatch(i, target, "colour attachment %q is of format %v", target.Label(), d.Format)
	case role == depthRole && !d.Format.IsDepth():
		return g.mismatch(i, target, "depth attachment %q is of format %v", target.Label(), d.Format)
	case d.Usage&TextureTarget == 0:
		return g.mismatch(i, target, "attachment %q was made without TextureTarget", target.Label())
	}
	if size.label == "" {
		*size = attachmentSize{target.Label(), d.Width, d.Height, d.samples()}
	}
	if d.Width != size.width || d.Height != size.height {
		return g.mismatch(i, target, "attachment %q has %d × %d texels, attachment %q has %d × %d",
			size.label, size.width, size.height, target.Label(), d.Width, d.Height)
	}
	if d.samples() != size.samples {
		return g.mismatch(i, target, "attachment %q has %d samples, attachment %q has %d",
			size.label, size.samples, target.Label(), d.samples())
	}
	return g.use(i, target, access, role, -1)
}

func (g *FrameGraph) resolve(i int32, c *ColorAttachment) error {
	from, _ := attachmentDesc(c.Target)
	to, ok := attachmentDesc(c.Resolve)
	switch {
	case !ok:
		return g.mismatch(i, c.Resolve, "%q is a buffer, and resolved into as a texture", c.Resolve.Label())
	case from.samples() == 1 || to.samples() != 1:
		return g.mismatch(i, c.Resolve, "%q with %d samples is resolved into %q with %d; it must be several into one",
			c.Target.Label(), from.samples(), c.Resolve.Label(), to.samples())
	case from.Format != to.Format || from.Width != to.Width || from.Height != to.Height:
		return g.mismatch(i, c.Resolve, "%q, %d × %d of %v, is resolved into %q, %d × %d of %v; they must be alike",
			c.Target.Label(), from.Width, from.Height, from.Format, c.Resolve.Label(), to.Width, to.Height, to.Format)
	case to.Usage&TextureTarget == 0:
		return g.mismatch(i, c.Resolve, "%q is resolved into, but made without TextureTarget", c.Resolve.Label())
	}
	return g.use(i, c.Resolve, Write, resolveRole, c.Target.mark().index)
}

func (g *FrameGraph) mismatch(i int32, r Resource, format string, args ...any) error {
	label := g.nodes[i].label()
	return &GraphError{[]string{label}, r.Label(), fmt.Sprintf("node %q: ", label) + fmt.Sprintf(format, args...), ErrMismatch}
}
