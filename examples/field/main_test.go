package main

import (
	"testing"

	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

// R164, R165: the picture is the one reference whether what lies outside it is culled or not.
func TestFieldLooksLikeItsReferenceWithCullingOnAndOff(t *testing.T) {
	for _, culling := range []string{"off", "spheres", "boxes"} {
		t.Run(culling, func(t *testing.T) {
			golden.Compare(t, "field", exampletest.Render(t, field(cli.Options{
				Config: game.Config{Title: "Field", Width: 320, Height: 180, Headless: true, Frames: 2},
			}, 3000, culling)))
		})
	}
}
