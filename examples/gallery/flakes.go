package main

import (
	"image"
	"image/color"
	"math"
)

// flakeSide is the side of one flake's cell in texels: few, as a large picture of a small particle is sampled with gaps.
const flakeSide = 24

// flakes is an atlas of three snow flakes side by side, which Snow().WithAtlas(3, 1) cuts up.
func flakes() *image.NRGBA {
	atlas := image.NewNRGBA(image.Rect(0, 0, 3*flakeSide, flakeSide))
	for kind := range 3 {
		for y := range flakeSide {
			for x := range flakeSide {
				u, v := (float64(x)+0.5)/flakeSide*2-1, (float64(y)+0.5)/flakeSide*2-1
				ink := uint8(math.Round(255 * flake(kind, u, v)))
				atlas.SetNRGBA(kind*flakeSide+x, y, color.NRGBA{255, 255, 255, ink})
			}
		}
	}
	return atlas
}

// flake is how much of a flake there is at a place of −1 to 1: six arms, each with twigs of its
// kind.
func flake(kind int, u, v float64) float64 {
	const sixth = math.Pi / 3
	radius, turn := math.Hypot(u, v), math.Atan2(v, u)
	turn = math.Abs(math.Mod(turn+2*math.Pi+sixth/2, sixth) - sixth/2)
	along, across := radius*math.Cos(turn), radius*math.Sin(turn) // of the nearest arm
	ink := stroke(across, 0.07, along < 0.9)
	for _, twig := range [][2]float64{{0.35, 0.3}, {0.6, 0.22}}[:1+kind%2] { // where it begins, how long it is
		// A twig leaves at 60 degrees.
		a, b := along-twig[0], across
		reach, aside := a*0.5+b*0.866, math.Abs(-a*0.866+b*0.5)
		ink = max(ink, stroke(aside, 0.06, reach > 0 && reach < twig[1]))
	}
	if kind == 2 { // a plate in the middle
		ink = max(ink, stroke(math.Abs(along-0.42), 0.07, true))
	}
	return ink
}

// stroke is 1 on a line and fades at its edge.
func stroke(distance, width float64, on bool) float64 {
	if !on {
		return 0
	}
	return min(1, max(0, (width-distance)/0.05))
}
