package components

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// SpawnShape is where particles are born, in the emitter's local axes: uniformly distributed over the
// shape's volume, area or length, and centred on the emitter, but for the hemisphere, whose flat side
// is there, and the cone, whose tip is. Kind says which of the other fields count; the constructors
// set both. The zero value is a point.
//
// A shape without extent is the smaller shape that is left of it: a sphere of radius 0 a point, a box
// surface with one extent of 0 a rectangle, with two a line.
type SpawnShape struct {
	Kind ShapeKind
	// HalfExtents of a box or box surface along x, y and z, world units, 0 or more.
	HalfExtents mgl32.Vec3
	// Radius of a sphere, sphere surface, hemisphere, disc or ring, world units, 0 or more.
	Radius float32
	// InnerRadius of the hole of a disc, world units, 0 to Radius. Default 0: no hole.
	InnerRadius float32
	// Normal of a plane, disc or ring, of any length. Default (zero) is +Y.
	Normal mgl32.Vec3
	// HalfWidths of a plane along its two tangents, world units, 0 or more. The first tangent is the
	// axis least aligned with the normal (x before y before z) made perpendicular to it, the second is
	// normal × first: for +Y they are x and −z.
	HalfWidths mgl32.Vec2
	// Axis of a hemisphere, cone or line, of any length: where the dome, the base or the end of the
	// line lies. Default (zero) is +Y.
	Axis mgl32.Vec3
	// HalfAngle of a cone between its axis and its side, degrees, 0 to 89. At 0 it is the line that ever
	// thinner cones come to, denser away from the tip.
	HalfAngle float32
	// Height of a cone from its tip to its flat base, world units, 0 or more.
	Height float32
	// HalfLength of a line to either side, world units, 0 or more.
	HalfLength float32
}

// SpawnPoint is the emitter's own place.
func SpawnPoint() SpawnShape { return SpawnShape{} }

// SpawnBox is the volume of a box that reaches halfExtents to either side.
func SpawnBox(halfExtents mgl32.Vec3) SpawnShape {
	return SpawnShape{Kind: ShapeBox, HalfExtents: halfExtents}
}

// SpawnBoxSurface is the six faces of a box that reaches halfExtents to either side. A wide face gets
// more particles than a narrow one.
func SpawnBoxSurface(halfExtents mgl32.Vec3) SpawnShape {
	return SpawnShape{Kind: ShapeBoxSurface, HalfExtents: halfExtents}
}

// SpawnSphere is the volume of a ball.
func SpawnSphere(radius float32) SpawnShape {
	return SpawnShape{Kind: ShapeSphere, Radius: radius}
}

// SpawnSphereSurface is the surface of a ball.
func SpawnSphereSurface(radius float32) SpawnShape {
	return SpawnShape{Kind: ShapeSphereSurface, Radius: radius}
}

// SpawnHemisphere is the volume of half a ball, its flat side on the emitter and its dome towards axis.
func SpawnHemisphere(axis mgl32.Vec3, radius float32) SpawnShape {
	return SpawnShape{Kind: ShapeHemisphere, Axis: axis, Radius: radius}
}

// SpawnCone is the volume of a cone that opens along axis, its tip on the emitter, its side halfAngle
// degrees from the axis and its flat base at height.
func SpawnCone(axis mgl32.Vec3, halfAngle, height float32) SpawnShape {
	return SpawnShape{Kind: ShapeCone, Axis: axis, HalfAngle: halfAngle, Height: height}
}

// SpawnPlane is a rectangle perpendicular to normal, 2·halfWidths wide.
func SpawnPlane(normal mgl32.Vec3, halfWidths mgl32.Vec2) SpawnShape {
	return SpawnShape{Kind: ShapePlane, Normal: normal, HalfWidths: halfWidths}
}

// SpawnDisc is a filled circle perpendicular to normal. Set InnerRadius for a hole in it.
func SpawnDisc(normal mgl32.Vec3, radius float32) SpawnShape {
	return SpawnShape{Kind: ShapeDisc, Normal: normal, Radius: radius}
}

// SpawnRing is a circle perpendicular to normal.
func SpawnRing(normal mgl32.Vec3, radius float32) SpawnShape {
	return SpawnShape{Kind: ShapeRing, Normal: normal, Radius: radius}
}

// SpawnLine is a straight line that reaches halfLength along direction and as far back.
func SpawnLine(direction mgl32.Vec3, halfLength float32) SpawnShape {
	return SpawnShape{Kind: ShapeLine, Axis: direction, HalfLength: halfLength}
}

// withDefaults fills in +Y where a kind has an axis or a normal that is not set.
func (s *SpawnShape) withDefaults() {
	up := mgl32.Vec3{0, 1, 0}
	switch s.Kind {
	case ShapePlane, ShapeDisc, ShapeRing:
		if s.Normal == (mgl32.Vec3{}) {
			s.Normal = up
		}
	case ShapeHemisphere, ShapeCone, ShapeLine:
		if s.Axis == (mgl32.Vec3{}) {
			s.Axis = up
		}
	}
}

func (s *SpawnShape) validate(c *check) {
	extent := func(field string, value float32) { c.within(field, value, 0, MaxMagnitude, "world units") }
	switch s.Kind {
	case ShapePoint:
	case ShapeBox, ShapeBoxSurface:
		for i, name := range [3]string{"Shape.HalfExtents[0]", "Shape.HalfExtents[1]", "Shape.HalfExtents[2]"} {
			extent(name, s.HalfExtents[i])
		}
	case ShapeSphere, ShapeSphereSurface:
		extent("Shape.Radius", s.Radius)
	case ShapeHemisphere:
		c.vector("Shape.Axis", s.Axis, "")
		extent("Shape.Radius", s.Radius)
	case ShapeCone:
		c.vector("Shape.Axis", s.Axis, "")
		c.within("Shape.HalfAngle", s.HalfAngle, 0, MaxConeHalfAngle, "degrees")
		extent("Shape.Height", s.Height)
	case ShapePlane:
		c.vector("Shape.Normal", s.Normal, "")
		extent("Shape.HalfWidths[0]", s.HalfWidths[0])
		extent("Shape.HalfWidths[1]", s.HalfWidths[1])
	case ShapeDisc:
		c.vector("Shape.Normal", s.Normal, "")
		c.interval("Shape.InnerRadius", "Shape.Radius", s.InnerRadius, s.Radius, 0, MaxMagnitude, "world units")
	case ShapeRing:
		c.vector("Shape.Normal", s.Normal, "")
		extent("Shape.Radius", s.Radius)
	case ShapeLine:
		c.vector("Shape.Axis", s.Axis, "")
		extent("Shape.HalfLength", s.HalfLength)
	default:
		c.fail("Shape.Kind", s.Kind, fmt.Sprintf("it must be one of the kinds from %v to %v", ShapeKind(0), shapeKinds-1))
	}
}
