package components

import "github.com/go-gl/mathgl/mgl32"

// Rain falls from a level square 20 units wide: thin, upright alpha-blended drops at a steady 5 units a
// second, which vanish 15 to 25 units below it. Put the emitter about 15 units above the ground, or
// above the camera and let it follow. At 1 000 births a second about 4 000 particles are alive.
func Rain() Emitter {
	return Emitter{
		Label:      "rain",
		Rate:       1000,
		Blending:   Alpha,
		Shape:      SpawnPlane(mgl32.Vec3{0, 1, 0}, mgl32.Vec2{10, 10}),
		Velocity:   VelocityBox(mgl32.Vec3{-0.3, -5, -0.3}, mgl32.Vec3{0.3, -5, 0.3}),
		Life:       Between(3, 5),
		Size:       Between(0.01, 0.02),
		Color:      ColorRange{Min: mgl32.Vec3{0.7, 0.8, 1}, Max: mgl32.Vec3{1, 1, 1}},
		AlphaScale: 0.3,
	}
}
