package game

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// worldOf is where an entity's mesh stands in the world. The device makes the matrix. It is asked when the bytes of the
// transform are others than in the last frame.
func worldOf(_ ark.Entity, t *components.Transform) gpu.MeshPlace {
	q := t.UnitRotation()
	return gpu.PlaceMesh(t.Position, [4]float32{q.V[0], q.V[1], q.V[2], q.W}, t.EffectiveScale())
}

// between is where an entity that has parents is in the picture: between the last two steps.
func (s *scene) between(g *components.GlobalTransform) mgl32.Mat4 {
	alpha := s.time.Get().Alpha
	if alpha >= 1 || g.Current == g.Previous {
		return g.Current
	}
	return g.Current.Mul(alpha).Add(g.Previous.Mul(1 - alpha))
}

// placeIn is a matrix as position, rotation and scale; what shears is turned and not sheared.
func placeIn(m mgl32.Mat4) components.Transform {
	t := components.Transform{Position: m.Col(3).Vec3()}
	x, y, z := m.Col(0).Vec3(), m.Col(1).Vec3(), m.Col(2).Vec3()
	t.Scale = mgl32.Vec3{x.Len(), y.Len(), z.Len()}
	if x.Cross(y).Dot(z) < 0 {
		t.Scale[0], x = -t.Scale[0], x.Mul(-1)
	}
	axes := mgl32.Ident4()
	for i, axis := range [3]mgl32.Vec3{x, y, z} {
		if length := axis.Len(); length > 1e-20 {
			axes.SetCol(i, axis.Mul(1/length).Vec4(0))
		}
	}
	t.Rotation = mgl32.Mat4ToQuat(axes)
	return t
}

// spot is where a lamp is.
func (s *scene) spot(entity ark.Entity, own *components.Transform) mgl32.Vec3 {
	if !s.globals.HasAll(entity) {
		return own.Position
	}
	return s.between(s.globals.Get(entity)).Col(3).Vec3()
}
