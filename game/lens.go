package game

import (
	_ "embed"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/gpu"
)

//go:embed lens.wgsl
var lensWGSL string

// lens is Lens of lens.wgsl: how a pixel and its depth become a place in the world.
type lens struct {
	right   mgl32.Vec4
	up      mgl32.Vec4
	forward mgl32.Vec4
	eye     mgl32.Vec4
	depth   mgl32.Vec4
}

func lensOf(c *Camera, aspect float32) lens {
	right, up, forward := c.Axes()
	near, far := c.planes()
	half := c.heightAt(1) / 2
	l := lens{
		right: right.Mul(half * aspect).Vec4(0), up: up.Mul(half).Vec4(0),
		forward: forward.Vec4(far), eye: c.Position.Vec4(0),
		depth: mgl32.Vec4{near * far, 0, far, near - far},
	}
	if c.Orthographic > 0 {
		l.eye[3], l.depth = 1, mgl32.Vec4{near, far - near, 1, 0}
	}
	return l
}

// depthBinding is the kind of binding, and the WGSL type, of a depth texture whose texels are loaded, with as many samples
// per pixel. It is bound as plain floats, which holds for both.
func depthBinding(samples uint32) (gpu.BindingKind, string) {
	if samples > 1 {
		return gpu.MultisampledTextureBinding, "texture_multisampled_2d<f32>"
	}
	return gpu.UnfilteredTextureBinding, "texture_2d<f32>"
}
