package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Path is where an emitter was and is: births of a tick are spread along it.
type Path struct {
	From, To mgl32.Vec3
	Velocity mgl32.Vec3 // of the emitter, world units per second
	Linear   mgl32.Mat3 // takes local places to the world's axes: rotation, scale and shear
	Axes     mgl32.Mat3 // takes local directions there: rotation, and mirroring
}

// At is a path that stays at a transform.
func At(t *components.Transform) Path {
	p := Path{From: t.Position, To: t.Position}
	p.Turn(t)
	return p
}

// Turn takes over the axes of a transform.
func (p *Path) Turn(t *components.Transform) {
	p.Axes = t.UnitRotation().Mat4().Mat3()
	p.Linear = p.Axes
	for i, s := range t.EffectiveScale() {
		for k := range 3 {
			p.Linear[i*3+k] *= s
			if s < 0 {
				p.Axes[i*3+k] = -p.Axes[i*3+k]
			}
		}
	}
}

// TurnTo takes over the axes of a matrix, which may shear: directions are then turned by the axes
// made perpendicular, x first, y next.
func (p *Path) TurnTo(m *mgl32.Mat4) {
	p.Linear = m.Mat3()
	x, y, z := p.Linear.Col(0), p.Linear.Col(1), p.Linear.Col(2)
	mirrored := p.Linear.Det() < 0
	x, okX := unitVector(x)
	y, okY := unitVector(y.Sub(x.Mul(x.Dot(y))))
	z, okZ := unitVector(z.Sub(x.Mul(x.Dot(z))).Sub(y.Mul(y.Dot(z))))
	switch { // what is flattened has no direction of its own
	case !okX && !okY && !okZ:
		p.Axes = mgl32.Ident3()
		return
	case !okX && !okY:
		y, x = tangents(z)
	case !okX && !okZ:
		z, x = tangents(y)
	case !okY && !okZ:
		y, z = tangents(x)
	case !okX:
		x = y.Cross(z)
	case !okY:
		y = z.Cross(x)
	case !okZ:
		z = x.Cross(y)
	case mirrored != (x.Cross(y).Dot(z) < 0):
		z = z.Mul(-1) // by rounding, of axes that nearly fall together
	}
	p.Axes = mgl32.Mat3FromCols(x, y, z)
}

// unitVector reports whether a vector has a length to speak of.
func unitVector(v mgl32.Vec3) (mgl32.Vec3, bool) {
	length := math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
	if !(length > 1e-12) {
		return mgl32.Vec3{}, false
	}
	return mgl32.Vec3{float32(float64(v[0]) / length), float32(float64(v[1]) / length), float32(float64(v[2]) / length)}, true
}
