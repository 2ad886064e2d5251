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

// meshSystem draws the opaque meshes and the sky: one node, one upload for camera, lights and instances together, one
// draw for each shape. It stands in StagePrepare behind targetSystem.
type meshSystem struct {
	app *App

	scene   scene
	shapes  shapes
	uniform [1]frameUniform
	staging []byte

	layout     *gpu.BindGroupLayout
	mesh, sky  *gpu.RenderPipeline
	frame      *gpu.Buffer // uniform block, then instances
	frameGroup *gpu.BindGroup
	node       gpu.RasterNode
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
	s.node = gpu.RasterNode{
		Label:  "opaque",
		Color:  []gpu.ColorAttachment{{Clear: true}},
		Depth:  &gpu.DepthAttachment{Clear: true, ClearValue: 1},
		Record: s.record,
	}
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
	if len(a.targets.views) == 0 {
		return nil // the camera was refused
	}
	v := a.targets.views[0]
	s.uniform[0].fill(&v.camera, &a.Environment, v.aspect())
	s.uniform[0].setLights(s.scene.lights)
	if err := s.stage(); err != nil {
		return err
	}
	s.node.Color[0].Target = v.color
	s.node.Depth.Target = v.depth
	a.graph.AddUpload(s.frame, 0, s.staging)
	a.graph.AddRaster(&s.node)
	return nil
}

// stage packs the frame's data and sees to a buffer that holds it.
func (s *meshSystem) stage() (err error) {
	size := (firstInstance + uint64(len(s.scene.instances))) * instanceSize
	if uint64(cap(s.staging)) < size {
		s.staging = make([]byte, 2*size)
	}
	s.staging = s.staging[:size]
	copy(s.staging, gpu.AsBytes(s.uniform[:]))
	copy(s.staging[firstInstance*instanceSize:], gpu.AsBytes(s.scene.instances))
	if s.frame != nil && s.frame.Size() >= size {
		return nil
	}
	s.releaseFrame()
	s.frame, err = s.app.device.NewBuffer(gpu.BufferDesc{
		Label: "frame", Size: uint64(cap(s.staging)), Usage: gpu.UniformUsage | gpu.VertexUsage | gpu.CopyDst,
	})
	if err != nil {
		return err
	}
	s.frameGroup, err = s.app.device.NewBindGroup("frame", s.layout, gpu.GroupEntry{Binding: 0, Buffer: s.frame, Size: frameUniformSize})
	return err
}

func (s *meshSystem) record(pass *gpu.RenderPass) {
	pass.SetBindGroup(0, s.frameGroup)
	if len(s.scene.batches) > 0 {
		pass.SetPipeline(s.mesh)
		pass.SetVertexBuffer(1, s.frame)
	}
	for _, b := range s.scene.batches {
		pass.SetVertexBuffer(0, b.shape.vertices)
		pass.SetIndexBuffer(b.shape.indices, gpu.Index32)
		pass.DrawIndexed(uint32(len(b.shape.geometry.indices)), b.count, 0, 0, uint32(firstInstance)+b.first)
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
