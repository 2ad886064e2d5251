package game

import (
	_ "embed"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed tonemap.wgsl
var tonemapWGSL string

// tonemapSystem turns the light of the frame's views into the picture that is shown. It is the last of the framework's
// systems in StagePostRender.
type tonemapSystem struct {
	app    *App
	meshes *meshSystem

	layout *gpu.BindGroupLayout
	shown  *gpu.RenderPipeline // for the surface, or the texture of a headless run
	still  *gpu.RenderPipeline // for screenshots
	groups gpu.BindGroupCache
	nodes  []*tonemapNode
}

// tonemapNode is the step for one view. It lives as long as the App, so that a frame allocates nothing.
type tonemapNode struct {
	system   *tonemapSystem
	view     *view
	number   int // of the view
	pipeline *gpu.RenderPipeline
	raster   gpu.RasterNode
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
	s.still, err = s.pipeline(stillFormat)
	return err
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
	if t.out == nil || len(s.meshes.views) < len(t.views) {
		return nil
	}
	s.groups.Sweep()
	s.show(t.out, s.shown)
	return nil
}

// show puts the step on the graph for every view of the frame.
func (s *tonemapSystem) show(out *gpu.Texture, pipeline *gpu.RenderPipeline) {
	for i, v := range s.app.targets.views {
		if len(s.nodes) == i {
			n := &tonemapNode{system: s, number: i}
			n.raster = gpu.RasterNode{
				Label:  "tone mapping",
				Color:  []gpu.ColorAttachment{{Clear: i == 0}},
				Uses:   []gpu.Use{{Access: gpu.Read}},
				Record: n.record,
			}
			s.nodes = append(s.nodes, n)
		}
		n := s.nodes[i]
		n.view, n.pipeline = v, pipeline
		n.raster.Color[0].Target = out
		n.raster.Uses[0].Resource = v.lit
		s.app.graph.AddRaster(&n.raster)
	}
}

func (n *tonemapNode) record(pass *gpu.RenderPass) {
	s, v := n.system, n.view
	group, err := s.groups.Get(s.app.device, "tone mapping", s.layout,
		s.meshes.views[n.number].block.entry(),
		gpu.GroupEntry{Binding: 1, Texture: s.app.textureOf(v.lit)})
	if err != nil {
		group = nil // which the pass refuses, in the node's name
	}
	pass.SetPipeline(n.pipeline)
	pass.SetViewport(float32(v.x), float32(v.y), float32(v.width), float32(v.height))
	pass.SetBindGroup(0, group)
	pass.Draw(3, 1, 0, 0)
}

func (s *tonemapSystem) Finalize(*ark.World) error {
	s.groups.Release()
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
