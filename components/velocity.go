package components

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// VelocityKind names a form of [VelocityPattern].
type VelocityKind uint32

const (
	// VelocityKindFixed is the emitter's Direction. The zero value.
	VelocityKindFixed VelocityKind = iota
	// VelocityKindCone is a random direction within HalfAngle of the emitter's Direction.
	VelocityKindCone
	// VelocityKindSphere is any direction.
	VelocityKindSphere
	// VelocityKindBox draws each component between Min and Max.
	VelocityKindBox
	velocityKinds
)

// String returns the name of the kind.
func (k VelocityKind) String() string {
	names := [...]string{"VelocityKindFixed", "VelocityKindCone", "VelocityKindSphere", "VelocityKindBox"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("VelocityKind(%d)", uint32(k))
}

// VelocityPattern is how a particle's first velocity is chosen, in the emitter's local axes. Kind says
// which of the other fields count; the constructors set both. All but the box draw a direction
// and multiply it by a speed from the emitter's Speed. The zero value is fixed.
type VelocityPattern struct {
	Kind VelocityKind
	// HalfAngle of a cone in degrees, 0 to 180. Directions are uniform in solid angle: 180 is a sphere.
	HalfAngle float32
	// Min and Max of a box, world units per second. The emitter's Speed is not used.
	Min, Max mgl32.Vec3
}

// VelocityFixed sends every particle along the emitter's Direction.
func VelocityFixed() VelocityPattern { return VelocityPattern{} }

// VelocityCone sends particles within halfAngle degrees of the emitter's Direction.
func VelocityCone(halfAngle float32) VelocityPattern {
	return VelocityPattern{Kind: VelocityKindCone, HalfAngle: halfAngle}
}

// VelocitySphere sends particles in all directions alike.
func VelocitySphere() VelocityPattern { return VelocityPattern{Kind: VelocityKindSphere} }

// VelocityBox draws each component of the velocity between those of min and max, in world units per
// second.
func VelocityBox(min, max mgl32.Vec3) VelocityPattern {
	return VelocityPattern{Kind: VelocityKindBox, Min: min, Max: max}
}

func (v *VelocityPattern) validate(c *check) {
	switch v.Kind {
	case VelocityKindFixed, VelocityKindSphere:
	case VelocityKindCone:
		c.within("Velocity.HalfAngle", v.HalfAngle, 0, 180, "degrees")
	case VelocityKindBox:
		for i := range 3 {
			c.interval(fmt.Sprintf("Velocity.Min[%d]", i), fmt.Sprintf("Velocity.Max[%d]", i),
				v.Min[i], v.Max[i], -MaxMagnitude, MaxMagnitude, "world units per second")
		}
	default:
		c.fail("Velocity.Kind", v.Kind, "it must be VelocityKindFixed, VelocityKindCone, VelocityKindSphere or VelocityKindBox")
	}
}
