package components

import "fmt"

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
	// ShapeHemisphere is the volume of the half of a ball on the side of Axis, given by Axis and Radius.
	ShapeHemisphere
	// ShapeSphereSurface is the surface of a ball, given by Radius.
	ShapeSphereSurface
	// ShapeCone is the volume of a cone with its tip on the emitter, given by Axis, HalfAngle and Height.
	ShapeCone
	// ShapeDisc is a disc, or what a hole leaves of it, given by Normal, Radius and InnerRadius.
	ShapeDisc
	// ShapeRing is a circle, given by Normal and Radius.
	ShapeRing
	// ShapeLine is a straight line, given by Axis and HalfLength.
	ShapeLine
	// ShapeBoxSurface is the six faces of a box, given by HalfExtents.
	ShapeBoxSurface
	shapeKinds
)

// String returns the name of the kind.
func (k ShapeKind) String() string {
	names := [...]string{
		"ShapePoint", "ShapeBox", "ShapeSphere", "ShapePlane", "ShapeHemisphere", "ShapeSphereSurface",
		"ShapeCone", "ShapeDisc", "ShapeRing", "ShapeLine", "ShapeBoxSurface",
	}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("ShapeKind(%d)", uint32(k))
}
