package game

import (
	_ "embed"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

//go:embed frame.wgsl
var frameWGSL string

// frameUniform is Frame of frame.wgsl.
type frameUniform struct {
	viewProjection mgl32.Mat4
	right          mgl32.Vec4
	up             mgl32.Vec4
	forward        mgl32.Vec4
	eye            mgl32.Vec4
	sunDirection   mgl32.Vec4
	sunColor       mgl32.Vec4
	zenith         mgl32.Vec4
	horizon        mgl32.Vec4
	ground         mgl32.Vec4
	lights         [MaxPointLights]lightUniform
}

// lightUniform is Light of frame.wgsl.
type lightUniform struct {
	place mgl32.Vec4
	color mgl32.Vec4
}

// meshLook is Look of mesh.wgsl: what the mesh shader reads of an entity's material.
type meshLook struct {
	base     mgl32.Vec4
	emissive mgl32.Vec4
	grain    mgl32.Vec4
}

const (
	frameUniformSize = uint64(unsafe.Sizeof(frameUniform{}))
	lookSize         = int(unsafe.Sizeof(meshLook{}))
)

// fill sets everything but the lights.
func (u *frameUniform) fill(v *view, e *Environment) {
	c, aspect := &v.camera, v.aspect()
	right, up, forward := c.Axes()
	tan := c.tanHalf()
	if c.Orthographic > 0 {
		tan = 0 // all lines of sight have one direction
	}
	u.viewProjection = c.Projection(aspect).Mul4(c.View())
	u.right = right.Mul(tan * aspect).Vec4(0)
	u.up = up.Mul(tan).Vec4(e.Stars)
	u.forward = forward.Vec4(max(e.Fog, 0))
	u.eye = c.Position.Vec4(or(e.Exposure, 1))
	sun := e.SunDirection
	if sun.Len() < 1e-6 {
		sun = mgl32.Vec3{0, 1, 0}
	}
	u.sunDirection = sun.Normalize().Vec4(e.Ambient)
	u.sunColor = e.SunColor.Vec4(e.Vignette)
	u.zenith = e.Zenith.Vec4(float32(v.x))
	u.horizon = e.Horizon.Vec4(float32(v.y))
	u.ground = e.Ground.Vec4(0)
	if c.Orthographic > 0 {
		u.ground[3] = 1
	}
}

// setLights copies the lights into the block.
func (u *frameUniform) setLights(lights []lightUniform) {
	n := copy(u.lights[:], lights)
	u.right[3] = float32(n)
}
