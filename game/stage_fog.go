package game

import (
	_ "embed"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed fog.wgsl
var fogWGSL string

// Fog is air that scatters light towards the camera, evenly or lying on the ground. It covers meshes and the sky, which
// counts as lying on the camera's far plane. Particles, which are drawn afterwards, are covered each by the fog before its
// centre; additive ones only lose light. The zero value is off and costs nothing; Environment.Fog, which fades meshes to the
// sky's own colours and spares particles, is apart from it.
//
// Change App.Fog at any time; the next frame shows it.
type Fog struct {
	// Density is at the height of Height, 1/metre, 0 or more: where it is the same all along, at distance 1/Density a mesh
	// keeps 1/e, 37 %, of its own colour. 0 is off.
	Density float32
	// Height is where the density is Density, metres above the world's origin.
	Height float32
	// HeightFalloff is how fast the fog thins out with height, 1/metre, 0 or more: each 1/HeightFalloff metres up there is
	// 1/e of it. 0: it is the same at all heights.
	HeightFalloff float32
	// Color is the light that the fog sends to the camera, linear radiance; zero means Environment.Horizon.
	Color mgl32.Vec3
}

// Validate returns nil, or an error that names the field, its value and what it must be.
func (f *Fog) Validate() error {
	return checkSettings("fog",
		setting{"Density", f.Density, 0, most, "a finite number, 0 or more, per metre"},
		setting{"Height", f.Height, -most, most, "a finite number of metres"},
		setting{"HeightFalloff", f.HeightFalloff, 0, most, "a finite number, 0 or more, per metre"},
		setting{"Color[0]", f.Color[0], 0, most, "a finite radiance, 0 or more"},
		setting{"Color[1]", f.Color[1], 0, most, "a finite radiance, 0 or more"},
		setting{"Color[2]", f.Color[2], 0, most, "a finite radiance, 0 or more"})
}

// air is the fog of the frame: App.Fog with its colour, or none if it is refused.
func (a *App) air() Fog {
	f := a.Fog
	if f.Validate() != nil {
		return Fog{}
	}
	if f.Color == (mgl32.Vec3{}) {
		f.Color = a.Environment.Horizon
	}
	return f
}

// fogBlock is Fog of fog.wgsl.
type fogBlock struct {
	lens  lens
	color mgl32.Vec4
	air   mgl32.Vec4
}

// fogSystem lays App.Fog over the opaque light of every view. It stands in StagePrepare behind meshSystem, so before the
// particles. What it needs on the device is made when it is first on.
type fogSystem struct {
	app   *App
	pass  *screenPass
	views []*fogView
}

// fogView is the step for one view.
type fogView struct {
	system *fogSystem
	view   *view
	block  blocks[fogBlock]
	node   gpu.RasterNode
}

func (s *fogSystem) Initialize(*ark.World) error { return nil }

func (s *fogSystem) build() (err error) {
	samples := s.app.targets.samples
	kind, depth := depthBinding(samples)
	entry := "fs_fog"
	if samples > 1 {
		entry = "fs_fog_samples"
	}
	s.pass, err = newScreenPass(s.app.device, screenDesc{
		label:    "fog",
		source:   lensWGSL + fmt.Sprintf("@group(0) @binding(1) var depth_texture: %s;\n", depth) + fogWGSL,
		fragment: entry,
		uniform:  sizeOf[fogBlock](),
		reads:    []gpu.BindingKind{kind},
		targets:  []gpu.ColorTarget{{Format: lightFormat, Blend: &gpu.BlendPremultiplied}},
		samples:  samples,
	})
	return err
}

func (s *fogSystem) Update(*ark.World) error {
	a := s.app
	if err := a.Fog.Validate(); err != nil || a.Fog.Density == 0 || a.targets.out == nil {
		return err
	}
	if s.pass == nil {
		if err := s.build(); err != nil {
			return err
		}
	}
	s.pass.groups.Sweep()
	for i, v := range a.targets.views {
		if len(s.views) == i {
			made, err := s.newView()
			if err != nil {
				return err
			}
			s.views = append(s.views, made)
		}
		s.views[i].add(v)
	}
	return nil
}

func (s *fogSystem) newView() (*fogView, error) {
	v := &fogView{system: s}
	v.node = gpu.RasterNode{
		Label:  "fog",
		Color:  make([]gpu.ColorAttachment, 1),
		Uses:   []gpu.Use{{Access: gpu.Read}},
		Record: v.record,
	}
	var err error
	v.block, err = newBlocks[fogBlock](s.app.device, "fog", 1)
	return v, err
}

// add puts the step on the graph.
func (f *fogView) add(v *view) {
	a := f.system.app
	air := a.air()
	f.view = v
	f.block.put(0, fogBlock{
		lens:  lensOf(&v.camera, v.aspect()),
		color: air.Color.Vec4(air.Density),
		air:   mgl32.Vec4{air.Height, air.HeightFalloff},
	})
	f.node.Color[0].Target, f.node.Uses[0].Resource = v.color, v.depth
	a.graph.AddUpload(f.block.buffer, 0, f.block.staging)
	a.graph.AddRaster(&f.node)
}

func (f *fogView) record(pass *gpu.RenderPass) {
	f.system.pass.draw(pass, 0, f.block.entry(), gpu.GroupEntry{Binding: 1, Texture: f.view.depth})
}

func (s *fogSystem) Finalize(*ark.World) error {
	s.pass.release()
	for _, v := range s.views {
		v.block.release()
	}
	s.pass, s.views = nil, nil
	return nil
}
