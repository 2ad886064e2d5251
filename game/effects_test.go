package game

import (
	"errors"
	"image"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
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

// allOn turns every effect on.
func allOn(a *App) {
	a.Fog = Fog{Density: 0.1, HeightFalloff: 0.5}
	a.Bloom = Bloom{Intensity: 0.3}
	a.DepthOfField = DepthOfField{Aperture: 0.2}
}

// R107: the order of the stages, whatever else is on the graph.
func TestStagesOfAFrameAreInTheirOrder(t *testing.T) {
	a := alley(func(c *Config) { c.Samples = 4 })
	allOn(a)
	picture(t, a)
	dump, at := a.graph.Dump(), 0
	for _, label := range []string{"opaque", "fog", ": draw", "resolve", "bloom first", "bloom down", "bloom up", "depth of field parts", "depth of field gather", "tone mapping"} {
		next := strings.Index(dump[at:], label)
		if next < 0 {
			t.Fatalf("%q does not come where it should in\n%s", label, dump)
		}
		at += next
	}
}

func TestAllEffectsTogetherLookLikeTheirReference(t *testing.T) {
	a := alley(nil)
	allOn(a)
	golden.Compare(t, "effects", picture(t, a))
}

func TestEffectsCanBeTurnedOnAndOffAtAnyTimeAndCostNothingWhenOff(t *testing.T) {
	for _, samples := range []int{1, 4} {
		a := alley(func(c *Config) { c.Samples = samples })
		if err := a.Open(); err != nil {
			t.Fatal(err)
		}
		frames(t, a, 3)
		// One pass for meshes and particles, which resolves as it ends, and one for tone mapping.
		if s := a.graph.Stats(); s.RenderPasses != 2 || s.Transients != 0 {
			t.Errorf("%d samples: without effects there are %d render passes and %d transients, want 2 and 0", samples, s.RenderPasses, s.Transients)
		}
		allOn(a)
		frames(t, a, 3)
		if s := a.graph.Stats(); s.RenderPasses < 8 || s.Pruned != 0 {
			t.Errorf("%d samples: with all effects there are %d render passes, %d nodes dropped", samples, s.RenderPasses, s.Pruned)
		}
		a.Fog, a.Bloom, a.DepthOfField = Fog{}, Bloom{}, DepthOfField{}
		frames(t, a, 12)
		if s := a.graph.Stats(); s.RenderPasses != 2 || s.TransientBytes != 0 {
			t.Errorf("%d samples: after the effects there are %d render passes and %d bytes of transients, want 2 and 0", samples, s.RenderPasses, s.TransientBytes)
		}
		device := a.device
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if live := device.Live(); live.Total() != 0 || live.Bytes != 0 {
			t.Errorf("%d samples: left alive: %+v", samples, live)
		}
	}
}

func TestResizingWithAllEffectsLeaksNothing(t *testing.T) {
	a := alley(func(c *Config) { c.Samples = 4 })
	allOn(a)
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	resize := func(width, height int) gpu.Counts {
		a.targets.width, a.targets.height = width, height
		a.targets.still.Release()
		var err error
		if a.targets.still, err = a.device.NewTexture(stillDesc(width, height)); err != nil {
			t.Fatal(err)
		}
		frames(t, a, 12) // the graph keeps transients for some frames
		return a.device.Live()
	}
	before := resize(240, 135)
	for i := range 6 {
		resize(100+30*i, 180-20*i)
	}
	if after := resize(240, 135); after.Textures != before.Textures || after.BindGroups != before.BindGroups || after.Buffers != before.Buffers {
		t.Errorf("after resizing %+v, before %+v", after, before)
	}
}

func TestEffectsAllocateNothingOfOursInTheSteadyState(t *testing.T) {
	a := busy(3)
	allOn(a)
	picture(t, a)
	var err error
	systems := []interface{ Update(*ark.World) error }{&targetSystem{app: a}, a.meshes, a.fog, &resolveSystem{app: a}, a.bloom, a.dof, a.tonemap}
	allocated := testing.AllocsPerRun(100, func() {
		for _, s := range systems {
			err = errors.Join(err, s.Update(a.World))
		}
		a.graph.Reset()
	})
	if err != nil || allocated != 0 {
		t.Errorf("%v allocations per frame, %v", allocated, err)
	}
}
