package game

import (
	"bytes"
	"image"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
	"github.com/gomotes/motes/tests/golden"
)

// cut is a rectangle of a picture, as bytes.
func cut(p *image.NRGBA, v View) []byte {
	w, h := float32(p.Rect.Dx()), float32(p.Rect.Dy())
	var b []byte
	for y := int(v.Y * h); y < int((v.Y+v.Height)*h); y++ {
		b = append(b, p.Pix[p.PixOffset(int(v.X*w), y):p.PixOffset(int((v.X+v.Width)*w), y)]...)
	}
	return b
}

// C6: one, two and four cameras see the same particles; the simulation advances once per tick. Each view is the very
// picture that an App of its size and camera shows, with and without effects.
func TestSeveralCamerasSeeOneSimulation(t *testing.T) {
	cameras := []*Camera{
		{Position: mgl32.Vec3{0, 1.4, 4}, Target: mgl32.Vec3{0, 0.9, 0}},
		{Position: mgl32.Vec3{3, 2, 3}, Target: mgl32.Vec3{0, 0.9, 0}},
		{Position: mgl32.Vec3{0, 6, 0.1}, Target: mgl32.Vec3{0, 0, 0}},
		{Position: mgl32.Vec3{0, 1, 6}, Target: mgl32.Vec3{0, 1, 0}, Orthographic: 3},
	}
	plugin := func(a *App) systems.Stats { return a.link.plugin.Stats() }
	for _, effects := range []bool{false, true} {
		for _, n := range []int{1, 2, 4} {
			split := Split(cameras[:n]...)
			scene := func(width, height int, views []View) (*App, *image.NRGBA) {
				a := alley(func(c *Config) { c.Width, c.Height, c.Frames = width, height, 12 })
				a.Views = views
				if effects {
					allOn(a)
				}
				return a, picture(t, a)
			}
			a, whole := scene(160, 80, split)
			for i, v := range split {
				one, alone := scene(int(160*v.Width), int(80*v.Height), []View{{Camera: cameras[i]}})
				if plugin(a) != plugin(one) || plugin(a).Live == 0 {
					t.Errorf("%d views: %+v, one view: %+v", n, plugin(a), plugin(one))
				}
				if !bytes.Equal(cut(whole, v), alone.Pix) {
					t.Errorf("view %d of %d is not the picture of its camera (effects: %v)", i, n, effects)
				}
			}
			if n == 4 && effects {
				golden.Compare(t, "views", whole)
			}
		}
	}
}

func TestViewsChangeAtAnyTimeAndLieOverEachOther(t *testing.T) {
	c := headless(100)
	c.Environment = flat()
	a := New(c)
	red := mgl32.Vec3{0.5, 0.1, 0.1}
	put(a, Box(1, 1, 1), mgl32.Vec3{0, 50, 0}, Material{Color: red})
	at := &Camera{Position: mgl32.Vec3{0, 50, 2}, Target: mgl32.Vec3{0, 50, 0}, FieldOfView: 10}
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	look := func(views ...View) *image.NRGBA {
		a.Views = views
		frames(t, a, 1)
		p, err := a.Screenshot()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	white := shown(mgl32.Vec3{1, 1, 1})
	expect(t, look(), "the App's own camera", 80, 45, white)
	p := look(View{}, View{Camera: at, X: 0.75, Y: 0.5, Width: 0.25, Height: 0.5})
	expect(t, p, "the view below", 80, 45, white)
	expect(t, p, "the view above", 130, 60, shown(red))
	textures := a.device.Live().Textures
	if p = look(View{Camera: at, Width: 0.5, Height: 1}); p.NRGBAAt(120, 45).R != 0 {
		t.Errorf("outside of all views there is %v", p.NRGBAAt(120, 45))
	}
	if now := a.device.Live().Textures; now >= textures {
		t.Errorf("%d textures with two views, %d with one", textures, now)
	}
}

func TestBadViewsAreRefusedWithFieldAndValue(t *testing.T) {
	for _, row := range []struct {
		views []View
		want  string
	}{
		{[]View{{}, {X: 0.6, Width: 0.5, Height: 1}}, "view 1 of 2: view's rectangle: Width is 0.5; it must be more than 0, and X + Width at most 1"},
		{[]View{{Width: 1}}, "Height is 0"},
		{[]View{{Y: -1, Width: 1, Height: 1}}, "Y is -1"},
		{[]View{{Camera: &Camera{Orthographic: -2}}}, "camera: Orthographic is -2"},
		{make([]View, MaxViews+1), "there are 65; there can be 64"},
	} {
		a := New(headless(2))
		a.Views = row.views
		if err := a.Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("got %v, want an error with %q", err, row.want)
		}
	}
}

func TestSplitSharesThePictureOut(t *testing.T) {
	for _, row := range []struct {
		cameras int
		last    View
	}{
		{1, View{Width: 1, Height: 1}},
		{2, View{X: 0.5, Width: 0.5, Height: 1}},
		{3, View{Y: 0.5, Width: 0.5, Height: 0.5}},
		{4, View{X: 0.5, Y: 0.5, Width: 0.5, Height: 0.5}},
		{6, View{X: 2. / 3, Y: 0.5, Width: 1. / 3, Height: 0.5}},
	} {
		views := Split(make([]*Camera, row.cameras)...)
		if len(views) != row.cameras || views[len(views)-1] != row.last {
			t.Errorf("%d cameras: %+v, want the last to be %+v", row.cameras, views, row.last)
		}
		for i := range views {
			if err := views[i].Validate(); err != nil {
				t.Errorf("%d cameras: %v", row.cameras, err)
			}
		}
	}
}

// disc shows one soft particle, 2 m wide and 1 m to the right of the line of sight, with a camera 10 m away from the
// origin that shows 9 m there in 90 pixels; a box of 100 m side whose left edge lies on the line x = 1 may stand before it.
func disc(t *testing.T, orthographic bool, z float32, change func(*App)) lit {
	t.Helper()
	c := headless(3)
	c.Environment = Environment{Exposure: 1}
	c.Camera = Camera{Position: mgl32.Vec3{0, 0, 10}, FieldOfView: float32(2 * math.Atan(4.5/10) * 180 / math.Pi)}
	if orthographic {
		c.Camera.Orthographic = 9
	}
	a := New(c)
	plugin := &systems.ParticlePlugin{}
	a.AddPlugin(plugin)
	pool := ark.NewMap2[components.Pool, components.Driver](a.World).NewEntity(
		&components.Pool{Label: "disc", MaxParticles: 1}, &components.Driver{Kind: components.DriverManual})
	a.OnFrame(func(*App) error {
		m := plugin.Manual(pool)
		if err := m.Set(0, components.Particle{Position: [3]float32{1, 0, z}, Size: 2, Color: [4]float32{1, 1, 1, 1}, UVRect: [4]float32{0, 0, 1, 1}}); err != nil {
			return err
		}
		return m.SetCount(1)
	})
	if change != nil {
		change(a)
	}
	picture(t, a)
	return lightOf(t, a, 0)
}

// C31: both kinds of camera show billboards in place and size, tested against depth, with soft edges.
func TestBothCamerasShowBillboardsRight(t *testing.T) {
	all := func(l lit) float64 { return l.sum(0, 0, 160, 90) }
	for _, row := range []struct {
		what         string
		orthographic bool
		z            float32
		pixels       float64 // per metre
	}{
		{"perspective", false, 0, 10}, {"perspective, far", false, -10, 5},
		{"orthographic", true, 0, 10}, {"orthographic, far", true, -10, 10}, {"orthographic, near", true, 8, 10},
	} {
		l := disc(t, row.orthographic, row.z, nil)
		var sum, mean, spread float64
		soft := 0
		for y := range 90 {
			for x := range 160 {
				v := l.at(x, y)[1]
				dx := float64(x) + 0.5 - (80 + row.pixels)
				dy := float64(y) + 0.5 - 45
				sum, mean, spread = sum+v, mean+v*dx, spread+v*(dx*dx+dy*dy)
				if v > 0.05 && v < 0.95 {
					soft++
				}
			}
		}
		// Light that falls evenly from 1 at the centre to 0 at radius r sums up to π r²/3, with a mean of the distance's
		// square of 0.3 r².
		r := row.pixels
		if want := math.Pi * r * r / 3; math.Abs(sum/want-1) > 0.1 {
			t.Errorf("%s: light %.1f, want %.1f", row.what, sum, want)
		}
		if math.Abs(mean/sum) > 0.2 {
			t.Errorf("%s: %.2f pixels off its place", row.what, mean/sum)
		}
		if got := spread / sum / (r * r); math.Abs(got-0.3) > 0.05 {
			t.Errorf("%s: the spread is %.3f r², want 0.3 r²", row.what, got)
		}
		if float64(soft) < 0.6*math.Pi*r*r {
			t.Errorf("%s: only %d pixels are between dark and full", row.what, soft)
		}
		box := func(z float32) func(*App) {
			return func(a *App) { put(a, Box(100, 100, 0.01), mgl32.Vec3{51, 0, z}, Material{}) }
		}
		if behind := all(disc(t, row.orthographic, row.z, box(row.z-0.1))); math.Abs(behind/sum-1) > 1e-3 {
			t.Errorf("%s: a box behind leaves %.2f of %.2f", row.what, behind, sum)
		}
		if before := all(disc(t, row.orthographic, row.z, box(row.z+0.1))); math.Abs(before/sum-0.5) > 0.08 {
			t.Errorf("%s: a box before its right half leaves %.2f of %.2f", row.what, before, sum)
		}
	}
}
