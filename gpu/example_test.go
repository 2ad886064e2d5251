package gpu_test

import (
	"encoding/binary"
	"fmt"
	"log"

	"github.com/gomotes/motes/gpu"
)

// A frame that squares four numbers on the device.
func Example() {
	d, err := gpu.Open(gpu.Config{Software: true})
	if err != nil {
		log.Fatal(err)
	}
	defer d.Close()

	layout, err := d.NewBindGroupLayout("numbers",
		gpu.LayoutEntry{Binding: 0, Stages: gpu.StageCompute, Kind: gpu.StorageBinding})
	if err != nil {
		log.Fatal(err)
	}
	defer layout.Release()
	kernel, err := d.NewComputePipeline(gpu.ComputePipelineDesc{
		Label:   "square",
		Layouts: []*gpu.BindGroupLayout{layout},
		Entry:   "main",
		Source: `
			@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

			@compute @workgroup_size(64)
			fn main(@builtin(global_invocation_id) id: vec3<u32>) {
				if id.x < arrayLength(&numbers) {
					numbers[id.x] *= numbers[id.x];
				}
			}`,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer kernel.Release()
	numbers, err := d.NewBuffer(gpu.BufferDesc{Label: "numbers", Size: 16, Usage: gpu.StorageUsage | gpu.CopyDst | gpu.CopySrc})
	if err != nil {
		log.Fatal(err)
	}
	defer numbers.Release()
	group, err := d.NewBindGroup("numbers", layout, gpu.GroupEntry{Binding: 0, Buffer: numbers})
	if err != nil {
		log.Fatal(err)
	}
	defer group.Release()

	square := &gpu.ComputeNode{
		Label: "square",
		Uses:  []gpu.Use{{Resource: numbers, Access: gpu.Modify}},
		Record: func(pass *gpu.ComputePass) {
			pass.SetPipeline(kernel)
			pass.SetBindGroup(0, group)
			pass.Dispatch(1, 1, 1)
		},
	}

	frame := gpu.NewFrameGraph(d)
	frame.AddUpload(numbers, 0, gpu.AsBytes([]uint32{1, 2, 3, 4}))
	frame.AddCompute(square)
	if err := frame.Execute(); err != nil {
		log.Fatal(err)
	}

	data, err := d.ReadBuffer(numbers, 0, 16)
	if err != nil {
		log.Fatal(err)
	}
	for i := range 4 {
		fmt.Print(binary.LittleEndian.Uint32(data[4*i:]), " ")
	}
	// Output: 1 4 9 16
}
