package components

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Explosion is a ball of additive sparks, thrown from a point in all directions and pulled down; it is
// up to 8 units wide after half a second. It has no rate: 200 sparks burst out in the first tick, and
// again whenever Burst(200) is called.
func Explosion() Emitter {
	return Emitter{
		Label:           "explosion",
		PendingBurst:    200,
		Blending:        Additive,
		Shape:           SpawnPoint(),
		Velocity:        VelocitySphere(),
		Speed:           Between(2, 8),
		Gravity:         mgl32.Vec3{0, -9.8, 0},
		Drag:            0.1,
		Life:            Between(0.5, 1.5),
		Size:            Between(0.05, 0.15),
		SizeGrowth:      -0.05,
		Angle:           Between(0, 2*math.Pi),
		AngularVelocity: PlusMinus(5),
		Color:           ColorRange{Min: mgl32.Vec3{0.8, 0.3, 0}, Max: mgl32.Vec3{1, 0.8, 0.3}},
		AlphaScale:      1,
	}
}
