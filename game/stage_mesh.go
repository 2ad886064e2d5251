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

// meshSystem draws the opaque meshes and the sky: the device places the meshes, and for each view culls them and draws them
// in one node, with one indirect draw for each shape. It stands in StagePrepare behind targetSystem.
type meshSystem struct {
	app *App

	scene   scene
	shapes  shapes
	uniform frameUniform // of the view that is being prepared

	layout    *gpu.BindGroupLayout
	mesh, sky *gpu.RenderPipeline
	drawn     []*deviceShape
	views     []*meshView
}

// meshView is the step for one view. It lives as long as the App, so that a frame allocates nothing.
type meshView struct {
	system *meshSystem
	meshes *gpu.MeshView // those that the view's camera sees
	block  blocks[frameUniform]
	group  *gpu.BindGroup
	node   gpu.RasterNode
}

func (s *meshSystem) Initialize(w *ark.World) (err error) {
	s.scene.initialize(w)
	d := s.app.device
	if s.scene.device, err = gpu.NewMeshScene(d, "meshes", lookSize); err != nil {
		return err
	}
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
		Targets: target, DepthFormat: depthFormat, DepthWrite: true, DepthCompare: gpu.CompareLess, Samples: s.app.targets.samples,
	})
	if err != nil {
		return err
	}
	s.sky, err = d.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "sky", Source: frameWGSL + skyWGSL, VertexEntry: "vs_sky", FragmentEntry: "fs_sky",
		Layouts: []*gpu.BindGroupLayout{s.layout}, Topology: gpu.TriangleList,
		Targets: target, DepthFormat: depthFormat, DepthCompare: gpu.CompareLessEqual, Samples: s.app.targets.samples,
	})
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
	if err := s.scene.device.AddTo(a.graph); err != nil {
		return err
	}
	s.drawn = s.shapes.drawn()
	for i, v := range a.targets.views {
		if len(s.views) == i {
			made, err := s.newView()
			if err != nil {
				return err
			}
			s.views = append(s.views, made)
		}
		if err := s.views[i].add(v); err != nil {
			return err
		}
	}
	return nil
}

func (s *meshSystem) newView() (*meshView, error) {
	m := &meshView{system: s, meshes: s.scene.device.NewMeshView("camera")}
	var err error
	if m.block, err = newBlocks[frameUniform](s.app.device, "frame", 1); err != nil {
		return nil, err
	}
	m.group, err = s.app.device.NewBindGroup("frame", s.layout, m.block.entry())
	if err != nil {
		m.block.release()
		return nil, err
	}
	m.node = gpu.RasterNode{
		Label:  "opaque",
		Color:  []gpu.ColorAttachment{{Clear: true}},
		Depth:  &gpu.DepthAttachment{Clear: true, ClearValue: 1},
		Record: m.record,
	}
	return m, nil
}

// add puts the step on the graph.
func (m *meshView) add(v *view) error {
	s := m.system
	s.uniform.fill(v, &s.app.Environment)
	s.uniform.setLights(s.scene.lights)
	m.block.put(0, s.uniform)
	m.meshes.SetCulling(s.app.Culling, s.uniform.viewProjection)
	if err := m.meshes.AddTo(s.app.graph); err != nil {
		return err
	}
	m.node.Uses = m.meshes.Uses(m.node.Uses[:0])
	m.node.Color[0].Target, m.node.Depth.Target = v.color, v.depth
	s.app.graph.AddUpload(m.block.buffer, 0, m.block.staging)
	s.app.graph.AddRaster(&m.node)
	return nil
}

func (m *meshView) record(pass *gpu.RenderPass) {
	s := m.system
	pass.SetBindGroup(0, m.group)
	if len(s.drawn) > 0 {
		pass.SetPipeline(s.mesh)
	}
	for _, shape := range s.drawn {
		pass.SetVertexBuffer(0, shape.vertices)
		pass.SetIndexBuffer(shape.indices, gpu.Index32)
		m.meshes.Draw(pass, shape.batch, 1, 1)
	}
	pass.SetPipeline(s.sky)
	pass.Draw(3, 1, 0, 0)
}

func (s *meshSystem) Finalize(*ark.World) error {
	for _, m := range s.views {
		m.meshes.Release()
		m.group.Release()
		m.block.release()
	}
	s.views = nil
	s.shapes.release()
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
