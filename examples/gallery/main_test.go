package main

import (
	"image"
	"testing"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/tests/golden"
)

func render(t *testing.T, drivers ...components.DriverKind) *image.NRGBA {
	t.Helper()
	g, err := newGallery(cli.Options{
		Config: game.Config{Title: "Gallery", Width: 480, Height: 270, Headless: true, Frames: 120},
		Seed:   1,
	}, drivers)
	if err != nil {
		t.Fatal(err)
	}
	return exampletest.Render(t, g.app)
}

// R73–R80, C26: the eight presets in their niches; both drivers give the one picture.
func TestGalleryLooksLikeItsReferenceOnBothDrivers(t *testing.T) {
	for _, driver := range []components.DriverKind{components.DriverGPU, components.DriverCPU} {
		t.Run(driver.String(), func(t *testing.T) { golden.Compare(t, "gallery", render(t, driver)) })
	}
}

// Side by side, the device's half and the CPU's are lit alike.
func TestBothDriversLookAlikeSideBySide(t *testing.T) {
	picture := render(t, driversOf("both")...)
	golden.Compare(t, "both", picture)
	var bright [2]int
	for y := range 270 {
		for x := range 480 {
			if c := picture.NRGBAAt(x, y); int(c.R)+int(c.G)+int(c.B) > 300 {
				bright[x/240]++
			}
		}
	}
	if device, cpu := bright[0], bright[1]; device < 700 || device-cpu > device/20 || cpu-device > device/20 {
		t.Errorf("%d bright pixels at the left, %d at the right", device, cpu)
	}
}
