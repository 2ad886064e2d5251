package game

import (
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
