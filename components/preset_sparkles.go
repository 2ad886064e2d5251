package components

import "github.com/go-gl/mathgl/mgl32"

// Sparkles is a cloud of upright additive glints in a ball of radius 0.3, drifting apart and slowing
// down; the smallest shrink to nothing before their time. At 60 births a second about 120 particles are
// alive.
func Sparkles() Emitter {
	return Emitter{
		Label:      "sparkles",
		Rate:       60,
		Blending:   Additive,
		Shape:      SpawnSphere(0.3),
		Velocity:   VelocitySphere(),
		Speed:      Between(0.1, 0.5),
		Drag:       0.5,
		Life:       Between(1, 3),
		Size:       Between(0.02, 0.05),
		SizeGrowth: -0.01,
		Color:      ColorRange{Min: mgl32.Vec3{1, 0.8, 0.4}, Max: mgl32.Vec3{1, 1, 1}},
		AlphaScale: 1,
	}
}
