package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// renderBegin is the description of a render pass, kept to be filled anew.
type renderBegin struct {
	desc  wgpu.RenderPassDescriptor
	depth wgpu.RenderPassDepthStencilAttachment
}

// encode records all passes.
func (g *FrameGraph) encode(enc *wgpu.CommandEncoder) error {
	if err := g.profile.begin(g); err != nil {
		return err
	}
	for i := range g.passes {
		if err := g.profile.stamp(enc, 2*i); err != nil {
			return g.passError(i, err)
		}
		began := g.profile.clock()
		var err error
		if g.passes[i].raster {
			err = g.encodeRender(enc, int32(i))
		} else {
			err = g.encodeCompute(enc, int32(i))
		}
		if err == nil {
			g.profile.took(i, began)
			err = g.profile.stamp(enc, 2*i+1)
		}
		if err != nil {
			return g.passError(i, err)
		}
	}
	return g.profile.end(enc, len(g.passes))
}

func (g *FrameGraph) nodesOf(pass int32) []int32 {
	p := &g.passes[pass]
	return g.order[p.first : p.first+p.count]
}

func (g *FrameGraph) passError(pass int, err error) error {
	var labels []string
	for _, n := range g.nodesOf(int32(pass)) {
		labels = append(labels, g.nodes[n].label())
	}
	return &GraphError{Nodes: labels, Detail: fmt.Sprintf("pass of %s: %v", quoted(labels), err), Cause: err}
}

func (g *FrameGraph) encodeCompute(enc *wgpu.CommandEncoder, pass int32) error {
	p := &g.compute
	p.begin(g.device, enc.BeginComputePass(nil))
	for _, n := range g.nodesOf(pass) {
		node := g.nodes[n].compute
		p.beginNode(node.Label)
		node.Record(p)
	}
	return p.end()
}

func (g *FrameGraph) encodeRender(enc *wgpu.CommandEncoder, pass int32) error {
	nodes := g.nodesOf(pass)
	width, height := g.describe(pass, g.nodes[nodes[0]].raster, g.nodes[nodes[len(nodes)-1]].raster)
	p := &g.render
	p.begin(g.device, enc.BeginRenderPass(&g.begin.desc), width, height)
	for _, n := range nodes {
		node := g.nodes[n].raster
		p.beginNode(node.Label)
		node.Record(p)
	}
	return p.end()
}

// describe fills in the description of a pass: it starts as its first node wants, resolves as its last does, and keeps what
// a later pass or frame looks at.
func (g *FrameGraph) describe(pass int32, first, last *RasterNode) (width, height uint32) {
	b := &g.begin
	b.desc.ColorAttachments = b.desc.ColorAttachments[:0]
	for k := range first.Color {
		c := &first.Color[k]
		target := g.textureOf(c.Target)
		width, height = target.desc.Width, target.desc.Height
		native := wgpu.RenderPassColorAttachment{
			View:       target.view,
			LoadOp:     loadOp(c.Clear),
			StoreOp:    g.storeOp(pass, c.Target),
			ClearValue: wgpu.Color{R: c.ClearValue[0], G: c.ClearValue[1], B: c.ClearValue[2], A: c.ClearValue[3]},
		}
		if resolve := last.Color[k].Resolve; !isNil(resolve) {
			native.ResolveTarget = g.textureOf(resolve).view
		}
		b.desc.ColorAttachments = append(b.desc.ColorAttachments, native)
	}
	b.desc.DepthStencilAttachment = nil
	if d := first.Depth; d != nil {
		target := g.textureOf(d.Target)
		width, height = target.desc.Width, target.desc.Height
		b.depth = wgpu.RenderPassDepthStencilAttachment{
			View:            target.view,
			DepthLoadOp:     loadOp(d.Clear),
			DepthStoreOp:    g.storeOp(pass, d.Target),
			DepthClearValue: d.ClearValue,
			DepthReadOnly:   !g.passes[pass].depthWritten,
			StencilLoadOp:   wgpu.LoadOpLoad,
			StencilStoreOp:  wgpu.StoreOpStore,
			StencilReadOnly: !g.passes[pass].depthWritten,
		}
		if b.depth.DepthReadOnly {
			b.depth.DepthLoadOp, b.depth.DepthStoreOp = wgpu.LoadOpLoad, wgpu.StoreOpStore
		}
		b.desc.DepthStencilAttachment = &b.depth
	}
	return width, height
}

func loadOp(clear bool) wgpu.LoadOp {
	if clear {
		return wgpu.LoadOpClear
	}
	return wgpu.LoadOpLoad
}

// storeOp throws away what ends with the pass.
func (g *FrameGraph) storeOp(pass int32, r Resource) wgpu.StoreOp {
	if known := &g.resources[r.mark().index]; known.transient != nil && known.lastPass == pass {
		return wgpu.StoreOpDiscard
	}
	return wgpu.StoreOpStore
}

// textureOf returns the texture behind an attachment.
func (g *FrameGraph) textureOf(r Resource) *Texture {
	switch r := r.(type) {
	case *Texture:
		return r
	case *Transient:
		return r.texture
	}
	return nil
}

// drawn tells the surfaces whose pictures the frame drew on.
func (g *FrameGraph) drawn() {
	for i := range g.resources {
		r := &g.resources[i]
		if t, ok := r.resource.(*Texture); ok && t.surface != nil && r.firstPass >= 0 {
			t.surface.drawn = true
		}
	}
}
