package main

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// dot is a particle as a Manual pool wants it: place, size, colour and the part of the texture are what is drawn.
func dot(at mgl32.Vec3, size float32, color mgl32.Vec3) components.Particle {
	return components.Particle{
		Position: at,
		Size:     size,
		Color:    [4]float32{color[0], color[1], color[2], 1},
		UVRect:   [4]float32{0, 0, 1, 1},
	}
}

// between is a at share 0 and b at share 1.
func between(a, b mgl32.Vec3, share float32) mgl32.Vec3 { return a.Add(b.Sub(a).Mul(share)) }

// smooth goes from 0 to 1 as t does, without a jerk at either end; beyond them it stays.
func smooth(t float32) float32 {
	t = min(max(t, 0), 1)
	return t * t * (3 - 2*t)
}
