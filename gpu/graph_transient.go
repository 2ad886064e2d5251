package gpu

import "fmt"

// Transient is a texture that lives within a frame: a declaration, whose memory the graph owns. Those whose lives in the
// frame do not overlap share memory if size, format, samples and usage agree.
type Transient struct {
	desc    TextureDesc
	graph   graphMark
	texture *Texture // while a graph records
}

// NewTransient declares a transient texture. TextureTarget and TextureSampled are always part of its usage. Mistakes in the
// description are reported by the graph that uses it.
func NewTransient(label string, desc TextureDesc) *Transient {
	desc.Label = label
	return &Transient{desc: desc}
}

// Label returns the name given at creation.
func (t *Transient) Label() string { return t.desc.Label }

// Desc returns the description.
func (t *Transient) Desc() TextureDesc { return t.desc }

// Resize changes the size in texels from the next frame on.
func (t *Transient) Resize(width, height uint32) { t.desc.Width, t.desc.Height = width, height }

// key is what textures that can stand for each other have in common.
func (t *Transient) key() TextureDesc {
	key := t.desc
	key.Label, key.Samples = "", t.desc.samples()
	key.Usage |= TextureTarget | TextureSampled
	return key
}

// poolPatience is for how many frames an unused texture of the pool is kept.
const poolPatience = 8

// pooledTexture is the memory of transients.
type pooledTexture struct {
	texture   *Texture
	key       TextureDesc
	frame     uint64 // the last frame that used it
	busyUntil int32  // the last pass of that frame that uses it
}

// place gives every transient of the compiled frame a texture. It walks passes in order, so the same frame gets the same
// textures each time.
func (g *FrameGraph) place() error {
	for pass := range g.passes {
		p := &g.passes[pass]
		for _, n := range g.order[p.first : p.first+p.count] {
			for _, u := range g.usesOf(n) {
				r := &g.resources[u.resource]
				if r.transient == nil || r.texture != nil {
					continue
				}
				texture, err := g.pooled(r.transient, int32(pass), r.lastPass)
				if err != nil {
					return &GraphError{[]string{g.nodes[n].label()}, r.transient.Label(),
						fmt.Sprintf("node %q: transient %q: %v", g.nodes[n].label(), r.transient.Label(), err), err}
				}
				r.texture, r.transient.texture = texture, texture
			}
		}
	}
	return nil
}

func (g *FrameGraph) pooled(t *Transient, from, until int32) (*Texture, error) {
	key := t.key()
	for i := range g.pool {
		p := &g.pool[i]
		if p.key == key && (p.frame != g.frame || p.busyUntil < from) {
			p.frame, p.busyUntil = g.frame, until
			return p.texture, nil
		}
	}
	desc := key
	desc.Label = "transient " + t.Label()
	texture, err := g.device.NewTexture(desc)
	if err != nil {
		return nil, err
	}
	g.pool = append(g.pool, pooledTexture{texture: texture, key: key, frame: g.frame, busyUntil: until})
	return texture, nil
}

// trimPool frees what no frame has used for a while.
func (g *FrameGraph) trimPool() {
	kept := g.pool[:0]
	for _, p := range g.pool {
		if g.frame-p.frame < poolPatience {
			kept = append(kept, p)
		} else {
			p.texture.Release()
		}
	}
	clear(g.pool[len(kept):])
	g.pool = kept
}

// Texture returns the memory of a transient. It is valid inside Record of the nodes that use it, nil elsewhere; the same
// frame gets the same texture each time, until the transient's size changes.
func (g *FrameGraph) Texture(t *Transient) *Texture {
	if t == nil || t.graph.graph != g {
		return nil
	}
	return t.texture
}
