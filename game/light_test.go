package game

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/gomotes/motes/gpu"
)

// lit is the light of the last frame after all effects, before tone mapping: what an effect did, in numbers.
type lit struct {
	width, height int
	texels        []byte
}

const copyWGSL = `
@group(0) @binding(0) var<uniform> unused: vec4<f32>;
@group(0) @binding(1) var image: texture_2d<f32>;
@fragment
fn fs_copy(in: Screen) -> @location(0) vec4<f32> {
    return textureLoad(image, vec2<i32>(in.position.xy), 0) + unused;
}`

// lightOf has the effects run over the last frame's light once more, and reads what they made of a view's.
func lightOf(t *testing.T, a *App, number int) lit {
	t.Helper()
	v := a.targets.views[number]
	fail := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	pass, err := newScreenPass(a.device, screenDesc{
		label: "copy", source: copyWGSL, fragment: "fs_copy", uniform: 16,
		reads: []gpu.BindingKind{gpu.TextureBinding}, targets: []gpu.ColorTarget{{Format: lightFormat}},
	})
	fail(err)
	defer pass.release()
	zero, err := newBlocks[[4]float32](a.device, "zero", 1)
	fail(err)
	defer zero.release()
	zero.put(0, [4]float32{})
	out, err := a.device.NewTexture(gpu.TextureDesc{
		Label: "copy", Width: uint32(v.width), Height: uint32(v.height), Format: lightFormat, Usage: gpu.TextureTarget | gpu.TextureCopySrc,
	})
	fail(err)
	defer out.Release()
	still, err := a.device.NewTexture(stillDesc(a.targets.width, a.targets.height))
	fail(err)
	defer still.Release()
	fail(a.finish(still, a.tonemap.still))
	a.graph.AddUpload(zero.buffer, 0, zero.staging)
	a.graph.AddRaster(&gpu.RasterNode{
		Label: "copy",
		Color: []gpu.ColorAttachment{{Target: out, Clear: true}},
		Uses:  []gpu.Use{{Resource: v.lit, Access: gpu.Read}},
		Record: func(p *gpu.RenderPass) {
			pass.draw(p, 0, zero.entry(), gpu.GroupEntry{Binding: 1, Texture: a.textureOf(v.lit)})
		},
	})
	fail(a.graph.Execute())
	texels, err := a.device.ReadTexture(out)
	fail(err)
	return lit{v.width, v.height, texels}
}

// at is the radiance of a pixel.
func (l lit) at(x, y int) (c [3]float64) {
	for i := range c {
		c[i] = half(binary.LittleEndian.Uint16(l.texels[8*(y*l.width+x)+2*i:]))
	}
	return c
}

// sum is the green light of a rectangle.
func (l lit) sum(x0, y0, x1, y1 int) (s float64) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			s += l.at(x, y)[1]
		}
	}
	return s
}

// half decodes a number of 16 bits that is not negative.
func half(bits uint16) float64 {
	exponent, mantissa := int(bits>>10&31), float64(bits&1023)/1024
	if exponent == 0 {
		return math.Ldexp(mantissa, -14)
	}
	return math.Ldexp(1+mantissa, exponent-15)
}
