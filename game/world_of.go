package game

import (
	"unsafe"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// worldOf is where an entity's mesh stands in the world. The device makes the matrix.
func worldOf(_ ark.Entity, t *components.Transform) gpu.MeshPlace {
	q := t.UnitRotation()
	return gpu.PlaceMesh(t.Position, [4]float32{q.V[0], q.V[1], q.V[2], q.W}, t.EffectiveScale())
}

// unmoved reports whether worldOf would say what it said when the transform was as it is kept. Comparing bits is several
// times quicker than comparing floats, and this is asked of every entity in every frame.
func unmoved(_ ark.Entity, t, kept *components.Transform) bool {
	return *(*transformBits)(unsafe.Pointer(t)) == *(*transformBits)(unsafe.Pointer(kept))
}

type transformBits [unsafe.Sizeof(components.Transform{}) / 4]uint32

// sameLook compares materials likewise; behind the floats comes GlowInGrain.
func sameLook(a, b *Material) bool {
	return *(*materialBits)(unsafe.Pointer(a)) == *(*materialBits)(unsafe.Pointer(b)) && a.GlowInGrain == b.GlowInGrain
}

type materialBits [unsafe.Offsetof(Material{}.GlowInGrain) / 4]uint32
