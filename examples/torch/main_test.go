package main

import (
	"testing"

	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

// C11, C14: flames trail behind a torch that swings under a turning arm, sparks keep its speed, the halo
// goes along, and its light is where it is.
func TestTorchLooksLikeItsReference(t *testing.T) {
	golden.Compare(t, "torch", exampletest.Render(t, torch(cli.Options{
		Config: game.Config{Title: "Torch", Width: 320, Height: 180, Headless: true, Frames: 200},
		Seed:   1,
	})))
}

// The light on the ground goes round with the torch: left of the post at one time, right of it at another.
func TestTheLightGoesRoundWithTheTorch(t *testing.T) {
	brighter := func(frames int) (left, right int) {
		picture := exampletest.Render(t, torch(cli.Options{
			Config: game.Config{Title: "Torch", Width: 320, Height: 180, Headless: true, Frames: frames}, Seed: 1,
		}))
		for y := 120; y < 180; y++ {
			for x := range 320 {
				c := picture.NRGBAAt(x, y)
				if x < 160 {
					left += int(c.R)
				} else {
					right += int(c.R)
				}
			}
		}
		return left, right
	}
	if left, right := brighter(100); left < right*5/4 {
		t.Errorf("with the torch at the left: %d and %d", left, right)
	}
	if left, right := brighter(200); right < left*5/4 {
		t.Errorf("with the torch at the right: %d and %d", left, right)
	}
}
