package densesim

// GpuSimulation moves the particles of one [Emitter]. It keeps a position and a velocity for
// each of Capacity slots.
//
// What the emitter guarantees, in each [Emitter.Step]:
//
//  1. One Integrate over the slots that are living before any deaths of the step. It is left
//     out when none are, or when dt is 0; so count and dt are never 0.
//  2. Then a MoveSlot for each death but that of the last living slot, in the order in which
//     the CPU closes its own gaps: slots are looked at from 0 upwards; the last living slot
//     takes the place of a dead one, and is looked at there in turn. from is never to.
//  3. Then a WriteSpawn for each particle that was born, in the order of their births and of
//     their slots. Births that found no room are none.
//
// All slots lie in [0, Capacity). The calls take effect one after the other: what a MoveSlot
// moved, a later one may move on. An implementation is free to gather them and carry them out
// at once.
//
// An error ends the step. The emitter returns it and refuses to go on until it is Reset, as
// the two halves may no longer agree. Emitter.Reset itself calls nothing: of an empty emitter
// no slot counts.
type GpuSimulation interface {
	// IsGpuSimulation is the brand, always true: it tells a simulation from something that
	// has methods of the same names by accident.
	IsGpuSimulation() bool
	// Capacity is the number of slots; it never changes, and must be the emitter's.
	Capacity() int
	// Integrate moves slots 0 to count−1 by dt seconds under a constant gravity in world
	// units per second²: v += gravity · dt, then p += v · dt, with what extras add.
	Integrate(count int, dt float32, gravity [3]float32, extras IntegrateExtras) error
	// MoveSlot copies position and velocity of slot from, the last living, over slot to, whose
	// particle died. What from holds does not matter afterwards.
	MoveSlot(from, to int) error
	// WriteSpawn puts a new particle into a slot: position in world units, velocity in world
	// units per second.
	WriteSpawn(index int, position, velocity [3]float32) error
}

// IntegrateExtras are what Integrate does beside gravity; the zero value is nothing. It is an
// alias of a type without a name, so that implementations can write the same without importing
// this package.
type IntegrateExtras = struct {
	// Drag is in 1 per second, 0 or more: v is multiplied by max(0, 1 − Drag · dt) after
	// gravity and before it moves p.
	Drag float32
}
