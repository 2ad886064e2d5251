package components

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Debris is brown fragments thrown from a point in all directions, tumbling as they fall, through the
// ground too. It has no rate: 80 fragments burst out in the first tick, and again whenever Burst(80) is
// called.
func Debris() Emitter {
	return Emitter{
		Label:           "debris",
		PendingBurst:    80,
		Blending:        Alpha,
		Shape:           SpawnPoint(),
		Velocity:        VelocitySphere(),
		Speed:           Between(1, 6),
		Gravity:         mgl32.Vec3{0, -9.8, 0},
		Drag:            0.02,
		Life:            Between(1, 3),
		Size:            Between(0.03, 0.08),
		Angle:           Between(0, 2*math.Pi),
		AngularVelocity: PlusMinus(10),
		Color:           ColorRange{Min: mgl32.Vec3{0.4, 0.3, 0.15}, Max: mgl32.Vec3{0.8, 0.6, 0.3}},
		AlphaScale:      1,
	}
}
