package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// VertexFormat is the type of a vertex attribute.
type VertexFormat uint8

// The types of vertex attributes.
const (
	VertexFloat32 VertexFormat = iota
	VertexFloat32x2
	VertexFloat32x3
	VertexFloat32x4
	VertexUint32
	VertexUint32x2
	VertexUint32x4
	VertexUnorm8x4 // four bytes, read as 0 to 1
	vertexFormats
)

var nativeVertexFormats = [vertexFormats]wgpu.VertexFormat{
	wgpu.VertexFormatFloat32, wgpu.VertexFormatFloat32x2, wgpu.VertexFormatFloat32x3, wgpu.VertexFormatFloat32x4,
	wgpu.VertexFormatUint32, wgpu.VertexFormatUint32x2, wgpu.VertexFormatUint32x4, wgpu.VertexFormatUnorm8x4,
}

// VertexAttribute is one @location of a vertex.
type VertexAttribute struct {
	Location uint32
	Offset   uint64 // bytes from the start of the vertex
	Format   VertexFormat
}

// VertexBufferLayout says how vertices, or instances, lie in a buffer.
type VertexBufferLayout struct {
	Stride      uint64 // bytes from one to the next, a multiple of 4
	PerInstance bool   // advances with the instance instead of the vertex
	Attributes  []VertexAttribute
}

func checkVertexBuffers(label string, buffers []VertexBufferLayout, l *Limits) error {
	refuse := func(cause error, format string, args ...any) error {
		return &Error{"render pipeline", label, fmt.Sprintf(format, args...), cause}
	}
	if len(buffers) > int(l.MaxVertexBuffers) {
		return refuse(ErrLimit, "%d VertexBuffers; the device allows %d", len(buffers), l.MaxVertexBuffers)
	}
	taken := map[uint32]bool{}
	for i, b := range buffers {
		if b.Stride == 0 || b.Stride%4 != 0 || b.Stride > uint64(l.MaxVertexStride) {
			return refuse(ErrLimit, "VertexBuffers[%d].Stride is %d; it must be a multiple of 4 from 4 to %d", i, b.Stride, l.MaxVertexStride)
		}
		for _, a := range b.Attributes {
			switch {
			case a.Format >= vertexFormats:
				return refuse(ErrUsage, "VertexBuffers[%d]: the Format of location %d is not one of this package", i, a.Location)
			case a.Location >= l.MaxVertexAttributes:
				return refuse(ErrLimit, "VertexBuffers[%d]: location %d; locations must be below %d", i, a.Location, l.MaxVertexAttributes)
			case taken[a.Location]:
				return refuse(ErrUsage, "VertexBuffers[%d]: location %d is described twice", i, a.Location)
			case a.Offset%4 != 0 || a.Offset+nativeVertexFormats[a.Format].Size() > b.Stride:
				return refuse(ErrRange, "VertexBuffers[%d]: location %d at offset %d; offsets are multiples of 4, and attributes end within the stride of %d",
					i, a.Location, a.Offset, b.Stride)
			}
			taken[a.Location] = true
		}
	}
	return nil
}

func nativeVertexBuffers(buffers []VertexBufferLayout) []wgpu.VertexBufferLayout {
	native := make([]wgpu.VertexBufferLayout, len(buffers))
	for i, b := range buffers {
		native[i].ArrayStride = b.Stride
		native[i].StepMode = wgpu.VertexStepModeVertex
		if b.PerInstance {
			native[i].StepMode = wgpu.VertexStepModeInstance
		}
		for _, a := range b.Attributes {
			native[i].Attributes = append(native[i].Attributes, wgpu.VertexAttribute{
				Format: nativeVertexFormats[a.Format], Offset: a.Offset, ShaderLocation: a.Location,
			})
		}
	}
	return native
}
