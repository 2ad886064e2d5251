package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// Format is how a texture stores a texel.
type Format uint8

const (
	// FormatNone is no texture: no depth test, for one.
	FormatNone Format = iota
	// FormatRGBA8 is four channels of 8 bits, 0 to 1, stored as they are.
	FormatRGBA8
	// FormatRGBA8sRGB is four channels of 8 bits; colour is encoded as sRGB when written and decoded when read.
	FormatRGBA8sRGB
	// FormatBGRA8 is FormatRGBA8 with blue first in memory.
	FormatBGRA8
	// FormatBGRA8sRGB is FormatRGBA8sRGB with blue first in memory.
	FormatBGRA8sRGB
	// FormatRGBA16Float is four half floats: light without an upper bound.
	FormatRGBA16Float
	// FormatR32Float is one float. It can be rendered to, not blended and not filtered.
	FormatR32Float
	// FormatRGBA32Float is four floats. It can be rendered to, not blended and not filtered.
	FormatRGBA32Float
	// FormatDepth32Float is a depth of 32 bits.
	FormatDepth32Float
	// FormatDepth24Plus is a depth of at least 24 bits. It cannot be read back.
	FormatDepth24Plus
	formats
)

var formatTable = [formats]struct {
	name         string
	native       wgpu.TextureFormat
	bytes        uint32 // in a copy
	depth, blend bool
}{
	FormatNone:         {"none", wgpu.TextureFormatUndefined, 0, false, false},
	FormatRGBA8:        {"rgba8", wgpu.TextureFormatRGBA8Unorm, 4, false, true},
	FormatRGBA8sRGB:    {"rgba8-srgb", wgpu.TextureFormatRGBA8UnormSrgb, 4, false, true},
	FormatBGRA8:        {"bgra8", wgpu.TextureFormatBGRA8Unorm, 4, false, true},
	FormatBGRA8sRGB:    {"bgra8-srgb", wgpu.TextureFormatBGRA8UnormSrgb, 4, false, true},
	FormatRGBA16Float:  {"rgba16float", wgpu.TextureFormatRGBA16Float, 8, false, true},
	FormatR32Float:     {"r32float", wgpu.TextureFormatR32Float, 4, false, false},
	FormatRGBA32Float:  {"rgba32float", wgpu.TextureFormatRGBA32Float, 16, false, false},
	FormatDepth32Float: {"depth32float", wgpu.TextureFormatDepth32Float, 4, true, false},
	FormatDepth24Plus:  {"depth24plus", wgpu.TextureFormatDepth24Plus, 4, true, false},
}

// String returns WebGPU's name of the format, shortened.
func (f Format) String() string {
	if f < formats {
		return formatTable[f].name
	}
	return fmt.Sprintf("format %d", f)
}

// IsDepth reports whether the format holds depth.
func (f Format) IsDepth() bool { return f < formats && formatTable[f].depth }

// IsSRGB reports whether colour is encoded as sRGB on writing.
func (f Format) IsSRGB() bool { return f == FormatRGBA8sRGB || f == FormatBGRA8sRGB }

// TexelSize is the number of bytes of one texel.
func (f Format) TexelSize() uint32 {
	if f < formats {
		return formatTable[f].bytes
	}
	return 0
}

func (f Format) known() bool { return f > FormatNone && f < formats }

func (f Format) native() wgpu.TextureFormat { return formatTable[f].native }

// Compare is how a depth is compared with the one there.
type Compare uint8

// The comparisons. The zero value means none, where there is a choice.
const (
	CompareNone Compare = iota
	CompareNever
	CompareLess
	CompareLessEqual
	CompareGreater
	CompareGreaterEqual
	CompareEqual
	CompareNotEqual
	CompareAlways
)

func (c Compare) native() wgpu.CompareFunction { return wgpu.CompareFunction(c) }
