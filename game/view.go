package game

import "github.com/gomotes/motes/gpu"

// view is one camera's share of the picture while it is made.
type view struct {
	camera              Camera // as the frame sees it
	x, y, width, height int    // its place in the picture, pixels from the top left

	// color and depth are drawn on, with Config.Samples samples per pixel. light is what was drawn, one sample per pixel:
	// color itself, or its mean.
	color, depth, light *gpu.Texture
	// lit is what the next effect reads: light, or what the effect before made of it.
	lit gpu.Resource

	resolve gpu.RasterNode
}

// fit gives the view textures of its size, if it has none.
func (v *view) fit(d *gpu.Device, samples uint32) (err error) {
	if v.light != nil && int(v.light.Width()) == v.width && int(v.light.Height()) == v.height {
		return nil
	}
	v.release()
	defer func() {
		if err != nil {
			v.release() // or the next frame would take what there is for all
		}
	}()
	desc := gpu.TextureDesc{
		Label: "light", Width: uint32(v.width), Height: uint32(v.height),
		Format: lightFormat, Usage: gpu.TextureTarget | gpu.TextureSampled,
	}
	if v.light, err = d.NewTexture(desc); err != nil {
		return err
	}
	v.color = v.light
	desc.Samples = samples
	if samples > 1 {
		desc.Label, desc.Usage = "samples", gpu.TextureTarget
		if v.color, err = d.NewTexture(desc); err != nil {
			return err
		}
	}
	desc.Label, desc.Format, desc.Usage = "depth", depthFormat, gpu.TextureTarget|gpu.TextureSampled
	if v.depth, err = d.NewTexture(desc); err != nil {
		return err
	}
	v.resolve = gpu.RasterNode{
		Label:  "resolve",
		Color:  []gpu.ColorAttachment{{Target: v.color, Resolve: v.light}},
		Depth:  &gpu.DepthAttachment{Target: v.depth, ReadOnly: true}, // or the node could not join the pass of those with depth
		Record: func(*gpu.RenderPass) {},
	}
	return nil
}

func (v *view) aspect() float32 { return float32(v.width) / float32(max(v.height, 1)) }

func (v *view) release() {
	if v.color == v.light {
		v.color = nil
	}
	for _, t := range []**gpu.Texture{&v.color, &v.light, &v.depth} {
		if *t != nil {
			(*t).Release()
			*t = nil
		}
	}
	v.lit = nil
}

// textureOf is the texture behind what an effect reads; for a transient it is known in Record only.
func (a *App) textureOf(r gpu.Resource) *gpu.Texture {
	switch r := r.(type) {
	case *gpu.Texture:
		return r
	case *gpu.Transient:
		return a.graph.Texture(r)
	}
	return nil
}
