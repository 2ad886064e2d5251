package components

import "github.com/go-gl/mathgl/mgl32"

// GlobalTransform is where an entity is in the world, through all its parents. The transform system adds
// it to entities with [ChildOf] and to their parents, and writes it in each step; other entities can be
// given one to be followed too. Reading it is for everyone, writing it is of no use.
//
// Both matrices take local points to the world. Between two steps the picture lies between Previous and
// Current.
type GlobalTransform struct {
	Current  mgl32.Mat4 // after the step
	Previous mgl32.Mat4 // before it; equal to Current where nothing moved or the entity is new
}

// Matrix is the transform as a matrix: scale, then rotation, then translation.
func (t *Transform) Matrix() mgl32.Mat4 {
	m, scale := t.UnitRotation().Mat4(), t.EffectiveScale()
	for i := range 3 {
		for k := range 3 {
			m[i*4+k] *= scale[i]
		}
	}
	m[12], m[13], m[14] = t.Position[0], t.Position[1], t.Position[2]
	return m
}
