package components

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Fire is a flame about 1.5 units tall over a point: additive tongues from orange to yellow that rise,
// shrink and spin. At 160 births a second about 90 particles are alive.
func Fire() Emitter {
	return Emitter{
		Label:           "fire",
		Rate:            160,
		Blending:        Additive,
		Shape:           SpawnPoint(),
		Velocity:        VelocityCone(20),
		Direction:       mgl32.Vec3{0, 1, 0},
		Speed:           Between(1, 3),
		Gravity:         mgl32.Vec3{0, 0.5, 0},
		Drag:            0.2,
		Life:            Between(0.3, 0.8),
		Size:            Between(0.15, 0.3),
		SizeGrowth:      -0.2,
		Angle:           Between(0, 2*math.Pi),
		AngularVelocity: PlusMinus(8),
		Color:           ColorRange{Min: mgl32.Vec3{1, 0.3, 0}, Max: mgl32.Vec3{1, 0.9, 0.2}},
		AlphaScale:      1,
	}
}
