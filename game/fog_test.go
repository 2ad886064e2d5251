package game

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/tests/golden"
)

// R107: fog lies over meshes and sky and not over particles.
func TestFogLooksLikeItsReference(t *testing.T) {
	ground := Fog{Density: 0.25, HeightFalloff: 0.9, Color: mgl32.Vec3{0.05, 0.06, 0.08}}
	golden.Compare(t, "fog", picture(t, alley(func(c *Config) { c.Fog = ground })))
	golden.Compare(t, "fog-samples", picture(t, alley(func(c *Config) { c.Fog, c.Samples = ground, 4 })))
}

// wall looks at a big wall that sends out some light, from a distance along −Z and a height.
func wall(distance, height float32, radiance mgl32.Vec3, change func(*App)) *App {
	c := headless(1)
	c.Environment = Environment{Zenith: mgl32.Vec3{1, 1, 1}, Horizon: mgl32.Vec3{1, 1, 1}, Ground: mgl32.Vec3{1, 1, 1}}
	c.Camera = Camera{Position: mgl32.Vec3{0, height, distance}, Target: mgl32.Vec3{0, height, 0}}
	a := New(c)
	put(a, Box(1000, 1000, 1), mgl32.Vec3{0, 0, -0.5}, Material{Emissive: radiance})
	change(a)
	return a
}

// mixed is a colour behind air that lets a share of it through, before a background.
func mixed(color, air mgl32.Vec3, clear float64) mgl32.Vec3 {
	return color.Mul(float32(clear)).Add(air.Mul(float32(1 - clear)))
}

func TestFogLeavesOneEthAtTheDistanceOfOneOverItsDensity(t *testing.T) {
	red, air := mgl32.Vec3{0.6, 0.1, 0.05}, mgl32.Vec3{0.1, 0.3, 0.5}
	white := mgl32.Vec3{1, 1, 1}
	for _, row := range []struct {
		what   string
		change func(*App)
		want   mgl32.Vec3
	}{
		{"no fog", func(*App) {}, red},
		{"the environment's fog", func(a *App) { a.Environment.Fog = 0.1 }, mixed(red, white, 1/math.E)},
		{"fog of one density", func(a *App) { a.Fog = Fog{Density: 0.1, Color: air} }, mixed(red, air, 1/math.E)},
		{"fog in the colour of the sky", func(a *App) { a.Fog = Fog{Density: 0.1} }, mixed(red, white, 1/math.E)},
		{"fog with four samples", func(a *App) { a.config.Samples = 4; a.Fog = Fog{Density: 0.1, Color: air} }, mixed(red, air, 1/math.E)},
		{"fog before an orthographic camera", func(a *App) { a.Camera.Orthographic = 20; a.Fog = Fog{Density: 0.1, Color: air} }, mixed(red, air, 1/math.E)},
		{"the environment's fog before one", func(a *App) { a.Camera.Orthographic = 20; a.Environment.Fog = 0.1 }, mixed(red, white, 1/math.E)},
		// The camera is one fall above the reference height.
		{"fog that thins out", func(a *App) { a.Fog = Fog{Density: 0.1, Height: 5, HeightFalloff: 0.5, Color: air} }, mixed(red, air, math.Exp(-1/math.E))},
		{"fog far below", func(a *App) { a.Fog = Fog{Density: 0.1, Height: -900, HeightFalloff: 2, Color: air} }, red},
		{"fog that fills the air", func(a *App) { a.Fog = Fog{Density: 0.1, Height: 900, HeightFalloff: 2, Color: air} }, air},
	} {
		p := picture(t, wall(10, 7, red, row.change))
		expect(t, p, row.what, 80, 45, shown(row.want))
		if strings.Contains(row.what, "before") { // all paths through the air are as long
			expect(t, p, row.what, 5, 45, shown(row.want))
		}
	}
}

// Down a slope, the sum over the path must be the integral: here worked out in small steps.
func TestFogAlongASlopeIsTheIntegralOfItsDensity(t *testing.T) {
	const density, falloff, from = 0.3, 0.8, 6.
	var depth float64
	const steps = 10000
	for i := range steps {
		depth += density * math.Exp(-falloff*from*(1-(float64(i)+0.5)/steps)) * from / steps
	}
	c := headless(1)
	c.Environment = Environment{}
	c.Camera = Camera{Position: mgl32.Vec3{0, from, 0}, Target: mgl32.Vec3{}}
	c.Fog = Fog{Density: density, HeightFalloff: falloff, Color: mgl32.Vec3{0.1, 0.3, 0.5}}
	c.Environment.Exposure = 1
	a := New(c)
	red := mgl32.Vec3{0.6, 0.1, 0.05}
	put(a, Plane(100), mgl32.Vec3{}, Material{Emissive: red})
	expect(t, picture(t, a), "the ground straight below", 80, 45, shown(mixed(red, c.Fog.Color, math.Exp(-depth))))
}

func TestBadFogIsRefusedWithFieldAndValue(t *testing.T) {
	nan := float32(math.NaN())
	for _, row := range []struct {
		fog  Fog
		want string
	}{
		{Fog{Density: -1}, "fog: Density is -1; it must be a finite number, 0 or more"},
		{Fog{Density: nan}, "Density is NaN"},
		{Fog{Density: 1, Height: nan}, "Height is NaN"},
		{Fog{Density: 1, HeightFalloff: -2}, "HeightFalloff is -2"},
		{Fog{Density: 1, Color: mgl32.Vec3{0, 0, -3}}, "Color[2] is -3"},
	} {
		c := headless(2)
		c.Fog = row.fog
		if err := New(c).Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("in the configuration: got %v, want an error with %q", err, row.want)
		}
		a := New(headless(2))
		a.Fog = row.fog
		if err := a.Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("in a frame: got %v, want an error with %q", err, row.want)
		}
	}
}

// R107: particles are drawn behind the fog of meshes and get the fog before themselves: the same share at the same place.
func TestParticlesAreFoggedAsMeshesAre(t *testing.T) {
	air := mgl32.Vec3{0.1, 0.3, 0.5}
	for _, row := range []struct {
		what         string
		blending     components.Blending
		orthographic float32
		fog          Fog
		want         [3]float64 // of a white particle 10 m away before black
	}{
		{"none", components.Alpha, 0, Fog{}, [3]float64{1, 1, 1}},
		{"covering", components.Alpha, 0, Fog{Density: 0.1, Color: air}, [3]float64{1/math.E + 0.1*(1-1/math.E), 1/math.E + 0.3*(1-1/math.E), 1/math.E + 0.5*(1-1/math.E)}},
		{"additive", components.Additive, 0, Fog{Density: 0.1, Color: air}, [3]float64{1 / math.E, 1 / math.E, 1 / math.E}},
		{"orthographic", components.Additive, 9, Fog{Density: 0.1, Color: air}, [3]float64{1 / math.E, 1 / math.E, 1 / math.E}},
		{"one fall above", components.Additive, 0, Fog{Density: 0.1, Height: -2, HeightFalloff: 0.5, Color: air}, [3]float64{math.Exp(-1 / math.E), math.Exp(-1 / math.E), math.Exp(-1 / math.E)}},
	} {
		l := disc(t, row.orthographic > 0, 0, func(a *App) {
			query := ark.NewFilter1[components.Pool](a.World).Query()
			for query.Next() {
				query.Get().Blending = row.blending
			}
			a.OnFrame(func(a *App) error { // on, once the particle is there: what fog does to the black wall is apart
				a.Fog = row.fog
				return nil
			})
			a.Camera.Target = mgl32.Vec3{}
		})
		got := l.at(90, 45)
		behind := l.at(150, 45) // black and as far as the far plane
		for i := range got {
			want := row.want[i]
			if row.blending == components.Additive {
				want += behind[i]
			}
			if math.Abs(got[i]/want-1) > 0.1 {
				t.Errorf("%s: channel %d is %.3f, want %.3f", row.what, i, got[i], want)
			}
		}
	}
}

// Down a slope too: a particle just over the ground loses what the ground does.
func TestParticleOnASlopeIsFoggedAsTheGroundBelowIt(t *testing.T) {
	fog := Fog{Density: 0.3, HeightFalloff: 0.6, Color: mgl32.Vec3{0, 0, 0.001}}
	light := disc(t, false, 0, func(a *App) {
		a.Fog = fog
		a.Camera.Position = mgl32.Vec3{1, 4, 6}
		a.Camera.Target = mgl32.Vec3{1, 0, 0}
	})
	ground := lightOf(t, func() *App {
		c := headless(1)
		c.Environment = Environment{Exposure: 1}
		c.Fog = fog
		c.Camera = Camera{Position: mgl32.Vec3{1, 4, 6}, Target: mgl32.Vec3{1, 0, 0}, FieldOfView: float32(2 * math.Atan(4.5/10) * 180 / math.Pi)}
		a := New(c)
		put(a, Plane(20), mgl32.Vec3{}, Material{Emissive: mgl32.Vec3{1, 1, 1}})
		picture(t, a)
		return a
	}(), 0)
	if got, want := light.at(80, 45)[0], ground.at(80, 45)[0]; math.Abs(got/want-1) > 0.12 || want > 0.9 {
		t.Errorf("the particle keeps %.3f, the ground %.3f", got, want)
	}
}
