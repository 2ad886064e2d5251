package game

import (
	_ "embed"
	"errors"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed mesh.wgsl
var meshWGSL string

//go:embed sky.wgsl
var skyWGSL string

// meshSystem draws the opaque meshes and the sky: the device places and culls the meshes, and one node draws them with
// one indirect draw for each shape. It stands in StagePrepare behind targetSystem.
type meshSystem struct {
	app *App

	scene   scene
	shapes  shapes
	view    *gpu.MeshView
	drawn   []*deviceShape
	uniform [1]frameUniform

	layout     *gpu.BindGroupLayout
	mesh, sky  *gpu.RenderPipeline
	frame      *gpu.Buffer // uniform block
	frameGroup *gpu.BindGroup
	node       gpu.RasterNode
}

func (s *meshSystem) Initialize(w *ark.World) (err error) {
	s.scene.initialize(w)
	d := s.app.device
	if s.scene.device, err = gpu.NewMeshScene(d, "meshes", lookSize); err != nil {
		return err
	}
	s.view = s.scene.device.NewMeshView("camera")
	s.shapes = shapes{device: d, scene: s.scene.device, by: map[*Geometry]*deviceShape{}}
	s.layout, err = d.NewBindGroupLayout("frame", gpu.LayoutEntry{
		Binding: 0, Stages: gpu.StageVertex | gpu.StageFragment, Kind: gpu.UniformBinding, MinSize: frameUniformSize,
	})
	if err != nil {
		return err
	}
	target := []gpu.ColorTarget{{Format: lightFormat}}
	s.mesh, err = d.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "mesh", Source: frameWGSL + meshWGSL, VertexEntry: "vs_mesh", FragmentEntry: "fs_mesh",
		Layouts: []*gpu.BindGroupLayout{s.layout, s.scene.device.DrawLayout()}, VertexBuffers: meshBuffers(), Topology: gpu.TriangleList, CullBack: true,
		Targets: target, DepthFormat: depthFormat, DepthWrite: true, DepthCompare: gpu.CompareLess,
	})
	if err != nil {
		return err
	}
	s.sky, err = d.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "sky", Source: frameWGSL + skyWGSL, VertexEntry: "vs_sky", FragmentEntry: "fs_sky",
		Layouts: []*gpu.BindGroupLayout{s.layout}, Topology: gpu.TriangleList,
		Targets: target, DepthFormat: depthFormat, DepthCompare: gpu.CompareLessEqual,
	})
	s.node = gpu.RasterNode{
		Label:  "opaque",
		Color:  []gpu.ColorAttachment{{Clear: true}},
		Depth:  &gpu.DepthAttachment{Clear: true, ClearValue: 1},
		Record: s.record,
	}
	return err
}

// meshBuffers are the vertex buffers of mesh.wgsl: corners, then slots.
func meshBuffers() []gpu.VertexBufferLayout {
	corner := gpu.VertexBufferLayout{Stride: 24, Attributes: []gpu.VertexAttribute{
		{Location: 0, Offset: 0, Format: gpu.VertexFloat32x3},
		{Location: 1, Offset: 12, Format: gpu.VertexFloat32x3},
	}}
	each := gpu.VertexBufferLayout{Stride: 4, PerInstance: true, Attributes: []gpu.VertexAttribute{
		{Location: 2, Offset: 0, Format: gpu.VertexUint32},
	}}
	return []gpu.VertexBufferLayout{corner, each}
}

func (s *meshSystem) Update(*ark.World) (err error) {
	a := s.app
	defer func() { err = errors.Join(err, s.shapes.endFrame()) }()
	// What is drawn nowhere is gathered all the same: shapes are drawn in the order in which they were first seen.
	if err := s.scene.gather(s.shapes.of); err != nil || a.targets.out == nil {
		return err
	}
	s.uniform[0].fill(&a.Camera, &a.Environment, a.targets.aspect())
	s.uniform[0].setLights(s.scene.lights)
	if err := s.fit(); err != nil {
		return err
	}
	s.view.SetCulling(a.Culling, s.uniform[0].viewProjection)
	if err := errors.Join(s.scene.device.AddTo(a.graph), s.view.AddTo(a.graph)); err != nil {
		return err
	}
	s.drawn = s.shapes.drawn()
	s.node.Uses = s.view.Uses(s.node.Uses[:0])
	s.node.Color[0].Target = a.targets.light
	s.node.Depth.Target = a.targets.depth
	a.graph.AddUpload(s.frame, 0, gpu.AsBytes(s.uniform[:]))
	a.graph.AddRaster(&s.node)
	return nil
}

// fit makes the buffer of the uniform block with the first picture.
func (s *meshSystem) fit() (err error) {
	if s.frame != nil {
		return nil
	}
	s.frame, err = s.app.device.NewBuffer(gpu.BufferDesc{Label: "frame", Size: frameUniformSize, Usage: gpu.UniformUsage | gpu.CopyDst})
	if err != nil {
		return err
	}
	s.frameGroup, err = s.app.device.NewBindGroup("frame", s.layout, gpu.GroupEntry{Binding: 0, Buffer: s.frame, Size: frameUniformSize})
	return err
}

func (s *meshSystem) record(pass *gpu.RenderPass) {
	pass.SetBindGroup(0, s.frameGroup)
	if len(s.drawn) > 0 {
		pass.SetPipeline(s.mesh)
	}
	for _, shape := range s.drawn {
		pass.SetVertexBuffer(0, shape.vertices)
		pass.SetIndexBuffer(shape.indices, gpu.Index32)
		s.view.Draw(pass, shape.batch, 1, 1)
	}
	pass.SetPipeline(s.sky)
	pass.Draw(3, 1, 0, 0)
}

func (s *meshSystem) releaseFrame() {
	if s.frameGroup != nil {
		s.frameGroup.Release()
		s.frameGroup = nil
	}
	if s.frame != nil {
		s.frame.Release()
		s.frame = nil
	}
}

func (s *meshSystem) Finalize(*ark.World) error {
	s.releaseFrame()
	s.shapes.release()
	if s.view != nil {
		s.view.Release()
	}
	if s.scene.device != nil {
		s.scene.device.Release()
	}
	s.scene = scene{}
	for _, p := range []*gpu.RenderPipeline{s.sky, s.mesh} {
		if p != nil {
			p.Release()
		}
	}
	if s.layout != nil {
		s.layout.Release()
	}
	return nil
}
