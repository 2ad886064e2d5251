package game

import (
	_ "embed"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed tonemap.wgsl
var tonemapWGSL string

// tonemapSystem turns the frame's light into the picture that is shown. It is the first system of StagePostRender.
type tonemapSystem struct {
	app    *App
	meshes *meshSystem

	layout *gpu.BindGroupLayout
	shown  *gpu.RenderPipeline // for the surface, or the texture of a headless run
	still  *gpu.RenderPipeline // for screenshots
	node   gpu.RasterNode

	// The group of what was bound last; light and frame are made anew now and then.
	group *gpu.BindGroup
	frame *gpu.Buffer
	light *gpu.Texture
}

func (s *tonemapSystem) Initialize(*ark.World) (err error) {
	s.layout, err = s.app.device.NewBindGroupLayout("tone mapping",
		gpu.LayoutEntry{Binding: 0, Stages: gpu.StageVertex | gpu.StageFragment, Kind: gpu.UniformBinding, MinSize: frameUniformSize},
		gpu.LayoutEntry{Binding: 1, Stages: gpu.StageFragment, Kind: gpu.TextureBinding})
	if err != nil {
		return err
	}
	if s.shown, err = s.pipeline(s.app.targets.format()); err != nil {
		return err
	}
	if s.still, err = s.pipeline(stillFormat); err != nil {
		return err
	}
	s.node = gpu.RasterNode{
		Label:  "tone mapping",
		Color:  []gpu.ColorAttachment{{Clear: true}},
		Uses:   []gpu.Use{{Access: gpu.Read}},
		Record: func(pass *gpu.RenderPass) { s.draw(pass, s.shown) },
	}
	return nil
}

// pipeline makes the pipeline for a target. Where the format does not encode to sRGB on writing, the shader does.
func (s *tonemapSystem) pipeline(target gpu.Format) (*gpu.RenderPipeline, error) {
	entry := "fs_encoded"
	if target == gpu.FormatRGBA8sRGB || target == gpu.FormatBGRA8sRGB {
		entry = "fs_linear"
	}
	return s.app.device.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "tone mapping", Source: frameWGSL + tonemapWGSL, VertexEntry: "vs_tonemap", FragmentEntry: entry,
		Layouts: []*gpu.BindGroupLayout{s.layout}, Topology: gpu.TriangleList, Targets: []gpu.ColorTarget{{Format: target}},
	})
}

func (s *tonemapSystem) Update(*ark.World) error {
	t := &s.app.targets
	if t.out == nil || s.meshes.frame == nil {
		return nil
	}
	if err := s.bind(); err != nil {
		return err
	}
	s.node.Color[0].Target = t.out
	s.node.Uses[0].Resource = t.light
	s.app.graph.AddRaster(&s.node)
	return nil
}

// bind sees to a group of the current buffer and texture.
func (s *tonemapSystem) bind() (err error) {
	frame, light := s.meshes.frame, s.app.targets.light
	if s.group != nil && s.frame == frame && s.light == light {
		return nil
	}
	s.releaseGroup()
	s.group, err = s.app.device.NewBindGroup("tone mapping", s.layout,
		gpu.GroupEntry{Binding: 0, Buffer: frame, Size: frameUniformSize},
		gpu.GroupEntry{Binding: 1, Texture: light})
	s.frame, s.light = frame, light
	return err
}

func (s *tonemapSystem) draw(pass *gpu.RenderPass, pipeline *gpu.RenderPipeline) {
	pass.SetPipeline(pipeline)
	pass.SetBindGroup(0, s.group)
	pass.Draw(3, 1, 0, 0)
}

func (s *tonemapSystem) releaseGroup() {
	if s.group != nil {
		s.group.Release()
		s.group = nil
	}
}

func (s *tonemapSystem) Finalize(*ark.World) error {
	s.releaseGroup()
	for _, p := range []*gpu.RenderPipeline{s.shown, s.still} {
		if p != nil {
			p.Release()
		}
	}
	if s.layout != nil {
		s.layout.Release()
	}
	return nil
}
