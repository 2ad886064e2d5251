package game

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
	"github.com/gomotes/motes/tests/golden"
)

// alley is an evening street with something near, in the middle and far, a glowing ball, and a fire: what every effect of
// the frame shows on.
func alley(change func(*Config)) *App {
	c := headless(40)
	c.Width, c.Height = 240, 135
	c.Environment = Night()
	c.Environment.Fog = 0
	c.Camera = Camera{Position: mgl32.Vec3{0, 1.4, 4}, Target: mgl32.Vec3{0, 0.9, 0}}
	if change != nil {
		change(&c)
	}
	a := New(c)
	a.AddPlugin(&systems.ParticlePlugin{Seed: 3})
	put(a, Plane(60), mgl32.Vec3{}, Material{Color: mgl32.Vec3{0.3, 0.28, 0.25}, Grain: 0.5})
	put(a, Sphere(0.25), mgl32.Vec3{-0.95, 1.05, 2.2}, Material{Color: mgl32.Vec3{0.5, 0.2, 0.15}})
	put(a, Sphere(0.12), mgl32.Vec3{0.8, 0.9, 0.2}, Material{Emissive: mgl32.Vec3{9, 14, 22}})
	for i := range 8 {
		z := -4 * float32(i)
		put(a, Box(0.3, 2.4, 0.3), mgl32.Vec3{-2.2, 1.2, z}, Material{Color: mgl32.Vec3{0.5, 0.5, 0.55}})
		put(a, Box(0.3, 2.4, 0.3), mgl32.Vec3{2.2, 1.2, z}, Material{Color: mgl32.Vec3{0.55, 0.5, 0.4}})
	}
	lamps := ark.NewMap2[PointLight, components.Transform](a.World)
	lamps.NewEntity(&PointLight{Color: mgl32.Vec3{1, 0.6, 0.3}, Power: 12, Range: 60}, &components.Transform{Position: mgl32.Vec3{0, 2, 1}})
	lamps.NewEntity(&PointLight{Color: mgl32.Vec3{0.5, 0.7, 1}, Power: 20, Range: 60}, &components.Transform{Position: mgl32.Vec3{0, 3, -14}})
	fire := components.Fire()
	ark.NewMap2[components.Emitter, components.Transform](a.World).NewEntity(&fire, &components.Transform{Position: mgl32.Vec3{-0.2, 0.1, 0}})
	return a
}

// The picture without any effect is what the ones with effects are to be looked at beside.
func TestTheFrameWithoutEffectsLooksLikeItsReference(t *testing.T) {
	golden.Compare(t, "plain", picture(t, alley(nil)))
}

func TestTheFrameWithFourSamplesLooksLikeItsReference(t *testing.T) {
	golden.Compare(t, "samples", picture(t, alley(func(c *Config) { c.Samples = 4 })))
}

// between counts the pixels whose green is neither that of the ball nor that of the sky.
func between(p *image.NRGBA, dark, bright uint8) (n int) {
	for i := 1; i < len(p.Pix); i += 4 {
		if p.Pix[i] > dark+8 && p.Pix[i] < bright-8 {
			n++
		}
	}
	return n
}

// R92: the sample count of all that is drawn is one setting; the edge of a mesh has values in between with four samples only.
func TestFourSamplesGiveEdgesValuesInBetween(t *testing.T) {
	dark := mgl32.Vec3{0.02, 0.02, 0.02}
	for _, row := range []struct{ samples, atLeast, atMost int }{{1, 0, 0}, {4, 60, 400}} {
		c := headless(2)
		c.Environment = flat()
		c.Samples = row.samples
		c.Camera = Camera{Position: mgl32.Vec3{0, 0, 5}}
		a := New(c)
		put(a, Sphere(1), mgl32.Vec3{}, Material{Color: dark})
		p := picture(t, a)
		expect(t, p, "ball", 80, 45, shown(dark))
		expect(t, p, "sky", 5, 5, shown(mgl32.Vec3{1, 1, 1}))
		if n := between(p, shown(dark).G, shown(mgl32.Vec3{1, 1, 1}).G); n < row.atLeast || n > row.atMost {
			t.Errorf("%d samples: %d pixels in between; want %d to %d", row.samples, n, row.atLeast, row.atMost)
		}
	}
}
