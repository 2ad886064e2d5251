package components

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Smoke is a slow grey plume over a patch 0.3 units wide: alpha-blended puffs that rise, grow and
// fade. At 20 births a second about 60 particles are alive.
func Smoke() Emitter {
	return Emitter{
		Label:           "smoke",
		Rate:            20,
		Blending:        Alpha,
		Shape:           SpawnBox(mgl32.Vec3{0.15, 0, 0.15}),
		Velocity:        VelocityCone(45),
		Direction:       mgl32.Vec3{0, 1, 0},
		Speed:           Between(0.3, 1),
		Gravity:         mgl32.Vec3{0, 0.3, 0},
		Drag:            0.3,
		Life:            Between(2, 4),
		Size:            Between(0.2, 0.4),
		SizeGrowth:      0.3,
		Angle:           Between(0, 2*math.Pi),
		AngularVelocity: PlusMinus(2),
		Color:           ColorRange{Min: mgl32.Vec3{0.3, 0.3, 0.3}, Max: mgl32.Vec3{0.7, 0.7, 0.7}},
		AlphaScale:      0.4,
	}
}
