package main

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// texels is the side of a cell of a particle's picture. It is small, as the particles are: a large one would be
// sampled with gaps.
const texels = 20

// draw makes a row of white cells that are as opaque as alpha says, for x and y from −1 to 1 with y upward.
func draw(cells int, alpha func(cell int, x, y float64) float64) *image.NRGBA {
	to := image.NewNRGBA(image.Rect(0, 0, cells*texels, texels))
	for i := range to.Pix {
		if i%4 != 3 {
			to.Pix[i] = 255
		}
	}
	for cell := range cells {
		for v := 1; v < texels-1; v++ { // the rim stays clear, or cells would show in their neighbours
			for u := 1; u < texels-1; u++ {
				x, y := (float64(u)+0.5)/texels*2-1, 1-(float64(v)+0.5)/texels*2
				at := to.PixOffset(cell*texels+u, v)
				to.Pix[at+3] = uint8(255*mgl64.Clamp(alpha(cell, x, y), 0, 1) + 0.5)
			}
		}
	}
	return to
}

// addPictures registers what the round soft disc would not tell: falling streaks, flakes, glints and shards.
func (g *gallery) addPictures() error {
	for name, picture := range map[string]*image.NRGBA{
		"streak": draw(1, streak), "flakes": flakes(), "glint": draw(1, glint), "shards": draw(3, shard),
	} {
		if err := g.plugin.RegisterTexture(name, picture); err != nil {
			return err
		}
	}
	return nil
}

// streak is a drop that falls fast.
func streak(_ int, x, y float64) float64 { return math.Exp(-x*x/0.003) * (1 - y*y) }

// glint is a star of four rays.
func glint(_ int, x, y float64) float64 {
	r := math.Hypot(x, y)
	return math.Exp(-r*r/0.03) + math.Exp(-math.Abs(x*y)/0.012)*math.Pow(max(0, 1-r), 1.5)
}

// shard is a splinter with straight edges, one of three.
func shard(kind int, x, y float64) float64 {
	edges := [3][]mgl64.Vec3{ // normal, and distance of the edge from the middle
		{{0, -1, 0.5}, {0.9, 0.44, 0.5}, {-0.8, 0.6, 0.55}},
		{{0.3, 0.95, 0.45}, {-0.2, -0.98, 0.5}, {0.98, -0.2, 0.75}, {-0.95, 0.3, 0.6}},
		{{0.7, 0.7, 0.4}, {-0.7, -0.7, 0.35}, {0.8, -0.6, 0.8}, {-0.9, 0.44, 0.85}},
	}
	inside := math.Inf(1)
	for _, e := range edges[kind] {
		inside = min(inside, e[2]-e[0]*x-e[1]*y)
	}
	return 0.5 + inside*texels/2
}
