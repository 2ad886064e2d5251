package game

import (
	_ "embed"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed dof.wgsl
var dofWGSL string

// DepthOfField blurs what is nearer or farther than the plane that the camera is focused on, as a lens with an opening
// does. The zero value is off and costs nothing.
//
// How far a pixel is away is read from the depth of opaque meshes. Particles write none: they are blurred, or kept sharp, as
// what is opaque behind them is. Sparks before a far background blur with it; over a ball in focus they are sharp. What a
// near mesh hides is not known either: its blurred edge is laid over itself, which keeps some sharpness inside.
//
// Change App.DepthOfField at any time; the next frame shows it.
type DepthOfField struct {
	// Focus is the distance of the plane of focus along the line of sight, metres; 0 means that of Camera.Target.
	Focus float32
	// Aperture is the diameter of the lens, metres, 0 or more: what is very far is blurred over a circle as large as the lens
	// would look at the plane of focus. A camera has 0.01 to 0.05; models look small with 0.5. 0 is off.
	Aperture float32
	// MaxBlur is the largest radius of the blur, as a share of the picture's height, in [0,0.1]: large ones cost time, and
	// show how they are made. 0 means 0.02.
	MaxBlur float32
}

// Validate returns nil, or an error that names the field, its value and what it must be.
func (f *DepthOfField) Validate() error {
	return checkSettings("depth of field",
		setting{"Focus", f.Focus, 0, most, "a finite number of metres, 0 or more (0 means the distance of the camera's Target)"},
		setting{"Aperture", f.Aperture, 0, most, "a finite number of metres, 0 or more; 0 is off"},
		setting{"MaxBlur", f.MaxBlur, 0, 0.1, "in [0,0.1], a share of the picture's height (0 means 0.02)"})
}

// on reports whether there is anything to do; what Validate refuses does nothing.
func (f *DepthOfField) on() bool { return f.Aperture > 0 && f.Validate() == nil }

// dofBlock is Blur of dof.wgsl.
type dofBlock struct {
	depth                            [4]float32
	focus, growth, perspective, most float32
}

// blockOf works out the blur of a view. The circle of confusion of a lens with aperture A focused at s is
// A·|z − s|/z wide in the plane of focus, whose height the picture shows: the focal length cancels out.
func (f *DepthOfField) blockOf(v *view) dofBlock {
	lens, height := lensOf(&v.camera, v.aspect()), float32(v.height)
	focus := f.Focus
	if focus == 0 {
		focus = v.camera.Target.Sub(v.camera.Position).Len()
	}
	focus = max(focus, 1e-3)
	block := dofBlock{
		depth:       lens.depth,
		focus:       focus,
		growth:      f.Aperture * height / (2 * v.camera.heightAt(focus)), // half, for a radius
		perspective: 1,
		most:        or(f.MaxBlur, 0.02) * height,
	}
	if v.camera.Orthographic > 0 {
		// The cones of light are as if the eye were at Position, and all alike: the circle grows evenly with the distance.
		block.growth, block.perspective = block.growth/focus, 0
	}
	return block
}

// dofSystem blurs the light of every view. It stands in StagePostRender behind bloomSystem. What it needs on the device is
// made when it is first on.
type dofSystem struct {
	app     *App
	sampler *gpu.Sampler
	parts   *screenPass
	gather  *screenPass
	lay     *screenPass
	views   []*dofView
}

// dofView is the three steps for one view.
type dofView struct {
	system *dofSystem
	view   *view
	lit    gpu.Resource // what is blurred
	block  blocks[dofBlock]

	far, near         *gpu.Transient // the parts, of half the size
	farBlur, nearBlur *gpu.Transient // gathered
	out               *gpu.Transient
	nodes             [3]gpu.RasterNode
}

func (s *dofSystem) Initialize(*ark.World) error { return nil }

func (s *dofSystem) build() (err error) {
	if s.sampler, err = s.app.device.NewSampler(gpu.SamplerDesc{Label: "depth of field"}); err != nil {
		return err
	}
	kind, depth := depthBinding(s.app.targets.samples)
	source := fmt.Sprintf("@group(0) @binding(2) var depth_texture: %s;\nconst samples: i32 = %d;\n", depth, s.app.targets.samples) + dofWGSL
	one := []gpu.ColorTarget{{Format: lightFormat}}
	two := []gpu.ColorTarget{{Format: lightFormat}, {Format: lightFormat}}
	for _, p := range []struct {
		pass    **screenPass
		label   string
		entry   string
		reads   []gpu.BindingKind
		targets []gpu.ColorTarget
	}{
		{&s.parts, "depth of field parts", "fs_parts", []gpu.BindingKind{gpu.TextureBinding, kind}, two},
		{&s.gather, "depth of field gather", "fs_gather", []gpu.BindingKind{0, 0, gpu.TextureBinding, gpu.TextureBinding}, two},
		{&s.lay, "depth of field", "fs_lay", []gpu.BindingKind{gpu.TextureBinding, kind, gpu.TextureBinding, gpu.TextureBinding, gpu.SamplerBinding}, one},
	} {
		*p.pass, err = newScreenPass(s.app.device, screenDesc{
			label: p.label, source: source, fragment: p.entry, uniform: sizeOf[dofBlock](), reads: p.reads, targets: p.targets, samples: 1,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *dofSystem) Update(*ark.World) error {
	f := &s.app.DepthOfField
	if err := f.Validate(); err != nil || f.Aperture == 0 || s.app.targets.out == nil {
		return err
	}
	if s.lay == nil {
		if err := s.build(); err != nil {
			s.release()
			return err
		}
	}
	for _, p := range []*screenPass{s.parts, s.gather, s.lay} {
		p.groups.Sweep()
	}
	return s.blur()
}

// blur puts the steps of every view of the frame on the graph.
func (s *dofSystem) blur() error {
	f := &s.app.DepthOfField
	if s.lay == nil || !f.on() {
		return nil
	}
	for i, v := range s.app.targets.views {
		if len(s.views) == i {
			made, err := s.newView()
			if err != nil {
				return err
			}
			s.views = append(s.views, made)
		}
		s.views[i].add(v, f)
	}
	return nil
}

func (s *dofSystem) newView() (*dofView, error) {
	block, err := newBlocks[dofBlock](s.app.device, "depth of field", 1)
	if err != nil {
		return nil, err
	}
	v := &dofView{system: s, block: block}
	transient := func(label string) *gpu.Transient {
		return gpu.NewTransient(label, gpu.TextureDesc{Width: 1, Height: 1, Format: lightFormat})
	}
	v.far, v.near = transient("far part"), transient("near part")
	v.farBlur, v.nearBlur, v.out = transient("far blurred"), transient("near blurred"), transient("depth of field")
	onto := func(targets ...gpu.Resource) (c []gpu.ColorAttachment) {
		for _, t := range targets {
			c = append(c, gpu.ColorAttachment{Target: t, Clear: true})
		}
		return c
	}
	reads := func(resources ...gpu.Resource) (u []gpu.Use) {
		for _, r := range resources {
			u = append(u, gpu.Use{Resource: r, Access: gpu.Read})
		}
		return u
	}
	// The first two reads of parts and lay are the light and the depth of the frame.
	v.nodes = [3]gpu.RasterNode{
		{Label: "depth of field parts", Color: onto(v.far, v.near), Uses: reads(nil, nil), Record: v.recordParts},
		{Label: "depth of field gather", Color: onto(v.farBlur, v.nearBlur), Uses: reads(v.far, v.near), Record: v.recordGather},
		{Label: "depth of field", Color: onto(v.out), Uses: reads(nil, nil, v.farBlur, v.nearBlur), Record: v.recordLay},
	}
	return v, nil
}

// add puts the steps on the graph and makes their result what the next effect reads.
func (d *dofView) add(v *view, f *DepthOfField) {
	d.view, d.lit = v, v.lit
	width, height := uint32(v.width), uint32(v.height)
	for _, t := range []*gpu.Transient{d.far, d.near, d.farBlur, d.nearBlur} {
		t.Resize((width+1)/2, (height+1)/2)
	}
	d.out.Resize(width, height)
	d.block.put(0, f.blockOf(v))
	graph := d.system.app.graph
	graph.AddUpload(d.block.buffer, 0, d.block.staging)
	for _, i := range []int{0, 2} {
		d.nodes[i].Uses[0].Resource, d.nodes[i].Uses[1].Resource = v.lit, v.depth
	}
	for i := range d.nodes {
		graph.AddRaster(&d.nodes[i])
	}
	v.lit = d.out
}

func (d *dofView) recordParts(pass *gpu.RenderPass) {
	d.system.parts.draw(pass, 0, d.block.entry(),
		gpu.GroupEntry{Binding: 1, Texture: d.system.app.textureOf(d.lit)},
		gpu.GroupEntry{Binding: 2, Texture: d.view.depth})
}

func (d *dofView) recordGather(pass *gpu.RenderPass) {
	graph := d.system.app.graph
	d.system.gather.draw(pass, 0, d.block.entry(),
		gpu.GroupEntry{Binding: 3, Texture: graph.Texture(d.far)},
		gpu.GroupEntry{Binding: 4, Texture: graph.Texture(d.near)})
}

func (d *dofView) recordLay(pass *gpu.RenderPass) {
	graph := d.system.app.graph
	d.system.lay.draw(pass, 0, d.block.entry(),
		gpu.GroupEntry{Binding: 1, Texture: d.system.app.textureOf(d.lit)},
		gpu.GroupEntry{Binding: 2, Texture: d.view.depth},
		gpu.GroupEntry{Binding: 3, Texture: graph.Texture(d.farBlur)},
		gpu.GroupEntry{Binding: 4, Texture: graph.Texture(d.nearBlur)},
		gpu.GroupEntry{Binding: 5, Sampler: d.system.sampler})
}

func (s *dofSystem) release() {
	for _, p := range []**screenPass{&s.parts, &s.gather, &s.lay} {
		(*p).release()
		*p = nil
	}
	if s.sampler != nil {
		s.sampler.Release()
		s.sampler = nil
	}
	for _, v := range s.views {
		v.block.release()
	}
	s.views = nil
}

func (s *dofSystem) Finalize(*ark.World) error {
	s.release()
	return nil
}
