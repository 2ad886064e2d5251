package game

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

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
