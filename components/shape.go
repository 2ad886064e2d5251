package components

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// ShapeKind names a form of [SpawnShape].
type ShapeKind uint32

const (
	// ShapePoint is the emitter's own place. The zero value.
	ShapePoint ShapeKind = iota
	// ShapeBox is the volume of a box, given by HalfExtents.
	ShapeBox
	// ShapeSphere is the volume of a ball, given by Radius.
	ShapeSphere
	// ShapePlane is a rectangle, given by Normal and HalfWidths.
	ShapePlane
	shapeKinds
)

// String returns the name of the kind.
func (k ShapeKind) String() string {
	names := [...]string{"ShapePoint", "ShapeBox", "ShapeSphere", "ShapePlane"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("ShapeKind(%d)", uint32(k))
}

// SpawnShape is where particles are born, uniformly distributed, in the emitter's local axes and
// centred on it. Kind says which of the other fields count; the constructors set both. The zero value
// is a point.
type SpawnShape struct {
	Kind ShapeKind
	// HalfExtents of a box along x, y and z, world units, 0 or more.
	HalfExtents mgl32.Vec3
	// Radius of a sphere, world units, 0 or more.
	Radius float32
	// Normal of a plane, of any length. Default (zero) is +Y.
	Normal mgl32.Vec3
	// HalfWidths of a plane along its two tangents, world units, 0 or more. The first tangent is the
	// axis least aligned with the normal (x before y before z) made perpendicular to it, the second is
	// normal × first: for +Y they are x and −z.
	HalfWidths mgl32.Vec2
}

// SpawnPoint is the emitter's own place.
func SpawnPoint() SpawnShape { return SpawnShape{} }

// SpawnBox is the volume of a box that reaches halfExtents to either side.
func SpawnBox(halfExtents mgl32.Vec3) SpawnShape {
	return SpawnShape{Kind: ShapeBox, HalfExtents: halfExtents}
}

// SpawnSphere is the volume of a ball.
func SpawnSphere(radius float32) SpawnShape {
	return SpawnShape{Kind: ShapeSphere, Radius: radius}
}

// SpawnPlane is a rectangle perpendicular to normal, 2·halfWidths wide.
func SpawnPlane(normal mgl32.Vec3, halfWidths mgl32.Vec2) SpawnShape {
	return SpawnShape{Kind: ShapePlane, Normal: normal, HalfWidths: halfWidths}
}

func (s *SpawnShape) validate(c *check) {
	switch s.Kind {
	case ShapePoint:
	case ShapeBox:
		for i, name := range [3]string{"Shape.HalfExtents[0]", "Shape.HalfExtents[1]", "Shape.HalfExtents[2]"} {
			c.within(name, s.HalfExtents[i], 0, MaxMagnitude, "world units")
		}
	case ShapeSphere:
		c.within("Shape.Radius", s.Radius, 0, MaxMagnitude, "world units")
	case ShapePlane:
		c.vector("Shape.Normal", s.Normal, "")
		c.within("Shape.HalfWidths[0]", s.HalfWidths[0], 0, MaxMagnitude, "world units")
		c.within("Shape.HalfWidths[1]", s.HalfWidths[1], 0, MaxMagnitude, "world units")
	default:
		c.fail("Shape.Kind", s.Kind, "it must be ShapePoint, ShapeBox, ShapeSphere or ShapePlane")
	}
}
