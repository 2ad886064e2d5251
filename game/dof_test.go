package game

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/tests/golden"
)

// R107: what is near and what is far is blurred, the glowing ball in between is sharp.
func TestDepthOfFieldLooksLikeItsReference(t *testing.T) {
	wide := DepthOfField{Focus: 3.8, Aperture: 0.35, MaxBlur: 0.04}
	golden.Compare(t, "depth-of-field", picture(t, alley(func(c *Config) { c.DepthOfField = wide })))
	golden.Compare(t, "depth-of-field-samples", picture(t, alley(func(c *Config) { c.DepthOfField, c.Samples = wide, 4 })))
}

// step shows a wall at a distance from the camera, dark on the left half of the picture and of light 1 on the right.
func step(t *testing.T, distance float32, f DepthOfField, change func(*App)) lit {
	t.Helper()
	c := headless(1)
	c.Environment = Environment{Exposure: 1}
	c.Camera = Camera{Position: mgl32.Vec3{0, 0, distance}}
	c.DepthOfField = f
	a := New(c)
	white := Material{Emissive: mgl32.Vec3{1, 1, 1}}
	put(a, Box(500, 500, 0.01), mgl32.Vec3{-250, 0, -0.005}, Material{})
	put(a, Box(500, 500, 0.01), mgl32.Vec3{250, 0, -0.005}, white)
	if change != nil {
		change(a)
	}
	picture(t, a)
	return lightOf(t, a, 0)
}

// edge is over how many pixels of the middle row the light rises from 10 to 90 %.
func (l lit) edge() (n int) {
	for x := range l.width {
		if v := l.at(x, l.height/2)[1]; v > 0.1 && v < 0.9 {
			n++
		}
	}
	return n
}

func TestDepthOfFieldLeavesThePlaneOfFocusAndBlursBeyond(t *testing.T) {
	// Very far, the circle of confusion is as large as the lens at the plane of focus: of 1 m where the picture shows
	// 2 · 5 · tan 25° = 4.66 m in 90 pixels, 19 pixels or a radius of 9.7, of which MaxBlur allows 9.
	f := DepthOfField{Focus: 5, Aperture: 1, MaxBlur: 0.1}
	sharp, plain := step(t, 5, f, nil), step(t, 5, DepthOfField{}, nil)
	for y := range 90 {
		for x := range 160 {
			if sharp.at(x, y) != plain.at(x, y) {
				t.Fatalf("in focus, pixel (%d, %d) is %v, without the effect %v", x, y, sharp.at(x, y), plain.at(x, y))
			}
		}
	}
	for _, row := range []struct {
		distance float32
		radius   float64
	}{{7.5, 9.65 / 3}, {10, 9.65 / 2}, {400, 9}, {3.5, 9.65 * 3 / 7}} {
		// An edge blurred over a disc of radius r rises from 10 to 90 % over 1.37 r.
		got, want := float64(step(t, row.distance, f, nil).edge()), 1.37*row.radius
		if math.Abs(got-want) > 0.3*want+1 {
			t.Errorf("at %v m the edge is %v pixels wide, want about %.1f", row.distance, got, want)
		}
	}
}

func TestWhatIsSharpDoesNotSmearIntoWhatIsBlurred(t *testing.T) {
	f := DepthOfField{Focus: 5, Aperture: 1, MaxBlur: 0.1}
	bright := func(a *App) {
		put(a, Box(1, 1, 0.01), mgl32.Vec3{0.02, 0.03, 35}, Material{Emissive: mgl32.Vec3{50, 50, 50}})
		put(a, Box(500, 500, 0.01), mgl32.Vec3{250, 0, 0.5}, Material{}) // makes the wall dark all over
	}
	for _, samples := range []int{1, 4} {
		several := func(a *App) {
			a.config.Samples = samples
			bright(a)
		}
		blurred, plain := step(t, 40, f, several), step(t, 40, DepthOfField{}, several)
		if plain.sum(0, 0, 160, 90) < 1000 {
			t.Fatal("there is no bright box")
		}
		for y := range 90 {
			for x := range 160 {
				if blurred.at(x, y) != plain.at(x, y) {
					t.Fatalf("%d samples: pixel (%d, %d) is %v, without the effect %v", samples, x, y, blurred.at(x, y), plain.at(x, y))
				}
			}
		}
	}
}

func TestWhatIsBeforeThePlaneOfFocusSpreadsOverIt(t *testing.T) {
	f := DepthOfField{Focus: 40, Aperture: 4, MaxBlur: 0.06}
	bright := func(a *App) {
		put(a, Box(1, 1, 0.01), mgl32.Vec3{0, 0, 35}, Material{Emissive: mgl32.Vec3{5, 5, 5}})
		put(a, Box(500, 500, 0.01), mgl32.Vec3{250, 0, 0.5}, Material{})
	}
	blurred, plain := step(t, 40, f, bright), step(t, 40, DepthOfField{}, bright)
	before, after := plain.sum(0, 0, 160, 90), blurred.sum(0, 0, 160, 90)
	// What lies behind the box is not known, so inside its edge some of the sharp box shines through: a third more light.
	if after < 0.9*before || after > 1.35*before {
		t.Errorf("%.1f light before, %.1f after", before, after)
	}
	inner := 0.
	for y := range 90 {
		for x := range 160 {
			if plain.at(x, y)[1] > 0 {
				inner += blurred.at(x, y)[1]
			}
		}
	}
	if outside := after - inner; outside < 0.1*before {
		t.Errorf("only %.1f of %.1f light lies outside the box", outside, before)
	}
}

func TestFocusWithoutADistanceIsOnTheTarget(t *testing.T) {
	c := Camera{Position: mgl32.Vec3{0, 1, 6}, Target: mgl32.Vec3{0, 1, -1}}
	v := &view{camera: c, width: 160, height: 90}
	if b := (&DepthOfField{Aperture: 0.1}).blockOf(v); b.focus != 7 || b.most != 1.8 {
		t.Errorf("focused at %v with at most %v pixels, want 7 and 1.8", b.focus, b.most)
	}
}

func TestBadDepthOfFieldIsRefusedWithFieldAndValue(t *testing.T) {
	for _, row := range []struct {
		settings DepthOfField
		want     string
	}{
		{DepthOfField{Focus: -1, Aperture: 1}, "depth of field: Focus is -1; it must be"},
		{DepthOfField{Aperture: float32(math.NaN())}, "Aperture is NaN"},
		{DepthOfField{Aperture: 0.1, MaxBlur: 0.5}, "MaxBlur is 0.5"},
	} {
		c := headless(2)
		c.DepthOfField = row.settings
		if err := New(c).Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("in the configuration: got %v, want an error with %q", err, row.want)
		}
		a := New(headless(2))
		a.DepthOfField = row.settings
		if err := a.Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("in a frame: got %v, want an error with %q", err, row.want)
		}
	}
}
