// Package exampletest renders the examples in their tests.
package exampletest

import (
	"image"
	"testing"

	"github.com/gomotes/motes/game"
)

// Render runs a headless App to its last frame, closes it, and returns the picture.
func Render(t *testing.T, app *game.App) *image.NRGBA {
	t.Helper()
	if err := app.Open(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	}()
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
	return picture
}
