package main

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// forces is what the force reads. The program writes it before the step, so no lock is needed.
type forces struct {
	orb mgl32.Vec3 // place of the orb
}

const (
	pull  = 2   // of the orb, 1/s²: a spring, so that nothing escapes
	swirl = 0.5 // about the upright through the orb, 1/s²
	push  = 300 // of the floor for each unit of depth, 1/s²
	skin  = 0.1 // height at which the floor begins to push
)

// force returns what a pool's components.Force needs. It is called for a thousand particles at a time, from several
// goroutines at once: it reads f and the chunk and writes to Acceleration only.
func (f *forces) force() components.Force {
	return components.Force{Apply: func(c *components.ForceChunk) {
		for i, p := range c.Position {
			to := f.orb.Sub(p)
			a := to.Mul(pull).Add(mgl32.Vec3{0, 1, 0}.Cross(to).Mul(swirl))
			if depth := skin - p[1]; depth > 0 {
				a[1] += push * depth
			}
			c.Acceleration[i] = a
		}
	}}
}
