package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// Limits are what a device allows. Sizes are in bytes.
type Limits struct {
	MaxBufferSize              uint64
	MaxStorageBindingSize      uint64
	MaxUniformBindingSize      uint64
	MaxStorageBuffersPerStage  uint32
	MaxUniformBuffersPerStage  uint32
	MaxSampledTexturesPerStage uint32
	MaxSamplersPerStage        uint32
	MaxBindGroups              uint32
	MaxBindingsPerGroup        uint32 // binding numbers are below it
	MaxDynamicUniformBuffers   uint32 // in a pipeline layout
	MaxDynamicStorageBuffers   uint32 // in a pipeline layout
	MaxVertexBuffers           uint32
	MaxVertexAttributes        uint32
	MaxVertexStride            uint32
	MaxColorAttachments        uint32
	MaxWorkgroupsPerDimension  uint32
	MaxTextureSize             uint32 // side of a texture in texels
	StorageOffsetAlignment     uint32
	UniformOffsetAlignment     uint32
}

// LimitRequest asks for limits other than the usual ones. Zero fields are raised to what the adapter offers
// (MaxBufferSize and MaxStorageBindingSize) or stay at WebGPU's defaults (the others). A value can be lower, so that a
// test runs under the limits of a weak device; one above the usual limit is an error of Open.
type LimitRequest struct {
	MaxBufferSize             uint64
	MaxStorageBindingSize     uint64
	MaxStorageBuffersPerStage uint32
	MaxWorkgroupsPerDimension uint32
	MaxTextureSize            uint32
}

// defaultLimits are those that WebGPU guarantees.
var defaultLimits = Limits{
	MaxBufferSize:              256 << 20,
	MaxStorageBindingSize:      128 << 20,
	MaxUniformBindingSize:      64 << 10,
	MaxStorageBuffersPerStage:  8,
	MaxUniformBuffersPerStage:  12,
	MaxSampledTexturesPerStage: 16,
	MaxSamplersPerStage:        16,
	MaxBindGroups:              4,
	MaxBindingsPerGroup:        1000,
	MaxDynamicUniformBuffers:   8,
	MaxDynamicStorageBuffers:   4,
	MaxVertexBuffers:           8,
	MaxVertexAttributes:        16,
	MaxVertexStride:            2048,
	MaxColorAttachments:        8,
	MaxWorkgroupsPerDimension:  65535,
	MaxTextureSize:             8192,
	StorageOffsetAlignment:     256,
	UniformOffsetAlignment:     256,
}

const (
	// The driver takes the all-ones value for "the default", so what is asked for stays below it.
	maxBindingRequest = 1<<32 - 4
	maxBufferRequest  = 1 << 46
)

// required returns the limits to ask an adapter for.
func (r LimitRequest) required(adapter wgpu.Limits) (wgpu.Limits, error) {
	usual := defaultLimits
	usual.MaxBufferSize = max(usual.MaxBufferSize, min(adapter.MaxBufferSize, maxBufferRequest))
	usual.MaxStorageBindingSize = max(usual.MaxStorageBindingSize,
		min(adapter.MaxStorageBufferBindingSize, maxBindingRequest, usual.MaxBufferSize))

	want := wgpu.DefaultLimits()
	want.MaxBufferSize = usual.MaxBufferSize
	want.MaxStorageBufferBindingSize = usual.MaxStorageBindingSize
	for _, l := range []struct {
		field           string
		value, possible uint64
		set             func(uint64)
	}{
		{"MaxBufferSize", r.MaxBufferSize, usual.MaxBufferSize, func(v uint64) { want.MaxBufferSize = v }},
		{"MaxStorageBindingSize", r.MaxStorageBindingSize, usual.MaxStorageBindingSize, func(v uint64) { want.MaxStorageBufferBindingSize = v }},
		{"MaxStorageBuffersPerStage", uint64(r.MaxStorageBuffersPerStage), uint64(usual.MaxStorageBuffersPerStage), func(v uint64) { want.MaxStorageBuffersPerShaderStage = uint32(v) }},
		{"MaxWorkgroupsPerDimension", uint64(r.MaxWorkgroupsPerDimension), uint64(usual.MaxWorkgroupsPerDimension), func(v uint64) { want.MaxComputeWorkgroupsPerDimension = uint32(v) }},
		{"MaxTextureSize", uint64(r.MaxTextureSize), uint64(usual.MaxTextureSize), func(v uint64) { want.MaxTextureDimension2D = uint32(v) }},
	} {
		if l.value > l.possible {
			return want, &Error{"device", "", fmt.Sprintf("Limits.%s is %d; this adapter allows at most %d, and 0 asks for that",
				l.field, l.value, l.possible), ErrLimit}
		}
		if l.value != 0 {
			l.set(l.value)
		}
	}
	// A binding is never larger than its buffer.
	want.MaxStorageBufferBindingSize = min(want.MaxStorageBufferBindingSize, want.MaxBufferSize)
	return want, nil
}

// limitsOf reads a device's limits. A field that is zero or all ones was not filled in: it is then the default.
func limitsOf(l wgpu.Limits) Limits {
	d := defaultLimits
	return Limits{
		MaxBufferSize:              sane(l.MaxBufferSize, d.MaxBufferSize) &^ 3, // sizes are multiples of 4
		MaxStorageBindingSize:      min(sane(l.MaxStorageBufferBindingSize, d.MaxStorageBindingSize), sane(l.MaxBufferSize, d.MaxBufferSize)) &^ 3,
		MaxUniformBindingSize:      sane(l.MaxUniformBufferBindingSize, d.MaxUniformBindingSize),
		MaxStorageBuffersPerStage:  sane(l.MaxStorageBuffersPerShaderStage, d.MaxStorageBuffersPerStage),
		MaxUniformBuffersPerStage:  sane(l.MaxUniformBuffersPerShaderStage, d.MaxUniformBuffersPerStage),
		MaxSampledTexturesPerStage: sane(l.MaxSampledTexturesPerShaderStage, d.MaxSampledTexturesPerStage),
		MaxSamplersPerStage:        sane(l.MaxSamplersPerShaderStage, d.MaxSamplersPerStage),
		MaxBindGroups:              sane(l.MaxBindGroups, d.MaxBindGroups),
		MaxBindingsPerGroup:        sane(l.MaxBindingsPerBindGroup, d.MaxBindingsPerGroup),
		MaxDynamicUniformBuffers:   sane(l.MaxDynamicUniformBuffersPerPipelineLayout, d.MaxDynamicUniformBuffers),
		MaxDynamicStorageBuffers:   sane(l.MaxDynamicStorageBuffersPerPipelineLayout, d.MaxDynamicStorageBuffers),
		MaxVertexBuffers:           sane(l.MaxVertexBuffers, d.MaxVertexBuffers),
		MaxVertexAttributes:        sane(l.MaxVertexAttributes, d.MaxVertexAttributes),
		MaxVertexStride:            sane(l.MaxVertexBufferArrayStride, d.MaxVertexStride),
		MaxColorAttachments:        d.MaxColorAttachments,
		MaxWorkgroupsPerDimension:  sane(l.MaxComputeWorkgroupsPerDimension, d.MaxWorkgroupsPerDimension),
		MaxTextureSize:             sane(l.MaxTextureDimension2D, d.MaxTextureSize),
		StorageOffsetAlignment:     sane(l.MinStorageBufferOffsetAlignment, d.StorageOffsetAlignment),
		UniformOffsetAlignment:     sane(l.MinUniformBufferOffsetAlignment, d.UniformOffsetAlignment),
	}
}

func sane[T uint32 | uint64](value, usual T) T {
	if value == 0 || value == ^T(0) {
		return usual
	}
	return value
}
