package components

import "github.com/go-gl/mathgl/mgl32"

// Transform places an entity in the world: a local point x lies at Position + Rotation · (Scale ∘ x).
// The zero value is the origin, unrotated, unscaled.
//
// An emitter's shape follows all three. Directions and velocities are rotated, and mirrored where a
// scale is negative, but not stretched: scale changes where particles are born, not their speed or
// size. Gravity is in world axes.
type Transform struct {
	// Position is in world units. Default the origin.
	Position mgl32.Vec3
	// Rotation need not have unit length. Default (zero) is no rotation.
	Rotation mgl32.Quat
	// Scale is along the local axes; a negative one mirrors, a zero one flattens. Default (all three
	// zero) is 1, 1, 1.
	Scale mgl32.Vec3
}

// UnitRotation is Rotation with unit length: the identity where Rotation is zero.
func (t *Transform) UnitRotation() mgl32.Quat {
	q := t.Rotation
	largest := max(abs(q.W), abs(q.V[0]), abs(q.V[1]), abs(q.V[2]))
	if !(largest > 0) || !finite(largest) {
		return mgl32.QuatIdent()
	}
	// Scaling first keeps the squares within float32 for tiny and huge quaternions.
	return q.Scale(1 / largest).Normalize()
}

// EffectiveScale is Scale, or 1, 1, 1 where all three are zero.
func (t *Transform) EffectiveScale() mgl32.Vec3 {
	if t.Scale == (mgl32.Vec3{}) {
		return mgl32.Vec3{1, 1, 1}
	}
	return t.Scale
}

// Validate returns nil or a [FieldError] for each field that is not finite or greater than
// [MaxMagnitude].
func (t *Transform) Validate() error {
	c := check{kind: "transform"}
	c.vector("Position", t.Position, "world units")
	for i, q := range [4]float32{t.Rotation.V[0], t.Rotation.V[1], t.Rotation.V[2], t.Rotation.W} {
		if !finite(q) {
			c.fail([4]string{"Rotation.V[0]", "Rotation.V[1]", "Rotation.V[2]", "Rotation.W"}[i], q, "it must be a finite number")
		}
	}
	c.vector("Scale", t.Scale, "")
	return c.err()
}
