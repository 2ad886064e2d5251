package systems_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
	"github.com/gomotes/motes/shaders"
)

// R11, R16, R17, C34: every field of the structs that Go and WGSL share, by the name it has
// in WGSL. A shader copies them one by one out of a buffer that Go wrote; the second of two
// elements is read, so that the stride counts too.
func TestSharedStructsHaveTheSameLayoutInGoAndWGSL(t *testing.T) {
	births := []sim.Birth{{}, {
		Particle: components.Particle{
			Position: [3]float32{1, 2, 3}, Velocity: [3]float32{4, 5, 6}, Life: 7, MaxLife: 8,
			Size: 9, SizeGrowth: 10, Angle: 11, AngularVelocity: 12,
			Color: [4]float32{13, 14, 15, 16}, UVRect: [4]float32{17, 18, 19, 20},
		},
		Expiry: 21, Slot: 22, Emitter: 23,
	}}
	fields := []string{
		"particle.position[0]", "particle.position[1]", "particle.position[2]",
		"particle.velocity[0]", "particle.velocity[1]", "particle.velocity[2]",
		"particle.life", "particle.max_life", "particle.size", "particle.size_growth",
		"particle.angle", "particle.angular_velocity",
		"particle.color[0]", "particle.color[1]", "particle.color[2]", "particle.color[3]",
		"particle.uv_rect[0]", "particle.uv_rect[1]", "particle.uv_rect[2]", "particle.uv_rect[3]",
		"expiry", "slot", "emitter",
	}
	for i, got := range throughShader(t, "Birth", gpu.AsBytes(births), fields) {
		if got != float32(i+1) {
			t.Errorf("Birth.%s is %v in the shader, want %d", fields[i], got, i+1)
		}
	}

	rows := []sim.Row{{}, {
		Impulse: [3]float32{1, 2, 3}, Damping: 4, DT: 5, Clock: 6, Rebase: 7, Flags: 8, SizeStart: 9, SizeEnd: 10,
		Color: [4]uint32{11, 12, 13, 14}, Place: 15,
	}}
	fields = []string{
		"impulse[0]", "impulse[1]", "impulse[2]", "damping", "dt", "clock", "rebase", "flags", "size_start", "size_end",
		"color_start[0]", "color_start[1]", "color_end[0]", "color_end[1]", "place",
	}
	for i, got := range throughShader(t, "EmitterRow", gpu.AsBytes(rows), fields) {
		if got != float32(i+1) {
			t.Errorf("EmitterRow.%s is %v in the shader, want %d", fields[i], got, i+1)
		}
	}
}

// R12: the sizes that the device half of a pool counts in are those of the Go structs.
func TestSizesOfSharedStructs(t *testing.T) {
	if n := len(gpu.AsBytes(make([]sim.Birth, 1))); n != gpu.ParticleBirthSize {
		t.Errorf("a birth has %d bytes, the device expects %d", n, gpu.ParticleBirthSize)
	}
	if n := len(gpu.AsBytes(make([]sim.Row, 1))); n != gpu.ParticleRowSize {
		t.Errorf("a row has %d bytes, the device expects %d", n, gpu.ParticleRowSize)
	}
	if n := len(gpu.AsBytes(make([]components.Particle, 1))); n != 80 {
		t.Errorf("a particle has %d bytes, want 80", n)
	}
}

// throughShader writes data to the device and returns the fields of its second element as a
// shader reads them.
func throughShader(t *testing.T, structure string, data []byte, fields []string) []float32 {
	t.Helper()
	var source strings.Builder
	source.WriteString(shaders.ParticleTypes())
	source.WriteString("@group(0) @binding(0) var<storage, read> elements: array<" + structure + ">;\n")
	source.WriteString("@group(0) @binding(1) var<storage, read_write> copies: array<f32>;\n")
	source.WriteString("@compute @workgroup_size(1)\nfn copy() {\n    var at = 0u;\n")
	for _, field := range fields {
		source.WriteString("    copies[at] = f32(elements[1]." + field + ");\n    at = at + 1u;\n")
	}
	source.WriteString("}\n")

	var made []interface{ Release() }
	defer func() {
		for i := len(made) - 1; i >= 0; i-- {
			made[i].Release()
		}
	}()
	keep := func(object interface{ Release() }, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, object)
	}
	size := uint64(len(fields) * 4)
	in, err := device.NewBuffer(gpu.BufferDesc{Label: "elements", Size: uint64(len(data)), Usage: gpu.StorageUsage | gpu.CopyDst})
	keep(in, err)
	out, err := device.NewBuffer(gpu.BufferDesc{Label: "copies", Size: size, Usage: gpu.StorageUsage | gpu.CopySrc})
	keep(out, err)
	layout, err := device.NewBindGroupLayout("layout test",
		gpu.LayoutEntry{Binding: 0, Stages: gpu.StageCompute, Kind: gpu.ReadStorageBinding},
		gpu.LayoutEntry{Binding: 1, Stages: gpu.StageCompute, Kind: gpu.StorageBinding})
	keep(layout, err)
	group, err := device.NewBindGroup("layout test", layout, gpu.GroupEntry{Binding: 0, Buffer: in}, gpu.GroupEntry{Binding: 1, Buffer: out})
	keep(group, err)
	pipeline, err := device.NewComputePipeline(gpu.ComputePipelineDesc{
		Label: "layout test", Source: source.String(), Entry: "copy", Layouts: []*gpu.BindGroupLayout{layout},
	})
	keep(pipeline, err)
	graph := gpu.NewFrameGraph(device)
	keep(graph, nil)

	graph.AddUpload(in, 0, data)
	graph.AddCompute(&gpu.ComputeNode{
		Label: "copy",
		Uses:  []gpu.Use{{Resource: in, Access: gpu.Read}, {Resource: out, Access: gpu.Write}},
		Record: func(pass *gpu.ComputePass) {
			pass.SetPipeline(pipeline)
			pass.SetBindGroup(0, group)
			pass.Dispatch(1, 1, 1)
		},
	})
	if err := graph.Execute(); err != nil {
		t.Fatal(err)
	}
	read, err := device.ReadBuffer(out, 0, size)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]float32, len(fields))
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(read[i*4:]))
	}
	return values
}
