package game

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/tests/golden"
)

// R107: bloom spreads the light of particles and meshes alike.
func TestBloomLooksLikeItsReference(t *testing.T) {
	golden.Compare(t, "bloom", picture(t, alley(func(c *Config) { c.Bloom = Bloom{Intensity: 0.35, Radius: 0.3} })))
	golden.Compare(t, "bloom-threshold", picture(t, alley(func(c *Config) { c.Bloom = Bloom{Intensity: 0.8, Threshold: 3, Radius: 0.3} })))
}

// spark is a bright square of some pixels in the dark, in a picture of 160 × 90, with its left edge at a pixel.
func spark(t *testing.T, left float32, size float32, b Bloom) *App {
	c := headless(1)
	c.Environment = Environment{Exposure: 1}
	const perMetre = 10
	c.Camera = Camera{Position: mgl32.Vec3{0, 0, 10}, FieldOfView: float32(2 * math.Atan(4.5/10) * 180 / math.Pi)}
	c.Bloom = b
	a := New(c)
	put(a, Box(size/perMetre, size/perMetre, 0.01), mgl32.Vec3{(left + size/2 - 80) / perMetre, (45 - (40 + size/2)) / perMetre, -0.005}, Material{Emissive: mgl32.Vec3{8, 8, 8}})
	picture(t, a)
	return a
}

func TestBloomSpreadsLightAndKeepsIt(t *testing.T) {
	before := lightOf(t, spark(t, 76, 8, Bloom{}), 0)
	if total := before.sum(0, 0, 160, 90); math.Abs(total-8*64) > 1 {
		t.Fatalf("the spark gives %v light, want %v: the scene is not what it should be", total, 8*64)
	}
	for _, b := range []Bloom{{Intensity: 0.3}, {Intensity: 1, Radius: 0.05}, {Intensity: 0.3, Radius: 0.2}, {Intensity: 0.1, Radius: 0.001}} {
		after := lightOf(t, spark(t, 76, 8, b), 0)
		if total := after.sum(0, 0, 160, 90); math.Abs(total/(8*64)-1) > 0.02 {
			t.Errorf("%+v: the picture has %.1f light, %d before", b, total, 8*64)
		}
		around := after.sum(74, 38, 86, 50) - after.sum(76, 40, 84, 48)
		if around < 0.02*float64(b.Intensity)*8*64 {
			t.Errorf("%+v: only %.2f light in the two pixels around", b, around)
		}
		if centre := after.at(80, 44)[1]; centre >= 8 {
			t.Errorf("%+v: the centre has %v; what spreads must be taken away there", b, centre)
		}
	}
}

func TestBloomReachesItsRadiusInPicturesOfAnySize(t *testing.T) {
	for _, row := range []struct {
		radius        float32
		width, height int
		want          float64
	}{
		{0.5, 160, 64, 5}, {0.5, 1600, 640, 5 + math.Log2(10)}, {0, 1280, 720, math.Log2(0.15 * 720)},
		{1, 64, 16, 4}, {1, 1 << 14, 1 << 14, maxBloomLevels}, {0.0001, 160, 90, 1},
	} {
		if got := bloomLevels(row.radius, row.width, row.height); math.Abs(got-row.want) > 1e-5 {
			t.Errorf("radius %v of %d × %d: %v levels, want %v", row.radius, row.width, row.height, got, row.want)
		}
	}
}

func TestBloomWithThresholdLeavesWhatIsBelow(t *testing.T) {
	below := lightOf(t, spark(t, 76, 8, Bloom{Intensity: 1, Threshold: 8.5}), 0)
	plain := lightOf(t, spark(t, 76, 8, Bloom{}), 0)
	for y := range 90 {
		for x := range 160 {
			if below.at(x, y) != plain.at(x, y) {
				t.Fatalf("pixel (%d, %d) is %v with a threshold above all light, %v without bloom", x, y, below.at(x, y), plain.at(x, y))
			}
		}
	}
	above := lightOf(t, spark(t, 76, 8, Bloom{Intensity: 0.5, Threshold: 4}), 0)
	if around := above.sum(74, 38, 86, 50) - above.sum(76, 40, 84, 48); around < 1 {
		t.Errorf("light above the threshold leaves %v around", around)
	}
}

// A spark of two pixels moves on by one pixel at a time: its halo must not pulse.
func TestBloomOfATinySparkDoesNotFlicker(t *testing.T) {
	least, most := math.Inf(1), 0.
	for shift := range 8 {
		l := lightOf(t, spark(t, float32(70+shift), 2, Bloom{Intensity: 0.5, Radius: 0.15}), 0)
		x := 70 + shift
		halo := l.sum(x-6, 34, x+8, 48) - l.sum(x-1, 39, x+3, 43)
		least, most = min(least, halo), max(most, halo)
	}
	if most/least > 1.1 {
		t.Errorf("the halo of a moving spark goes from %.3f to %.3f", least, most)
	}
}

func TestBadBloomIsRefusedWithFieldAndValue(t *testing.T) {
	for _, row := range []struct {
		bloom Bloom
		want  string
	}{
		{Bloom{Intensity: 1.5}, "bloom: Intensity is 1.5; it must be in [0,1]"},
		{Bloom{Intensity: 0.5, Threshold: float32(math.Inf(1))}, "Threshold is +Inf"},
		{Bloom{Intensity: 0.5, Radius: -0.1}, "Radius is -0.1"},
	} {
		c := headless(2)
		c.Bloom = row.bloom
		if err := New(c).Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("in the configuration: got %v, want an error with %q", err, row.want)
		}
		a := New(headless(2))
		a.Bloom = row.bloom
		if err := a.Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("in a frame: got %v, want an error with %q", err, row.want)
		}
	}
}
