package components

import "github.com/go-gl/mathgl/mgl32"

// WaterJet is a narrow fountain over a point: upright alpha-blended drops that rise 0.4 to 1.3 units
// and fall back, up to 14 units below where they began. At 400 births a second about 600 particles are
// alive.
func WaterJet() Emitter {
	return Emitter{
		Label:      "water jet",
		Rate:       400,
		Blending:   Alpha,
		Shape:      SpawnPoint(),
		Velocity:   VelocityCone(10),
		Direction:  mgl32.Vec3{0, 1, 0},
		Speed:      Between(3, 5),
		Gravity:    mgl32.Vec3{0, -9.8, 0},
		Drag:       0.01,
		Life:       Between(1, 2),
		Size:       Between(0.03, 0.05),
		Color:      ColorRange{Min: mgl32.Vec3{0.3, 0.5, 0.8}, Max: mgl32.Vec3{0.5, 0.8, 1}},
		AlphaScale: 0.8,
	}
}
