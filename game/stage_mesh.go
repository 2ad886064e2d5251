package game

import (
	_ "embed"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed mesh.wgsl
var meshWGSL string

//go:embed sky.wgsl
var skyWGSL string

// meshSystem draws the opaque meshes and the sky: one upload of the instances, and for each view a node, an upload for
// camera and lights, and one draw for each shape. It stands in StagePrepare behind targetSystem.
type meshSystem struct {
	app *App

	scene   scene
	shapes  shapes
	uniform frameUniform // of the view that is being prepared

	layout    *gpu.BindGroupLayout
	mesh, sky *gpu.RenderPipeline
	instances *gpu.Buffer
	views     []*meshView
}

// meshView is the step for one view. It lives as long as the App, so that a frame allocates nothing.
type meshView struct {
	system *meshSystem
	block  blocks[frameUniform]
	group  *gpu.BindGroup
	node   gpu.RasterNode
}

func (s *meshSystem) Initialize(w *ark.World) (err error) {
	s.scene.initialize(w)
	d := s.app.device
	s.shapes = shapes{device: d, by: map[*Geometry]*deviceShape{}}
	s.layout, err = d.NewBindGroupLayout("frame", gpu.LayoutEntry{
		Binding: 0, Stages: gpu.StageVertex | gpu.StageFragment, Kind: gpu.UniformBinding, MinSize: frameUniformSize,
	})
	if err != nil {
		return err
	}
	target := []gpu.ColorTarget{{Format: lightFormat}}
	s.mesh, err = d.NewRenderPipeline(gpu.RenderPipelineDesc{
		Label: "mesh", Source: frameWGSL + meshWGSL, VertexEntry: "vs_mesh", FragmentEntry: "fs_mesh",
		Layouts: []*gpu.BindGroupLayout{s.layout}, VertexBuffers: meshBuffers(), Topology: gpu.TriangleList, CullBack: true,
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

// meshBuffers are the vertex buffers of mesh.wgsl: corners, then instances.
func meshBuffers() []gpu.VertexBufferLayout {
	corner := gpu.VertexBufferLayout{Stride: 24, Attributes: []gpu.VertexAttribute{
		{Location: 0, Offset: 0, Format: gpu.VertexFloat32x3},
		{Location: 1, Offset: 12, Format: gpu.VertexFloat32x3},
	}}
	each := gpu.VertexBufferLayout{Stride: instanceSize, PerInstance: true}
	for i := range uint32(6) {
		each.Attributes = append(each.Attributes, gpu.VertexAttribute{
			Location: 2 + i, Offset: uint64(i) * 16, Format: gpu.VertexFloat32x4,
		})
	}
	return []gpu.VertexBufferLayout{corner, each}
}

func (s *meshSystem) Update(*ark.World) error {
	a := s.app
	defer s.shapes.endFrame()
	// What is drawn nowhere is gathered all the same: shapes are drawn in the order in which they were first seen.
	if err := s.scene.gather(s.shapes.of); err != nil || a.targets.out == nil {
		return err
	}
	if err := s.stage(); err != nil {
		return err
	}
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

// stage sees to a buffer that holds the instances, and uploads them.
func (s *meshSystem) stage() (err error) {
	data := gpu.AsBytes(s.scene.instances)
	if size := uint64(len(data)); s.instances == nil || s.instances.Size() < size {
		s.releaseInstances()
		s.instances, err = s.app.device.NewBuffer(gpu.BufferDesc{
			Label: "instances", Size: 2 * max(size, instanceSize), Usage: gpu.VertexUsage | gpu.CopyDst,
		})
		if err != nil {
			return err
		}
	}
	s.app.graph.AddUpload(s.instances, 0, data)
	return nil
}

func (s *meshSystem) newView() (*meshView, error) {
	m := &meshView{system: s}
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
func (m *meshView) add(v *view) {
	s := m.system
	s.uniform.fill(v, &s.app.Environment)
	s.uniform.setLights(s.scene.lights)
	m.block.put(0, s.uniform)
	m.node.Color[0].Target, m.node.Depth.Target = v.color, v.depth
	s.app.graph.AddUpload(m.block.buffer, 0, m.block.staging)
	s.app.graph.AddRaster(&m.node)
}

func (m *meshView) record(pass *gpu.RenderPass) {
	s := m.system
	pass.SetBindGroup(0, m.group)
	if len(s.scene.batches) > 0 {
		pass.SetPipeline(s.mesh)
		pass.SetVertexBuffer(1, s.instances)
	}
	for _, b := range s.scene.batches {
		pass.SetVertexBuffer(0, b.shape.vertices)
		pass.SetIndexBuffer(b.shape.indices, gpu.Index32)
		pass.DrawIndexed(uint32(len(b.shape.geometry.indices)), b.count, 0, 0, b.first)
	}
	pass.SetPipeline(s.sky)
	pass.Draw(3, 1, 0, 0)
}

func (s *meshSystem) releaseInstances() {
	if s.instances != nil {
		s.instances.Release()
		s.instances = nil
	}
}

func (s *meshSystem) Finalize(*ark.World) error {
	s.releaseInstances()
	for _, m := range s.views {
		m.group.Release()
		m.block.release()
	}
	s.views = nil
	s.shapes.release()
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
