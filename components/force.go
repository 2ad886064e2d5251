package components

import "github.com/go-gl/mathgl/mgl32"

// Force adds accelerations of the game's own to the particles of a pool: attractors, wind, walls. It
// sits on the entity of a pool whose driver is [DriverCPU], or [DriverAuto], which then chooses the CPU.
//
// In each step the acceleration is added after gravity and before drag. Apply is called once for each
// chunk of up to [ForceChunkSize] living particles, from several goroutines at once: it may read what it
// captured and write only to Acceleration. It must not touch the ECS world. If it panics, the step returns
// an error, and the pool goes on without the force until the component is removed and added again.
// Accelerations that are no numbers or beyond [MaxForce] count as none.
type Force struct {
	Apply func(*ForceChunk)
}

// ForceChunkSize is the most particles of a chunk.
const ForceChunkSize = 1024

// ForceChunk is some of the living particles of a pool, in the order of their slots, before the step.
// The slices have one element for each particle and are valid during the call only.
type ForceChunk struct {
	Clock    float64      // seconds on the pool's clock, at the end of the step
	Position []mgl32.Vec3 // world units
	Velocity []mgl32.Vec3 // world units per second
	Life     []float32    // seconds left
	MaxLife  []float32    // seconds given at birth

	// Acceleration is the result, world units per second². It comes in as zero.
	Acceleration []mgl32.Vec3

	// Whole returns the i-th particle with all its fields.
	Whole func(i int) Particle
}

// EachParticle is a force that is called for each particle by itself: simpler to write, and slower by
// the call and the gathering of all fields.
func EachParticle(acceleration func(p Particle, clock float64) mgl32.Vec3) Force {
	return Force{Apply: func(c *ForceChunk) {
		for i := range c.Acceleration {
			c.Acceleration[i] = acceleration(c.Whole(i), c.Clock)
		}
	}}
}
