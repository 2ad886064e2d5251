package main

import (
	"image"
	"testing"

	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

// render is the campfire after two seconds, small enough for a software device.
func render(t *testing.T) *image.NRGBA {
	t.Helper()
	return exampletest.Render(t, campfire(cli.Options{
		Config: game.Config{Title: "Campfire", Width: 320, Height: 180, Headless: true, Frames: 120},
		Seed:   7,
	}))
}

// R121, R206: fire, smoke and sparks over a lit ground; the same bytes in every run.
func TestCampfireLooksLikeItsReference(t *testing.T) {
	first := render(t)
	golden.Compare(t, "campfire", first)
	again := render(t)
	for i := range first.Pix {
		if first.Pix[i] != again.Pix[i] {
			t.Fatalf("byte %d differs between two runs", i)
		}
	}
}

// The flame has a yellow-white core, orange above it, and lights the ground in front.
func TestFlameHasACoreAndLightsTheGround(t *testing.T) {
	picture := render(t)
	at := func(x, y int) (r, g, b int) {
		c := picture.NRGBAAt(x, y)
		return int(c.R), int(c.G), int(c.B)
	}
	if r, g, _ := at(160, 102); r < 240 || g < 190 {
		t.Errorf("the core is %d, %d: not yellow-white", r, g)
	}
	if r, g, b := at(160, 72); r < 2*b || r <= g {
		t.Errorf("above the core it is %d, %d, %d: not orange", r, g, b)
	}
	if r, _, b := at(160, 165); r < 25 || r < b {
		t.Errorf("the ground in front has red %d, blue %d: not lit by the fire", r, b)
	}
}
