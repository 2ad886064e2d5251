package main

import (
	"math"
	"testing"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

// R121, R131: a tenth of the stars, which a software device draws in a few seconds, once the galaxy has grown: two arms,
// gold inside and blue outside, with all the stars that were ordered.
func TestGalaxyLooksLikeItsReference(t *testing.T) {
	const some = stars / 10
	app, parts := galaxy(cli.Options{
		Config: game.Config{Title: "Galaxy", Width: 320, Height: 180, Headless: true, Frames: 210, FixedStep: 1. / 20},
		Seed:   1,
	}, some)
	app.OnFrame(func(app *game.App) error {
		if app.Time().Frame < 210 {
			return nil
		}
		if kind := parts.plugin.Driver(parts.pool); kind != components.DriverGPU {
			t.Errorf("the driver is %v", kind)
		}
		// After 10.5 s all that were born are alive but for those of the shorter lives.
		if alive := parts.plugin.Alive(parts.pool); math.Abs(float64(alive)/some-0.95) > 0.05 {
			t.Errorf("%d stars are alive of %d", alive, some)
		}
		return nil
	})
	picture := exampletest.Render(t, app)
	golden.Compare(t, "gpu", picture)

	var red, blue [2]int // of the inner and the outer parts of the picture
	for y := range 180 {
		for x := range 320 {
			c, ring := picture.NRGBAAt(x, y), 1
			if math.Hypot(float64(x-160), float64(y-90)) < 25 {
				ring = 0
			}
			red[ring], blue[ring] = red[ring]+int(c.R), blue[ring]+int(c.B)
		}
	}
	if red[0] < blue[0] || blue[1] < red[1]*5/4 {
		t.Errorf("red %v, blue %v; want a gold core and a blue rim", red, blue)
	}
}
