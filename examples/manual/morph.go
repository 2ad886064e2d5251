package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/systems"
)

// morphing is how many particles change their shape.
const morphing = 700

// morph shows the first shape at share 0 and the second at share 1, and in between particles on their way, the first
// ones ahead of the last. The shapes have equally many points.
func morph(m *systems.ManualPool, from, to []mgl32.Vec3, share float32) error {
	for i := range from {
		lag := float32(i) / float32(len(from))
		s := smooth(share*2 - lag)
		at := between(from[i], to[i], s)
		color := between(mgl32.Vec3{1, 0.25, 0.08}, mgl32.Vec3{0.35, 0.2, 1.2}, s)
		if err := m.Set(i, dot(at, 0.05+0.03*s*(1-s), color)); err != nil {
			return err
		}
	}
	return m.SetCount(len(from))
}

// thereAndBack goes from 0 to 1 and back while t goes from 0 to 1, with a rest at either end.
func thereAndBack(t float64) float32 {
	return min(max(1.5*float32(math.Abs(2*(t-math.Floor(t))-1))-0.25, 0), 1)
}

// ballPoints are evenly spread over a ball of radius 0.85, from the top to the bottom.
func ballPoints(n int, centre mgl32.Vec3) []mgl32.Vec3 {
	points := make([]mgl32.Vec3, n)
	for i := range points {
		y := 1 - 2*(float64(i)+0.5)/float64(n)
		sin, cos := math.Sincos(float64(i) * goldenAngle)
		r := math.Sqrt(1 - y*y)
		points[i] = centre.Add(mgl32.Vec3{float32(r * cos), float32(y), float32(r * sin)}.Mul(0.85))
	}
	return points
}

// torusPoints wind round a ring of radius 0.65 that faces the camera obliquely.
func torusPoints(n int, centre mgl32.Vec3) []mgl32.Vec3 {
	lean := mgl32.QuatRotate(1.1, mgl32.Vec3{1, 0, 0.3}.Normalize())
	points := make([]mgl32.Vec3, n)
	for i := range points {
		sin, cos := math.Sincos(float64(i) / float64(n) * 2 * math.Pi)
		height, out := math.Sincos(float64(i) * goldenAngle)
		r := 0.68 + 0.27*out
		points[i] = centre.Add(lean.Rotate(mgl32.Vec3{float32(r * cos), float32(0.27 * height), float32(r * sin)}))
	}
	return points
}

// goldenAngle is the golden angle in radians: steps of it never meet again.
const goldenAngle = 2.399963229728653
