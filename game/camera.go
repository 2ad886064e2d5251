package game

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Defaults that stand in for the zero values of [Camera].
const (
	DefaultFieldOfView = 50   // degrees, vertical
	DefaultNear        = 0.1  // metres
	DefaultFar         = 500. // metres
)

// Camera looks from Position to Target. Its zero value stands at the origin and looks along −Z.
//
// Lengths are metres. Both matrices are column-major as in mathgl; clip space is WebGPU's, with depth in [0,1].
type Camera struct {
	Position mgl32.Vec3
	Target   mgl32.Vec3 // equal to Position: look along −Z
	Up       mgl32.Vec3 // zero, or parallel to the line of sight: +Y, or what is nearest to it

	FieldOfView float32 // vertical, degrees, in (0,180); 0 means DefaultFieldOfView
	Near, Far   float32 // metres, 0 < Near < Far; 0 means DefaultNear and DefaultFar

	// Orthographic is the height that the picture shows, metres: lines of sight are parallel, things look as large from far
	// as from near, and FieldOfView counts for nothing. 0 is a perspective camera.
	Orthographic float32
}

// Validate returns nil, or an error that names the field that is not finite.
func (c *Camera) Validate() error {
	for _, field := range []struct {
		name  string
		value mgl32.Vec3
	}{{"Position", c.Position}, {"Target", c.Target}, {"Up", c.Up}} {
		for _, x := range field.value {
			if x-x != 0 {
				return fmt.Errorf("camera: %s is %v; it must be three finite numbers, in metres", field.name, field.value)
			}
		}
	}
	if !(c.Orthographic >= 0 && c.Orthographic <= most) {
		return fmt.Errorf("camera: Orthographic is %v; it must be the height of the picture in metres, 0 or more (0 is a perspective camera)", c.Orthographic)
	}
	return nil
}

// Forward returns the unit vector along the line of sight.
func (c *Camera) Forward() mgl32.Vec3 {
	d := c.Target.Sub(c.Position)
	if l := d.Len(); l > 1e-6 {
		return d.Mul(1 / l)
	}
	return mgl32.Vec3{0, 0, -1}
}

// Axes returns the camera's right, up and forward directions in the world: orthogonal unit vectors.
func (c *Camera) Axes() (right, up, forward mgl32.Vec3) {
	forward = c.Forward()
	right = forward.Cross(c.Up)
	if right.Len() < 1e-4 {
		right = forward.Cross(mgl32.Vec3{0, 1, 0})
	}
	if right.Len() < 1e-4 {
		right = forward.Cross(mgl32.Vec3{0, 0, -1})
	}
	right = right.Normalize()
	return right, right.Cross(forward), forward
}

// View returns the matrix from world space to view space: x right, y up, −z forward, without scale.
func (c *Camera) View() mgl32.Mat4 {
	r, u, f := c.Axes()
	p := c.Position
	return mgl32.Mat4{
		r[0], u[0], -f[0], 0,
		r[1], u[1], -f[1], 0,
		r[2], u[2], -f[2], 0,
		-r.Dot(p), -u.Dot(p), f.Dot(p), 1,
	}
}

// Projection returns the matrix from view space to clip space for a picture of the given width divided by height. The
// near plane maps to depth 0 and the far plane to depth 1.
func (c *Camera) Projection(aspect float32) mgl32.Mat4 {
	near, far := c.planes()
	d := 1 / (near - far)
	if c.Orthographic > 0 {
		f := 2 / c.Orthographic
		return mgl32.Mat4{
			f / aspect, 0, 0, 0,
			0, f, 0, 0,
			0, 0, d, 0,
			0, 0, near * d, 1,
		}
	}
	f := 1 / c.tanHalf()
	return mgl32.Mat4{
		f / aspect, 0, 0, 0,
		0, f, 0, 0,
		0, 0, far * d, -1,
		0, 0, near * far * d, 0,
	}
}

func (c *Camera) planes() (near, far float32) {
	near, far = c.Near, c.Far
	if !(near > 0) {
		near = DefaultNear
	}
	if !(far > 0) {
		far = DefaultFar
	}
	if far <= near {
		far = near * 2
	}
	return near, far
}

// heightAt is the height in metres of what the picture shows at a distance along the line of sight.
func (c *Camera) heightAt(distance float32) float32 {
	if c.Orthographic > 0 {
		return c.Orthographic
	}
	return 2 * c.tanHalf() * distance
}

// tanHalf is the tangent of half the vertical field of view.
func (c *Camera) tanHalf() float32 {
	fov := float64(c.FieldOfView)
	if !(fov > 0 && fov < 180) {
		fov = DefaultFieldOfView
	}
	return float32(math.Tan(fov * math.Pi / 360))
}
