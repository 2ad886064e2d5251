package main

import (
	"testing"

	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

func TestMinimalLooksLikeItsReference(t *testing.T) {
	golden.Compare(t, "minimal", exampletest.Render(t, minimal(cli.Options{
		Config: game.Config{Title: "Minimal", Width: 240, Height: 180, Headless: true, Frames: 60},
		Seed:   1,
	})))
}
