package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/systems"
)

// alongSpline strings all particles of a pool on a closed curve through the knots, as three comets. At laps 1 they have
// gone round once.
func alongSpline(m *systems.ManualPool, knots []mgl32.Vec3, laps float64) error {
	n := m.Capacity()
	for i := range n {
		share := float64(i) / float64(n)
		tail := float32(math.Mod(share*3, 1)) // 0 at the end of a tail, 1 at a head
		color := between(mgl32.Vec3{0.03, 0.05, 0.3}, mgl32.Vec3{0.5, 1.1, 1.6}, tail*tail)
		if err := m.Set(i, dot(catmullRom(knots, laps+share), 0.05+0.09*tail*tail, color)); err != nil {
			return err
		}
	}
	return m.SetCount(n)
}

// catmullRom is a point of the closed curve that goes through all knots in order while t goes from 0 to 1.
func catmullRom(knots []mgl32.Vec3, t float64) mgl32.Vec3 {
	t = (t - math.Floor(t)) * float64(len(knots))
	first, u := int(t), float32(t-math.Floor(t))
	knot := func(i int) mgl32.Vec3 { return knots[(first+i+len(knots))%len(knots)] }
	a, b, c, d := knot(-1), knot(0), knot(1), knot(2)
	slope := c.Sub(a).Mul(0.5)
	next := d.Sub(b).Mul(0.5)
	rise := c.Sub(b)
	return b.Add(slope.Mul(u)).
		Add(rise.Mul(3).Sub(slope.Mul(2)).Sub(next).Mul(u * u)).
		Add(slope.Add(next).Sub(rise.Mul(2)).Mul(u * u * u))
}

// trefoil is twelve knots of the simplest knot.
func trefoil(centre mgl32.Vec3) []mgl32.Vec3 {
	knots := make([]mgl32.Vec3, 12)
	for i := range knots {
		sin, cos := math.Sincos(float64(i) / 12 * 2 * math.Pi)
		sin2, cos2 := math.Sincos(float64(i) / 12 * 4 * math.Pi)
		sin3 := math.Sin(float64(i) / 12 * 6 * math.Pi)
		knots[i] = centre.Add(mgl32.Vec3{float32(sin + 2*sin2), float32(cos - 2*cos2), float32(-sin3)}.Mul(0.31))
	}
	return knots
}
