package main

import (
	"testing"

	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

func TestMinimalLooksLikeItsReference(t *testing.T) {
	app := minimal(cli.Options{
		Config: game.Config{Title: "Minimal", Width: 240, Height: 180, Headless: true, Frames: 60},
		Seed:   1,
	})
	if err := app.Open(); err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		var err error
		if more, err = app.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	picture, err := app.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "minimal", picture)
	if err := app.Close(); err != nil {
		t.Error(err)
	}
}
