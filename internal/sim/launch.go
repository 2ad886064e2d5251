package sim

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Launches are what the four pinned random numbers of each birth of an emitter decide: its
// life and its first velocity. For the same seed they are those of a Pool, for drivers that
// keep particles in another way.
type Launches struct {
	recipe *Recipe
	key    uint64
}

// NewLaunches compiles a valid emitter, of which Life, Speed, Velocity and Direction count.
func NewLaunches(seed uint64, emitter *components.Emitter) *Launches {
	return &Launches{recipe: NewRecipe(emitter), key: streamKey(seed, 0)}
}

// At draws four numbers, lifetime, speed, azimuth and polar in this order, and returns the
// life in seconds and the velocity in the emitter's local axes of the birth with an ordinal.
func (l *Launches) At(ordinal uint64) (life float32, velocity mgl32.Vec3) {
	var d draws
	d.drawBlock(l.key, ordinal, 0)
	return l.recipe.life.at(d[dimLife]), l.recipe.velocity(&d)
}
