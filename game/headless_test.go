package game

import (
	"bytes"
	"cmp"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
)

// headless is a small picture on the software device that every machine of the project's tests has.
func headless(frames int) Config {
	return Config{Title: "test", Width: 160, Height: 90, Headless: true, Frames: frames, Device: gpu.Config{Software: true}}
}

// flat is light that shows a material's colour and nothing else: white from everywhere, no sun, no curve but the filmic one.
func flat() Environment {
	white := mgl32.Vec3{1, 1, 1}
	return Environment{Zenith: white, Horizon: white, Ground: white, Ambient: 1}
}

func put(a *App, g *Geometry, at mgl32.Vec3, look Material) ark.Entity {
	m := ark.NewMap3[Mesh, Material, components.Transform](a.World)
	return m.NewEntity(&Mesh{Geometry: g}, &look, &components.Transform{Position: at})
}

// picture runs the frames of an App and returns the last picture.
func picture(t *testing.T, a *App) *image.NRGBA {
	t.Helper()
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	run(t, a)
	p, err := a.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *testing.T, a *App) {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = a.Frame(); err != nil {
			t.Fatal(err)
		}
	}
}

func frames(t *testing.T, a *App, n int) {
	t.Helper()
	for range n {
		if _, err := a.Frame(); err != nil {
			t.Fatal(err)
		}
	}
}

// shown is the 8-bit code of a linear grey on the screen: the filmic curve and sRGB, worked out apart from the shader.
func shown(linear mgl32.Vec3) color.NRGBA {
	into := [3][3]float64{{0.59719, 0.35458, 0.04823}, {0.07600, 0.90834, 0.01566}, {0.02840, 0.13383, 0.83777}}
	out := [3][3]float64{{1.60475, -0.53108, -0.07367}, {-0.10208, 1.10813, -0.00605}, {-0.00327, -0.07276, 1.07602}}
	apply := func(m [3][3]float64, v [3]float64) (r [3]float64) {
		for i := range r {
			r[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
		}
		return r
	}
	v := apply(into, [3]float64{float64(linear[0]), float64(linear[1]), float64(linear[2])})
	for i, x := range v {
		v[i] = (x*(x+0.0245786) - 0.000090537) / (x*(0.983729*x+0.4329510) + 0.238081)
	}
	v = apply(out, v)
	var code [3]uint8
	for i, x := range v {
		x = min(max(x, 0), 1)
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		code[i] = uint8(math.Round(x * 255))
	}
	return color.NRGBA{code[0], code[1], code[2], 255}
}

func expect(t *testing.T, p *image.NRGBA, what string, x, y int, want color.NRGBA) {
	t.Helper()
	got := p.NRGBAAt(x, y)
	off := func(a, b uint8) bool { return int(a)-int(b) > 2 || int(b)-int(a) > 2 }
	if off(got.R, want.R) || off(got.G, want.G) || off(got.B, want.B) || got.A != 255 {
		t.Errorf("%s at (%d, %d) is %v, want %v", what, x, y, got, want)
	}
}

func TestMeshesCoverEachOtherByDepthAndShowTheirColours(t *testing.T) {
	c := headless(2)
	c.Environment = flat()
	c.Camera = Camera{Position: mgl32.Vec3{0, 1, 5}, Target: mgl32.Vec3{0, 1, 0}}
	a := New(c)
	ground, red, blue := mgl32.Vec3{0.2, 0.3, 0.1}, mgl32.Vec3{0.5, 0.1, 0.1}, mgl32.Vec3{0.1, 0.1, 0.5}
	// The sphere stands in front of the box and is drawn before it, then behind it.
	put(a, Sphere(0.5), mgl32.Vec3{0, 1, 1}, Material{Color: red, Roughness: 1})
	put(a, Box(4, 1.2, 0.1), mgl32.Vec3{0, 1, 0}, Material{Color: blue, Roughness: 1})
	put(a, Sphere(0.5), mgl32.Vec3{1, 1, -1}, Material{Color: red, Roughness: 1})
	put(a, Plane(50), mgl32.Vec3{0, 0, 0}, Material{Color: ground, Roughness: 1})
	p := picture(t, a)

	expect(t, p, "sky", 80, 4, shown(mgl32.Vec3{1, 1, 1}))
	expect(t, p, "ground", 80, 85, shown(ground))
	expect(t, p, "near sphere", 80, 45, shown(red))
	expect(t, p, "box", 105, 45, shown(blue))
	expect(t, p, "box where the far sphere would be", 98, 45, shown(blue))
}

func TestPointLightFallsWithTheSquareOfTheDistance(t *testing.T) {
	c := headless(2)
	c.Environment = Environment{Exposure: 1}
	c.Camera = Camera{Position: mgl32.Vec3{0, 4, 0}, Target: mgl32.Vec3{0, 0, 0}}
	a := New(c)
	grey := mgl32.Vec3{0.5, 0.5, 0.5}
	put(a, Plane(20), mgl32.Vec3{}, Material{Color: grey, Roughness: 1})
	lamps := ark.NewMap2[PointLight, components.Transform](a.World)
	const power = 1.5
	lamps.NewEntity(&PointLight{Color: mgl32.Vec3{1, 1, 1}, Power: power, Range: 1000}, &components.Transform{Position: mgl32.Vec3{0, 1, 0}})
	p := picture(t, a)

	// A pixel's place on the plane: half the picture's height is tan(25°) × 4 m.
	perPixel := math.Tan(25*math.Pi/180) * 4 / 45
	for _, dx := range []int{20, 50} {
		d2 := 1 + math.Pow((float64(dx)+0.5)*perPixel, 2)
		radiance := float32(0.5 / math.Pi * power / d2 / math.Sqrt(d2))
		got, want := p.NRGBAAt(80+dx, 45), shown(mgl32.Vec3{radiance, radiance, radiance})
		// The highlight of a rough surface adds a little.
		if int(got.R) < int(want.R)-1 || int(got.R) > int(want.R)+12 {
			t.Errorf("%d pixels from the light the plane is %v, want about %v", dx, got, want)
		}
	}
	if a, b := p.NRGBAAt(20, 45), p.NRGBAAt(139, 45); int(a.R)-int(b.R) > 2 || int(b.R)-int(a.R) > 2 {
		t.Errorf("the light is not symmetric: %v left, %v right", a, b)
	}
}

func TestHiddenMeshesAndMeshesWithoutShapeAreNotDrawn(t *testing.T) {
	c := headless(1)
	c.Environment = flat()
	a := New(c)
	m := ark.NewMap2[Mesh, components.Transform](a.World)
	m.NewEntity(&Mesh{Geometry: Sphere(2), Hidden: true}, &components.Transform{})
	m.NewEntity(&Mesh{}, &components.Transform{})
	p := picture(t, a)
	expect(t, p, "sky", 80, 45, shown(mgl32.Vec3{1, 1, 1}))
}

// busy is a scene that uses every part of the mesh path and moves.
func busy(frames int) *App {
	c := headless(frames)
	c.Environment = Night()
	c.Controls = &OrbitControls{AutoTurn: 1}
	a := New(c)
	rock := Sphere(0.3)
	put(a, Plane(30), mgl32.Vec3{}, Material{Color: mgl32.Vec3{0.3, 0.25, 0.2}, Grain: 0.6})
	for i := range 12 {
		x := float32(i%4) - 1.5
		put(a, rock, mgl32.Vec3{x, 0.3, float32(i/4) - 1}, Material{
			Color: mgl32.Vec3{0.4, 0.4, 0.4}, Grain: 1, Emissive: mgl32.Vec3{0.4, 0.1, 0}, GlowInGrain: i%2 == 0,
		})
	}
	lamps := ark.NewMap2[PointLight, components.Transform](a.World)
	for i := range MaxPointLights + 3 {
		lamps.NewEntity(&PointLight{Color: mgl32.Vec3{1, 0.6, 0.3}, Power: 0.3}, &components.Transform{Position: mgl32.Vec3{float32(i) - 8, 1, 1}})
	}
	return a
}

func TestHeadlessRunsTwiceGiveTheSameBytes(t *testing.T) {
	first, second := picture(t, busy(6)), picture(t, busy(6))
	if !bytes.Equal(first.Pix, second.Pix) {
		t.Error("two runs differ")
	}
	if other := picture(t, busy(9)); bytes.Equal(first.Pix, other.Pix) {
		t.Error("a turning camera gives the same picture after more frames")
	}
}

func TestCloseLeavesNothingOnTheDevice(t *testing.T) {
	a := busy(3)
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	device := a.device
	run(t, a)
	if device.Live().Total() == 0 {
		t.Fatal("an open App has nothing on the device")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if live := device.Live(); live.Total() != 0 || live.Bytes != 0 {
		t.Errorf("left alive: %+v", live)
	}
	if err := a.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
}

func TestShapesThatNobodyShowsLeaveTheDevice(t *testing.T) {
	a := New(headless(keepShapes + 10))
	e := put(a, Sphere(1), mgl32.Vec3{}, Material{})
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for range 3 { // the frame graph's own buffers for measuring come with the first frames
		if _, err := a.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	with := a.device.Live().Buffers
	a.World.RemoveEntity(e)
	a.meshes.shapes.frame += keepShapes // as if so many frames had passed
	if _, err := a.Frame(); err != nil {
		t.Fatal(err)
	}
	if got := a.device.Live().Buffers; got != with-2 {
		t.Errorf("%d buffers are alive, want %d", got, with-2)
	}
}

func TestRunWritesThePictureIntoANewFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "picture.png")
	c := headless(2)
	c.Output = path
	a := New(c)
	if err := a.Run(); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := png.Decode(file)
	if err != nil || p.Bounds() != image.Rect(0, 0, 160, 90) {
		t.Errorf("got %v, %v", p.Bounds(), err)
	}
	if m := a.Metrics(); m.Frames != 2 || m.Width != 160 || m.Adapter == "" || m.CPU <= 0 {
		t.Errorf("metrics after the run: %+v", m)
	}
}

func TestAPictureThatCannotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	c := headless(1)
	c.Output = filepath.Join(file, "picture.png")
	err := New(c).Run()
	if err == nil || !strings.Contains(err.Error(), "picture.png") && !strings.Contains(err.Error(), file) {
		t.Errorf("got %v, want an error that names the path", err)
	}
}

func TestScreenshotNeedsAnOpenAppAndAFrame(t *testing.T) {
	a := New(headless(1))
	if _, err := a.Screenshot(); err == nil {
		t.Error("a screenshot of a closed App")
	}
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Screenshot(); !errors.Is(err, errNoPicture) {
		t.Errorf("before the first frame: %v", err)
	}
}

func TestBadConfigurationsAreRefusedWithFieldAndValue(t *testing.T) {
	for _, row := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Width = -5 }, "Width is -5"},
		{func(c *Config) { c.Height = 0 }, "Height is 0"},
		{func(c *Config) { c.Width, c.Height = 1<<20, 1<<20 }, "Width × Height"},
		{func(c *Config) { c.Width, c.Height = 100_000, 10 }, "100000"},
		{func(c *Config) { c.Frames = -1 }, "Frames is -1"},
		{func(c *Config) { c.Samples = 2 }, "Samples is 2"},
		{func(c *Config) { c.FixedStep = math.NaN() }, "FixedStep is NaN"},
		{func(c *Config) { c.FixedStep = -0.1 }, "FixedStep is -0.1"},
		{func(c *Config) { c.Device.Adapter = "no such device" }, "no such device"},
	} {
		c := headless(1)
		row.change(&c)
		a := New(c)
		if err := a.Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("got %v, want an error with %q", err, row.want)
		}
		if a.device != nil {
			t.Errorf("%s: the device is left open", row.want)
		}
	}
}

// failing is a system that fails from its third update on.
type failing struct{ updates int }

var errFailing = errors.New("out of luck")

func (f *failing) Initialize(*ark.World) error { return nil }
func (f *failing) Finalize(*ark.World) error   { return nil }
func (f *failing) Update(*ark.World) error {
	if f.updates++; f.updates >= 3 {
		return errFailing
	}
	return nil
}

func TestAnErrorOfASystemOrAHookEndsTheRun(t *testing.T) {
	a := New(headless(100))
	a.AddSystem(ecs.StageUpdate, &failing{})
	if err := a.Run(); !errors.Is(err, errFailing) || a.frames > 3 {
		t.Errorf("after %d frames: %v", a.frames, err)
	}
	b := New(headless(100))
	b.OnFrame(func(*App) error { return errFailing })
	if err := b.Run(); !errors.Is(err, errFailing) || b.frames != 1 {
		t.Errorf("after %d frames: %v", b.frames, err)
	}
	c := New(headless(1))
	c.AddSystem("no such stage", &failing{})
	if err := c.Run(); err == nil || !strings.Contains(err.Error(), "no such stage") {
		t.Errorf("got %v", err)
	}
}

func TestQuitEndsTheRunAfterTheFrame(t *testing.T) {
	a := New(headless(100))
	a.OnFrame(func(a *App) error {
		if a.Metrics().Frames == 4 {
			a.Quit()
		}
		return nil
	})
	if err := a.Run(); err != nil || a.frames != 4 {
		t.Errorf("%d frames, %v", a.frames, err)
	}
}

func TestHeadlessFramesAreOneFixedStepEach(t *testing.T) {
	a := New(headless(30))
	if err := a.Run(); err != nil {
		t.Fatal(err)
	}
	clock := a.Time()
	if clock.Steps != 30 || math.Abs(clock.Elapsed-0.5) > 1e-9 || clock.Delta != float32(1./60) {
		t.Errorf("the clock after 30 frames: %+v", *clock)
	}
}

func TestFramesAllocateNothingOfOursInTheSteadyState(t *testing.T) {
	a := busy(3)
	picture(t, a)
	target, present := &targetSystem{app: a}, a.graph
	var err error
	allocated := testing.AllocsPerRun(100, func() {
		err = errors.Join(err, target.Update(a.World), a.meshes.Update(a.World), a.tonemap.Update(a.World))
		present.Reset()
	})
	if err != nil || allocated != 0 {
		t.Errorf("%v allocations per frame, %v", allocated, err)
	}
}

func TestDrawingOrderDoesNotChangeWhenTheWorldMovesEntities(t *testing.T) {
	a := New(headless(1))
	ball, cube := Sphere(1), Box(1, 1, 1)
	var entities []ark.Entity
	for i := range 6 {
		entities = append(entities, put(a, []*Geometry{ball, cube}[i%2], mgl32.Vec3{float32(i)}, Material{}))
	}
	picture(t, a)
	order := func() (x []float32) {
		if err := a.meshes.scene.gather(a.meshes.shapes.of); err != nil {
			t.Fatal(err)
		}
		for _, shape := range a.meshes.shapes.drawn() {
			var rows []meshRow
			for _, row := range a.meshes.scene.rows {
				if row.shape == shape {
					rows = append(rows, row)
				}
			}
			slices.SortFunc(rows, func(a, b meshRow) int { return cmp.Compare(a.slot.Index, b.slot.Index) })
			for _, row := range rows {
				x = append(x, row.transform.Position[0])
			}
		}
		return x
	}
	if got := order(); !slices.Equal(got, []float32{0, 2, 4, 1, 3, 5}) {
		t.Errorf("the order is %v", got)
	}
	a.World.RemoveEntity(entities[0]) // the last entity of the table takes its place
	if got := order(); !slices.Equal(got, []float32{2, 4, 1, 3, 5}) {
		t.Errorf("after a removal the order is %v", got)
	}
}
