package components

import "fmt"

// Space says in whose axes an emitter's particles live.
//
// What an emitter's [Transform], through its parents, does to them:
//
//	                 SpaceWorld                         SpaceLocal
//	position         at birth: where the emitter is     always: they go along with the emitter
//	rotation         at birth: shape and directions     always: shape, directions and ways
//	scale            at birth: the shape alone          always: shape and ways
//	negative scale   at birth: shape and directions     always: shape, directions and ways
//	shear            at birth: the shape; directions    always: shape and ways
//	                 are turned, not sheared
//	Gravity          in world axes                      in the emitter's axes
//	size, angle      as they are: never scaled, turned or mirrored
type Space uint32

const (
	// SpaceWorld leaves particles behind where they were born. The zero value.
	SpaceWorld Space = iota
	// SpaceLocal takes particles along: they live in the emitter's axes. A change of Space is for
	// particles born from then on; a [Force] sees local places.
	SpaceLocal
	spaces
)

// String returns the name of the space.
func (s Space) String() string {
	names := [...]string{"SpaceWorld", "SpaceLocal"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("Space(%d)", uint32(s))
}
