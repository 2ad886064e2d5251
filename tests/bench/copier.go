package main

import (
	"slices"

	"github.com/gomotes/motes/gpu"
)

const copySource = `
@group(0) @binding(0) var<storage, read> source: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> destination: array<vec4<f32>>;

@compute @workgroup_size(256)
fn copy(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&source)) {
        destination[id.x] = source[id.x];
    }
}
`

// copier copies as many elements of 16 bytes as a step moves in each direction, twice the
// number of particles, or as many as a binding holds: how fast the device can move memory
// at all.
type copier struct {
	elements int
	node     gpu.ComputeNode
	made     []interface{ Release() }
}

func newCopier(device *gpu.Device, particles int) (_ *copier, err error) {
	limits := device.Limits()
	c := &copier{elements: min(2*particles, int(limits.MaxStorageBindingSize/16), int(limits.MaxWorkgroupsPerDimension)*256)}
	defer func() {
		if err != nil {
			c.release()
		}
	}()
	desc := gpu.BufferDesc{Label: "copy source", Size: uint64(c.elements) * 16, Usage: gpu.StorageUsage}
	source, err := device.NewBuffer(desc)
	if err != nil {
		return nil, err
	}
	c.made = append(c.made, source)
	desc.Label = "copy destination"
	destination, err := device.NewBuffer(desc)
	if err != nil {
		return nil, err
	}
	c.made = append(c.made, destination)
	layout, err := device.NewBindGroupLayout("copy",
		gpu.LayoutEntry{Binding: 0, Stages: gpu.StageCompute, Kind: gpu.ReadStorageBinding},
		gpu.LayoutEntry{Binding: 1, Stages: gpu.StageCompute, Kind: gpu.StorageBinding})
	if err != nil {
		return nil, err
	}
	c.made = append(c.made, layout)
	group, err := device.NewBindGroup("copy", layout,
		gpu.GroupEntry{Binding: 0, Buffer: source}, gpu.GroupEntry{Binding: 1, Buffer: destination})
	if err != nil {
		return nil, err
	}
	c.made = append(c.made, group)
	pipeline, err := device.NewComputePipeline(gpu.ComputePipelineDesc{
		Label: "copy", Source: copySource, Entry: "copy", Layouts: []*gpu.BindGroupLayout{layout},
	})
	if err != nil {
		return nil, err
	}
	c.made = append(c.made, pipeline)
	c.node = gpu.ComputeNode{
		Label: "copy",
		Uses:  []gpu.Use{{Resource: source, Access: gpu.Read}, {Resource: destination, Access: gpu.Write}},
		Record: func(pass *gpu.ComputePass) {
			pass.SetPipeline(pipeline)
			pass.SetBindGroup(0, group)
			pass.Dispatch(uint32((c.elements+255)/256), 1, 1)
		},
	}
	return c, nil
}

func (c *copier) release() {
	for _, r := range slices.Backward(c.made) {
		r.Release()
	}
}
