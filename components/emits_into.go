package components

import ark "github.com/mlange-42/ark/ecs"

// EmitsInto relates an emitter's entity to the entity of the [Pool] that stores its particles. An
// emitter without it uses a pool shared by all emitters of the same [Blending].
type EmitsInto struct {
	ark.RelationMarker
}
