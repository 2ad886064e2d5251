package systems_test

import (
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// R108, T33: pools are drawn by their Order, and those of one order as they were made; a change of Order
// shows in the next frame.
func TestPoolsAreDrawnInTheirOrder(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		white := c.white()
		top := func(what string, want color.NRGBA) {
			t.Helper()
			if got := c.frame(0).NRGBAAt(side/2, side/2); !near(got, want, 1) {
				t.Errorf("%s: on top is %v, want %v", what, got, want)
			}
		}
		red, green := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}
		first := c.addPool(components.Pool{MaxParticles: 4, Texture: white, Blending: components.Alpha})
		c.addEmitter(still(1, mgl32.Vec3{1, 0, 0}, 1), components.Transform{}, first)
		second := c.addPool(components.Pool{MaxParticles: 4, Texture: white, Blending: components.Alpha})
		c.addEmitter(still(1, mgl32.Vec3{0, 1, 0}, 1), components.Transform{}, second)
		top("as they were made", green)
		c.pool.Get(first).Order = 1
		top("the first with a higher order", red)
		c.pool.Get(second).Order = 2
		top("the second with a higher one still", green)
		c.pool.Get(second).Order = -1
		top("the second with a lower one", red)
	})
}

// R22, R130: a pool has one blend mode; another one makes it anew, without its particles.
func TestAnotherBlendModeIsAnotherPool(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0.2, 0.2, 0.2, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
		entity := c.addEmitter(still(1, mgl32.Vec3{0.4, 0, 0}, 1), components.Transform{}, pool)
		if got := c.frame(0).NRGBAAt(side/2, side/2); !near(got, color.NRGBA{153, 51, 51, 255}, 1) {
			t.Errorf("additive: %v", got)
		}
		c.pool.Get(pool).Blending = components.Alpha
		c.frame(0)
		if got := c.plugin.Alive(pool); got != 0 {
			t.Errorf("%d particles came along", got)
		}
		c.emitter.Get(entity).Burst(1)
		if got := c.frame(0).NRGBAAt(side/2, side/2); !near(got, color.NRGBA{102, 0, 0, 255}, 1) {
			t.Errorf("alpha: %v", got)
		}
	})
}
