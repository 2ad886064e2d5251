package systems_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// R6, R18, R123: a pool takes 80 bytes a slot once, and a little over 8 for bookkeeping, as its
// documentation says; all of it at the start, and gives it back.
func TestPoolsTakeTheMemoryTheyDocument(t *testing.T) {
	for _, slots := range []int{1024, 10_240, 65_536, 100_096} {
		w := newWorld(t, &systems.ParticlePlugin{})
		w.addPool(components.Pool{MaxParticles: 256})
		w.ticks(1, 1./60)
		before := device.Live()
		pool := w.addPool(components.Pool{MaxParticles: slots})
		w.ticks(1, 1./60)
		taken := device.Live().Bytes - before.Bytes
		if low, high := uint64(slots)*80, uint64(slots)*89+64; taken < low || taken > high {
			t.Errorf("%d slots take %d bytes, want %d to %d", slots, taken, low, high)
		}
		w.RemoveEntity(pool)
		w.ticks(1, 1./60)
		if left := device.Live(); left.Bytes != before.Bytes || left.Buffers != before.Buffers {
			t.Errorf("%d slots leave %+v, before %+v", slots, left, before)
		}
	}
}

// R49, R126, R137: the CPU driver sends the two streams of motion, 32 bytes a particle, the list of
// the living, and the rest only of what was born.
func TestCPUDriverUploadsWhatMovedAndWhatWasBorn(t *testing.T) {
	const count = 20_000
	o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: count + 100}, components.Emitter{
		Life: components.Exactly(100), Speed: components.Exactly(1), PendingBurst: count,
	})
	o.ticks(2, 1./60)
	still := o.graph.Stats()
	if want := uint64(count * (32 + 4)); still.UploadBytes < want || still.UploadBytes > want+1024 {
		t.Errorf("without births a frame sends %d bytes, want %d", still.UploadBytes, want)
	}
	o.emit().Burst(10)
	o.ticks(1, 1./60)
	if more := o.graph.Stats().UploadBytes - still.UploadBytes; more < 10*(80+8) || more > 10*(80+8)+64*52 {
		t.Errorf("ten births send %d bytes more, want 880 and a little", more)
	}
	if s := o.graph.Stats(); s.ComputePasses != 0 {
		t.Errorf("the device computes: %+v", s)
	}
}

// R28, R32, T32: pools share pipelines by blend mode and target, whatever their textures, and the
// device compiles none after the first frame of each.
func TestPoolsShareTheirPipelines(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		add := func(texture string, b components.Blending) {
			pool := c.addPool(components.Pool{MaxParticles: 10, Texture: texture, Blending: b})
			c.addEmitter(still(1, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
			c.frame(0)
		}
		white := c.white()
		add("", components.Additive)
		one := device.Live().PipelinesCreated
		add(white, components.Additive)
		add("", components.Additive)
		if got := device.Live().PipelinesCreated; got != one {
			t.Errorf("two more pools of the same mode compile %d pipelines", got-one)
		}
		add("", components.Alpha)
		add(white, components.Alpha)
		if got := device.Live().PipelinesCreated; got != one+1 {
			t.Errorf("the other mode compiles %d pipelines, want 1", got-one)
		}
	})
}

// R92: particles are drawn into a target of several samples, with the depth of the same.
func TestParticlesAreDrawnWithSeveralSamples(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		texture := func(label string, format gpu.Format) *gpu.Texture {
			made, err := device.NewTexture(gpu.TextureDesc{Label: label, Width: side, Height: side, Format: format, Usage: gpu.TextureTarget, Samples: 4})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(made.Release)
			return made
		}
		color, depth := texture("samples", gpu.FormatRGBA8), texture("depth samples", gpu.FormatDepth32Float)
		view := &c.views.List[0]
		view.Color, view.Depth, view.Samples = color, depth, 4
		pool := c.addPool(components.Pool{MaxParticles: 10, Texture: c.white()})
		e := still(1, mgl32.Vec3{1, 1, 1}, 1)
		e.Angle = components.Exactly(0.3)
		c.addEmitter(e, components.Transform{}, pool)
		c.graph.AddRaster(&gpu.RasterNode{
			Label:  "clear",
			Color:  []gpu.ColorAttachment{{Target: color, Clear: true}},
			Depth:  &gpu.DepthAttachment{Target: depth, Clear: true, ClearValue: 1},
			Record: func(*gpu.RenderPass) {},
		})
		c.ticks(1, 0)
		c.graph.AddRaster(&gpu.RasterNode{
			Label:  "resolve",
			Color:  []gpu.ColorAttachment{{Target: color, Resolve: c.color}},
			Record: func(*gpu.RenderPass) {},
		})
		if err := c.graph.Execute(); err != nil {
			t.Fatal(err)
		}
		soft := 0
		picture := c.picture()
		for i := 0; i < len(picture.Pix); i += 4 {
			if v := picture.Pix[i]; v > 0 && v < 255 {
				soft++
			}
		}
		if lit(picture) < side*side/4-100 || soft < 30 {
			t.Errorf("%d pixels are lit, %d of them in part", lit(picture), soft)
		}
	})
}

// R96: both sides are seen: a mirrored projection, which turns every triangle round, shows the same.
func TestParticlesAreNotCulled(t *testing.T) {
	c := newCanvas(t, [4]float64{0, 0, 0, 1}, 1)
	pool := c.addPool(components.Pool{MaxParticles: 10, Texture: c.white()})
	c.addEmitter(still(1, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
	c.frame(0)
	c.views.List[0].Projection = mgl32.Scale3D(-1, 1, 1).Mul4(c.views.List[0].Projection)
	if got := lit(c.frame(0)); got != side*side/4 {
		t.Errorf("%d pixels are lit, want %d", got, side*side/4)
	}
}

// R24, R36, R125: the device's driver gets births and emitters' rows, nothing of the living.
func TestGPUDriverUploadsOnlyBirths(t *testing.T) {
	o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 60_000}, components.Emitter{
		Life: components.Exactly(100), PendingBurst: 50_000,
	})
	o.ticks(2, 1./60)
	if s := o.graph.Stats(); s.UploadBytes > 256 || s.Nodes != 2 {
		t.Errorf("without births a frame has %+v", s)
	}
	o.emit().Burst(10)
	o.ticks(1, 1./60)
	if s := o.graph.Stats(); s.UploadBytes < 10*92 || s.UploadBytes > 10*92+512 {
		t.Errorf("ten births are %d bytes, want 920 and a little", s.UploadBytes)
	}
}
