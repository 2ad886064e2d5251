package systems_test

import (
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// R131, R178–R188: size and colour go in a straight line from their start to their end over the life,
// alpha included, in place of the fade; on every driver, for each emitter of a pool its own.
func TestSizeAndColourFollowTheirRamps(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white(), Blending: components.Alpha})
		ramped := still(0.5, mgl32.Vec3{1, 1, 1}, 1)
		ramped.Life = components.Exactly(4)
		ramped.SizeOverLife = components.Ramp{Start: 2, End: 1}
		ramped.ColorOverLife = components.ColorRamp{Start: mgl32.Vec4{1, 0, 0.5, 1}, End: mgl32.Vec4{0, 1, 0.5, 0.5}}
		plain := still(0.25, mgl32.Vec3{1, 1, 1}, 1)
		plain.Life = components.Exactly(4)
		c.addEmitter(ramped, components.Transform{Position: mgl32.Vec3{-0.25, 0, 0}}, pool)
		c.addEmitter(plain, components.Transform{Position: mgl32.Vec3{0.75, 0, 0}}, pool)
		c.frame(0)
		for second := range 4 {
			picture := c.picture()
			share := float64(second) / 4
			alpha := 1 - share/2
			want := color.NRGBA{
				uint8(math.Round(255 * (1 - share) * alpha)), uint8(math.Round(255 * share * alpha)), uint8(math.Round(127.5 * alpha)), 255,
			}
			if got := picture.NRGBAAt(3*side/8, side/2); !near(got, want, 2) {
				t.Errorf("after %d s it is %v, want %v", second, got, want)
			}
			wide := 0
			for x := range 3 * side / 4 {
				if picture.NRGBAAt(x, side/2).B != 0 {
					wide++
				}
			}
			if want := side / 2 * (1 - share/2); math.Abs(float64(wide)-want) > 1 {
				t.Errorf("after %d s it is %d pixels wide, want %v", second, wide, want)
			}
			faded := uint8(math.Round(255 * (1 - share)))
			if got := picture.NRGBAAt(7*side/8, side/2); !near(got, color.NRGBA{faded, faded, faded, 255}, 2) {
				t.Errorf("after %d s the one without ramps is %v, want %d", second, got, faded)
			}
			c.frame(1)
		}
	})
}

// C13: ramps of a running emitter can be changed; the living follow.
func TestRampsOfTheLivingCanBeChanged(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
		entity := c.addEmitter(still(0.5, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
		small := lit(c.frame(0))
		c.emitter.Get(entity).SizeOverLife = components.Ramp{Start: 2, End: 2}
		if big := lit(c.frame(0)); big != 4*small {
			t.Errorf("%d pixels are lit, want four times %d", big, small)
		}
		c.emitter.Get(entity).SizeOverLife = components.Ramp{}
		if again := lit(c.frame(0)); again != small {
			t.Errorf("%d pixels are lit, want %d", again, small)
		}
	})
}
