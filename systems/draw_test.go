package systems_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// canvas is a world that draws into 64 by 64 pixels over a background, seen so that the
// picture spans x and y from −1 to 1 at z 0.
type canvas struct {
	*world
	color, depth *gpu.Texture
	background   gpu.RasterNode
	views        *systems.Views
	hand         ark.Entity // the pool of a test that writes its own
}

const side = 64

// newCanvas clears to background, and depth to a wall at the given depth, 0 near to 1 far.
func newCanvas(t *testing.T, background [4]float64, wall float32) *canvas {
	t.Helper()
	return newCanvasOn(t, components.DriverGPU, background, wall)
}

func newCanvasOn(t *testing.T, kind components.DriverKind, background [4]float64, wall float32) *canvas {
	t.Helper()
	w := newWorldOn(t, kind, &systems.ParticlePlugin{})
	c := &canvas{world: w}
	var err error
	c.color, err = device.NewTexture(gpu.TextureDesc{Label: "picture", Width: side, Height: side,
		Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	if err != nil {
		t.Fatal(err)
	}
	c.depth, err = device.NewTexture(gpu.TextureDesc{Label: "depth", Width: side, Height: side,
		Format: gpu.FormatDepth32Float, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.color.Release(); c.depth.Release() })
	c.background = gpu.RasterNode{
		Label:  "background",
		Color:  []gpu.ColorAttachment{{Target: c.color, Clear: true, ClearValue: background}},
		Depth:  &gpu.DepthAttachment{Target: c.depth, Clear: true, ClearValue: wall},
		Record: func(*gpu.RenderPass) {},
	}
	c.views = &systems.Views{List: []systems.View{{
		View:       mgl32.Ident4(),
		Projection: mgl32.Translate3D(0, 0, 0.5).Mul4(mgl32.Scale3D(1, 1, -0.5)), // z 1 near, z −1 far
		Color:      c.color, Depth: c.depth, ColorFormat: gpu.FormatRGBA8, DepthFormat: gpu.FormatDepth32Float,
	}}}
	ark.AddResource(w.World, c.views)
	return c
}

// frame runs one tick and returns the picture.
func (c *canvas) frame(dt float32) *image.NRGBA {
	c.t.Helper()
	c.graph.AddRaster(&c.background)
	c.ticks(1, dt)
	return c.picture()
}

func (c *canvas) picture() *image.NRGBA {
	c.t.Helper()
	picture, err := device.ReadImage(c.color)
	if err != nil {
		c.t.Fatal(err)
	}
	return picture
}

// still is one particle that stands at a place and is drawn with whole texels.
func still(size float32, tint mgl32.Vec3, alpha float32) components.Emitter {
	e := components.Emitter{
		Label: "still", Life: components.Exactly(100), Size: components.Exactly(size),
		Color: components.ColorRange{Min: tint, Max: tint}, AlphaScale: alpha,
	}
	e.Burst(1)
	return e
}

// white registers an opaque white texture.
func (c *canvas) white() string {
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	if err := c.plugin.RegisterTexture("white", picture); err != nil {
		c.t.Fatal(err)
	}
	return "white"
}

// lit is the number of pixels that are not black.
func lit(picture *image.NRGBA) (n int) {
	for i := 0; i < len(picture.Pix); i += 4 {
		if picture.Pix[i]|picture.Pix[i+1]|picture.Pix[i+2] != 0 {
			n++
		}
	}
	return n
}

func near(a, b color.NRGBA, slack int) bool {
	d := func(x, y uint8) bool { return max(int(x), int(y))-min(int(x), int(y)) <= slack }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B)
}

// R91, T4: a billboard is a whole square, not half of one, at every angle of its corners.
func TestBillboardCoversItsWholeSquareOnce(t *testing.T) {
	c := newCanvas(t, [4]float64{0, 0, 0, 1}, 1)
	pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white(), Blending: components.Additive})
	c.addEmitter(still(1, mgl32.Vec3{0.4, 0.2, 0.1}, 1), components.Transform{}, pool)
	picture := c.frame(0)
	covered := 0
	for y := range side {
		for x := range side {
			got := picture.NRGBAAt(x, y)
			switch {
			case near(got, color.NRGBA{102, 51, 25, 255}, 1):
				covered++
			case got.R != 0 || got.G != 0 || got.B != 0:
				t.Fatalf("pixel %d, %d is %v: drawn twice, or in part", x, y, got)
			}
		}
	}
	if covered != side*side/4 {
		t.Errorf("%d pixels are covered, want %d", covered, side*side/4)
	}
}

// R21, R95, T8: additive light fades with alpha and adds up; alpha covers.
func TestBlendModes(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, row := range []struct {
			what     string
			blending components.Blending
			alpha    float32
			count    int
			want     color.NRGBA
		}{
			{"additive, whole", components.Additive, 1, 1, color.NRGBA{51 + 102, 51, 51 + 25, 255}},
			{"additive, half", components.Additive, 0.5, 1, color.NRGBA{51 + 51, 51, 51 + 13, 255}},
			{"additive, two halves", components.Additive, 0.5, 2, color.NRGBA{51 + 102, 51, 51 + 25, 255}},
			{"additive, almost nothing", components.Additive, 0.001, 1, color.NRGBA{51, 51, 51, 255}},
			{"alpha, whole", components.Alpha, 1, 1, color.NRGBA{102, 0, 25, 255}},
			{"alpha, half", components.Alpha, 0.5, 1, color.NRGBA{76, 26, 38, 255}},
		} {
			c := newCanvasOn(t, kind, [4]float64{0.2, 0.2, 0.2, 1}, 1)
			pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white(), Blending: row.blending})
			e := still(1, mgl32.Vec3{0.4, 0, 0.1}, row.alpha)
			e.PendingBurst = uint32(row.count)
			c.addEmitter(e, components.Transform{}, pool)
			got := c.frame(0).NRGBAAt(side/2, side/2)
			if !near(got, row.want, 2) {
				t.Errorf("%s: got %v, want %v", row.what, got, row.want)
			}
			if got.A != 255 {
				t.Errorf("%s: the target's alpha became %d", row.what, got.A)
			}
		}
	})
}

// R94, T11: particles behind a wall are hidden by it, those before it are not, and none
// writes depth: what lies behind a particle is drawn through it.
func TestParticlesTestDepthAndDoNotWriteIt(t *testing.T) {
	c := newCanvas(t, [4]float64{0, 0, 0, 1}, 0.5) // a wall at z 0
	pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
	at := func(x, z float32) components.Transform {
		return components.Transform{Position: mgl32.Vec3{x, 0, z}}
	}
	red, green := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	c.addEmitter(still(0.5, red, 1), at(-0.5, 0.6), pool)
	c.addEmitter(still(0.5, green, 1), at(-0.5, 0.3), pool) // behind the red one, before the wall
	c.addEmitter(still(0.5, green, 1), at(0.5, -0.5), pool) // behind the wall
	picture := c.frame(0)
	if got := picture.NRGBAAt(side/4, side/2); got.R != 255 || got.G != 255 {
		t.Errorf("before the wall: %v, want both particles", got)
	}
	if got := picture.NRGBAAt(3*side/4, side/2); got.G != 0 {
		t.Errorf("behind the wall: %v, want nothing", got)
	}
}

// R98, T20: the first row of an image is at the top, and a cell of an atlas shows nothing of
// its neighbours.
func TestAtlasCellsAreUprightAndDoNotBleed(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		atlas := image.NewNRGBA(image.Rect(0, 0, 8, 4)) // left cell: red over blue; right cell: green
		for y := range 4 {
			for x := range 8 {
				switch {
				case x >= 4:
					atlas.SetNRGBA(x, y, color.NRGBA{0, 255, 0, 255})
				case y < 2:
					atlas.SetNRGBA(x, y, color.NRGBA{255, 0, 0, 255})
				default:
					atlas.SetNRGBA(x, y, color.NRGBA{0, 0, 255, 255})
				}
			}
		}
		if err := c.plugin.RegisterTexture("atlas", atlas); err != nil {
			t.Fatal(err)
		}
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: "atlas"})
		e := still(2, mgl32.Vec3{1, 1, 1}, 1)
		e.UVRects[0], e.UVRectsCount = [4]float32{0, 0, 0.5, 1}, 1
		c.addEmitter(e, components.Transform{}, pool)
		picture := c.frame(0)
		if got := picture.NRGBAAt(side/2, 4); got.R != 255 || got.B != 0 {
			t.Errorf("the top is %v, want red", got)
		}
		if got := picture.NRGBAAt(side/2, side-4); got.B != 255 || got.R != 0 {
			t.Errorf("the bottom is %v, want blue", got)
		}
		for y := range side {
			if got := picture.NRGBAAt(side-1, y); got.G != 0 {
				t.Fatalf("the neighbouring cell shows at row %d: %v", y, got)
			}
		}
	})
}

// R20, T9: the default particle is a soft disc: opaque in the middle, nothing at the rim.
func TestDefaultParticleIsASoftDisc(t *testing.T) {
	c := newCanvas(t, [4]float64{0, 0, 0, 1}, 1)
	pool := c.addPool(components.Pool{MaxParticles: 4})
	c.addEmitter(still(2, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
	picture := c.frame(0)
	if got := picture.NRGBAAt(side/2, side/2).R; got < 250 {
		t.Errorf("the middle is %d", got)
	}
	for i := range side {
		for _, p := range [][2]int{{i, 0}, {0, i}, {side - 1, i}, {i, side - 1}} {
			if got := picture.NRGBAAt(p[0], p[1]).R; got > 6 {
				t.Fatalf("the rim at %v is %d", p, got)
			}
		}
	}
	last := uint8(255)
	for x := side / 2; x < side; x++ {
		got := picture.NRGBAAt(x, side/2).R
		if got > last {
			t.Fatalf("it grows brighter outwards at %d", x)
		}
		last = got
	}
}

// R13, R14: size grows, the square turns and the colour fades with age, between steps too.
func TestSizeAngleAndFadeFollowAge(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
		e := still(0.5, mgl32.Vec3{1, 1, 1}, 1)
		e.Life, e.SizeGrowth = components.Exactly(2), 0.5
		c.addEmitter(e, components.Transform{}, pool)
		c.frame(0)
		picture := c.frame(1) // a second later: half its life, side 1
		if got := picture.NRGBAAt(side/2, side/2).R; got < 126 || got > 129 {
			t.Errorf("half way through its life it is %d, want 127 or 128", got)
		}
		if picture.NRGBAAt(side/4+1, side/2).R == 0 || picture.NRGBAAt(side/4-2, side/2).R != 0 {
			t.Error("its side is not 1 after a second")
		}
		// Half a step back: three quarters of its life left, side 0.75.
		c.time.Alpha = 0.5
		c.graph.AddRaster(&c.background)
		if err := c.schedule.Frame(c.World); err != nil {
			t.Fatal(err)
		}
		if err := c.graph.Execute(); err != nil {
			t.Fatal(err)
		}
		picture = c.picture()
		if got := picture.NRGBAAt(side/2, side/2).R; got < 190 || got > 193 {
			t.Errorf("half a step before it is %d, want 191", got)
		}
	})
}

// R97: in a turned view the square still faces the camera.
func TestBillboardFacesATurnedCamera(t *testing.T) {
	c := newCanvas(t, [4]float64{0, 0, 0, 1}, 1)
	pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
	c.addEmitter(still(1, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
	c.views.List[0].View = mgl32.HomogRotate3DY(1.2).Mul4(mgl32.HomogRotate3DX(0.7))
	picture := c.frame(0)
	covered := 0
	for y := range side {
		for x := range side {
			if picture.NRGBAAt(x, y).R == 255 {
				covered++
			}
		}
	}
	if covered != side*side/4 {
		t.Errorf("%d pixels are covered, want %d", covered, side*side/4)
	}
}

// R25, R105: hidden pools are simulated and not drawn.
func TestHiddenPoolsAreSimulatedAndNotDrawn(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white(), Hidden: true})
		c.addEmitter(still(1, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
		if got := c.frame(0.1).NRGBAAt(side/2, side/2); got.R != 0 || c.plugin.Alive(pool) != 1 {
			t.Errorf("hidden: %v, %d alive", got, c.plugin.Alive(pool))
		}
		c.addPool(components.Pool{MaxParticles: 4}) // nothing lives in it
		c.pool.Get(pool).Hidden = false
		if got := c.frame(0.1).NRGBAAt(side/2, side/2); got.R == 0 {
			t.Error("shown again: nothing is drawn")
		}
		// C25: the background, the draw of the one pool with a particle, and, R46, on the device's
		// driver two nodes to simulate it.
		if s := c.graph.Stats(); s.Nodes != map[components.DriverKind]int{components.DriverGPU: 4, components.DriverCPU: 2}[kind] {
			t.Errorf("the frame has %d nodes", s.Nodes)
		}
	})
}

// R13, R97: the square turns counter-clockwise by its angle, which its angular velocity
// changes with age.
func TestBillboardTurnsByItsAngle(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		halves := image.NewNRGBA(image.Rect(0, 0, 4, 4)) // red over blue
		for y := range 4 {
			for x := range 4 {
				halves.SetNRGBA(x, y, color.NRGBA{255, 0, 0, 255})
				if y >= 2 {
					halves.SetNRGBA(x, y, color.NRGBA{0, 0, 255, 255})
				}
			}
		}
		if err := c.plugin.RegisterTexture("halves", halves); err != nil {
			t.Fatal(err)
		}
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: "halves"})
		e := still(1, mgl32.Vec3{1, 1, 1}, 1)
		e.Angle, e.AngularVelocity = components.Exactly(math.Pi/2), components.Exactly(math.Pi/2)
		c.addEmitter(e, components.Transform{}, pool)
		red := func(picture *image.NRGBA, x, y int) bool {
			got := picture.NRGBAAt(x, y)
			return got.R > 200 && got.B < 50
		}
		// A quarter turn brings the top to the left.
		if picture := c.frame(0); !red(picture, side/2-12, side/2) || red(picture, side/2+12, side/2) {
			t.Errorf("at birth: left is %v, right %v", picture.NRGBAAt(side/2-12, side/2), picture.NRGBAAt(side/2+12, side/2))
		}
		// A second later another quarter has brought it to the bottom.
		if picture := c.frame(1); !red(picture, side/2, side/2+12) || red(picture, side/2, side/2-12) {
			t.Errorf("after a second: bottom is %v, top %v", picture.NRGBAAt(side/2, side/2+12), picture.NRGBAAt(side/2, side/2-12))
		}
	})
}
