package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// shape is a spawn shape in the form that a birth needs.
type shape struct {
	components.SpawnShape
	unit, tangent, bitangent mgl32.Vec3 // along the shape's axis or normal, and across it
	slope                    float32    // of a cone: radius by height
	hole                     float32    // of a disc: the hole's share of the area
	faces                    [2]float32 // of a box surface: the area shares of the faces across x, and across x or y
}

func newShape(config *components.SpawnShape) shape {
	s := shape{SpawnShape: *config}
	switch s.Kind {
	case components.ShapePlane, components.ShapeDisc, components.ShapeRing:
		s.unit = direction(s.Normal)
	default:
		s.unit = direction(s.Axis)
	}
	s.tangent, s.bitangent = tangents(s.unit)
	s.slope = float32(math.Tan(float64(s.HalfAngle) * math.Pi / 180))
	if s.Radius > 0 {
		share := float64(s.InnerRadius) / float64(s.Radius)
		s.hole = float32(share * share)
	}
	if s.Kind == components.ShapeBoxSurface {
		s.shareFaces()
	}
	return s
}

// shareFaces shares births out between the faces of a box. What has no area is a line or a
// point, and is filled as a box; in float64 no other product is 0.
func (s *shape) shareFaces() {
	x, y, z := float64(s.HalfExtents[0]), float64(s.HalfExtents[1]), float64(s.HalfExtents[2])
	acrossX, acrossY, acrossZ := y*z, z*x, x*y
	area := acrossX + acrossY + acrossZ
	if area == 0 {
		s.Kind = components.ShapeBox
		return
	}
	s.faces = [2]float32{float32(acrossX / area), float32((acrossX + acrossY) / area)}
}

// position draws a place in the emitter's local axes.
func (r *Recipe) position(d *draws) mgl32.Vec3 {
	return r.shape.at(d[dimShapeX], d[dimShapeY], d[dimShapeZ])
}

// at maps the unit cube to the shape, evenly.
func (s *shape) at(x, y, z float32) mgl32.Vec3 {
	switch s.Kind {
	case components.ShapeBox:
		return mgl32.Vec3{s.HalfExtents[0] * (2*x - 1), s.HalfExtents[1] * (2*y - 1), s.HalfExtents[2] * (2*z - 1)}
	case components.ShapeBoxSurface:
		return s.onFace(x, y, z)
	case components.ShapeSphere:
		return anyDirection(x, y).Mul(s.Radius * cbrt(z))
	case components.ShapeSphereSurface:
		return anyDirection(x, y).Mul(s.Radius)
	case components.ShapeHemisphere:
		// The height on a unit sphere is uniform (Archimedes).
		radius := s.Radius * cbrt(z)
		return s.around(x, radius*sqrt(1-float32(y*y)), radius*y)
	case components.ShapeCone:
		height := s.Height * cbrt(z)
		return s.around(x, height*s.slope*sqrt(y), height)
	case components.ShapePlane:
		along, across := s.HalfWidths[0]*(2*x-1), s.HalfWidths[1]*(2*y-1)
		return s.tangent.Mul(along).Add(s.bitangent.Mul(across))
	case components.ShapeDisc:
		return s.around(x, s.Radius*sqrt(s.hole+float32(y*(1-s.hole))), 0)
	case components.ShapeRing:
		return s.around(x, s.Radius, 0)
	case components.ShapeLine:
		return s.unit.Mul(s.HalfLength * (2*x - 1))
	default:
		return mgl32.Vec3{}
	}
}

// around is the place at a radius from the axis and a height along it, after a share, 0 to
// 1, of a turn.
func (s *shape) around(turn, radius, height float32) (p mgl32.Vec3) {
	sin, cos := math.Sincos(2 * math.Pi * float64(turn))
	along, across := radius*float32(cos), radius*float32(sin)
	for i := range 3 {
		p[i] = float32(s.tangent[i]*along) + float32(s.bitangent[i]*across) + float32(s.unit[i]*height)
	}
	return p
}

// onFace is the place on a box's surface: z chooses the pair of faces, x the one of them
// and the first coordinate on it, y the second.
func (s *shape) onFace(x, y, z float32) (p mgl32.Vec3) {
	normal := 2
	switch {
	case z < s.faces[0]:
		normal = 0
	case z < s.faces[1]:
		normal = 1
	}
	side := float32(-1)
	x *= 2
	if x >= 1 {
		x, side = x-1, 1
	}
	first, second := (normal+1)%3, (normal+2)%3
	p[normal] = side * s.HalfExtents[normal]
	p[first] = s.HalfExtents[first] * (2*x - 1)
	p[second] = s.HalfExtents[second] * (2*y - 1)
	return p
}

// anyDirection is uniform on the sphere.
func anyDirection(azimuth, polar float32) mgl32.Vec3 {
	cos := 2*polar - 1
	sin := float32(math.Sqrt(float64(max(0, 1-float32(cos*cos)))))
	s, c := math.Sincos(2 * math.Pi * float64(azimuth))
	return mgl32.Vec3{float32(c) * sin, cos, float32(s) * sin}
}

func cbrt(v float32) float32 { return float32(math.Cbrt(float64(v))) }

func sqrt(v float32) float32 { return float32(math.Sqrt(float64(v))) }
