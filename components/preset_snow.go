package components

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Snow drifts down from a level square 10 units wide: slowly turning alpha-blended flakes that vanish
// 2.5 to 5 units below it. At 120 births a second about 900 particles are alive. With a texture of
// three flakes side by side, Snow().WithAtlas(3, 1) shows each of them.
func Snow() Emitter {
	return Emitter{
		Label:           "snow",
		Rate:            120,
		Blending:        Alpha,
		Shape:           SpawnPlane(mgl32.Vec3{0, 1, 0}, mgl32.Vec2{5, 5}),
		Velocity:        VelocityBox(mgl32.Vec3{-0.2, -0.5, -0.2}, mgl32.Vec3{0.2, -0.5, 0.2}),
		Life:            Between(5, 10),
		Size:            Between(0.02, 0.04),
		Angle:           Between(0, 2*math.Pi),
		AngularVelocity: PlusMinus(3),
		Color:           ColorRange{Min: mgl32.Vec3{0.9, 0.9, 1}, Max: mgl32.Vec3{1, 1, 1}},
		AlphaScale:      0.8,
	}
}
