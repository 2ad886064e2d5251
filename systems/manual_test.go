package systems_test

import (
	"errors"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// manual is a canvas with one Manual pool of white squares.
func manual(t *testing.T, capacity int) (*canvas, *systems.ManualPool) {
	t.Helper()
	c := newCanvas(t, [4]float64{0, 0, 0, 1}, 1)
	pool := c.driven(components.Pool{Label: "hand", MaxParticles: capacity, Texture: c.white(), Blending: components.Alpha}, components.DriverManual)
	c.ticks(1, 1./60)
	c.hand = pool
	m := c.plugin.Manual(pool)
	if m == nil {
		t.Fatal("there is no handle")
	}
	return c, m
}

func square(x, y, size float32, tint [4]float32) components.Particle {
	return components.Particle{Position: [3]float32{x, y, 0}, Size: size, Color: tint, UVRect: [4]float32{0, 0, 1, 1}}
}

// R50, R51, R52, R127: what is written is drawn, the first Count, with size, colour and alpha as they
// are, whatever life, growth and time say; a frame without news uploads nothing.
func TestManualDrawsWhatWasWritten(t *testing.T) {
	c, m := manual(t, 100)
	p := square(-0.5, 0, 0.5, [4]float32{1, 0.5, 0, 1})
	p.Life, p.MaxLife, p.SizeGrowth, p.AngularVelocity = -3, 0.001, 50, 40
	half := square(0.5, 0, 0.5, [4]float32{0, 1, 0, 0.5})
	if err := errors.Join(m.Set(0, p), m.Set(1, half), m.SetCount(2)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		picture := c.frame(10)
		if got := picture.NRGBAAt(side/4, side/2); !near(got, color.NRGBA{255, 128, 0, 255}, 1) {
			t.Errorf("the first is %v", got)
		}
		if got := picture.NRGBAAt(3*side/4, side/2); !near(got, color.NRGBA{0, 128, 0, 255}, 1) {
			t.Errorf("the second is %v", got)
		}
		if lit(picture) != 2*side*side/16 {
			t.Errorf("%d pixels are lit, want %d", lit(picture), 2*side*side/16)
		}
	}
	if s := c.graph.Stats(); s.Uploads != 1 || s.ComputePasses != 0 { // the view
		t.Errorf("without news the frame has %+v", s)
	}
	if err := m.SetCount(1); err != nil {
		t.Fatal(err)
	}
	if got := lit(c.frame(0)); got != side*side/16 {
		t.Errorf("with a count of 1, %d pixels are lit", got)
	}
	p.UVRect = [4]float32{} // none: the whole texture
	if err := m.Set(0, p); err != nil {
		t.Fatal(err)
	}
	if got := lit(c.frame(0)); got != side*side/16 {
		t.Errorf("without a rectangle, %d pixels are lit", got)
	}
	if got, err := m.Get(0); err != nil || got != p {
		t.Errorf("it reads back as %+v, %v", got, err)
	}
}

// R50: only what was written is sent: a few bytes for a particle of a large pool.
func TestManualUploadsOnlyWhatWasWritten(t *testing.T) {
	c, m := manual(t, 100_000)
	if err := errors.Join(m.SetCount(100_000), m.Set(7, square(0, 0, 1, [4]float32{1, 1, 1, 1}))); err != nil {
		t.Fatal(err)
	}
	c.frame(0)
	before := c.graph.Stats()
	for round := range 10 {
		for _, i := range []int{3, 50_000, 99_999} {
			if err := m.Set(i-round, square(0, 0, 0.1, [4]float32{1, 1, 1, 1})); err != nil && i > round {
				t.Fatal(err)
			}
		}
		c.frame(0)
		// 80 bytes a particle; a table of 96, draw arguments and the view beside them.
		if s := c.graph.Stats(); s.UploadBytes > 3*80+96+16+256 || before.UploadBytes > 80+96+16+256 {
			t.Fatalf("three particles are %d bytes in a frame, one %d", s.UploadBytes, before.UploadBytes)
		}
	}
}

// Upload sends at once, and only what is new.
func TestManualUploadsAtOnce(t *testing.T) {
	c, m := manual(t, 10)
	if m.Dirty() {
		t.Error("it is dirty before anything was written")
	}
	if err := errors.Join(m.Set(0, square(0, 0, 1, [4]float32{1, 1, 1, 1})), m.SetCount(1)); err != nil {
		t.Fatal(err)
	}
	if !m.Dirty() {
		t.Error("it is not dirty")
	}
	if err := errors.Join(m.Upload(), m.Upload()); err != nil {
		t.Fatal(err)
	}
	if m.Dirty() || lit(c.frame(0)) != side*side/4 {
		t.Errorf("dirty %v, %d pixels lit", m.Dirty(), lit(c.picture()))
	}
}

// What is written between two frames that are skipped is not lost.
func TestManualWritesSurviveSkippedFrames(t *testing.T) {
	c, m := manual(t, 10)
	if err := errors.Join(m.Set(0, square(-0.5, 0, 0.5, [4]float32{1, 1, 1, 1})), m.SetCount(2)); err != nil {
		t.Fatal(err)
	}
	if err := c.schedule.Frame(c.World); err != nil {
		t.Fatal(err)
	}
	c.graph.Reset()
	if err := m.Set(1, square(0.5, 0, 0.5, [4]float32{1, 1, 1, 1})); err != nil {
		t.Fatal(err)
	}
	if got := lit(c.frame(0)); got != 2*side*side/16 {
		t.Errorf("%d pixels are lit, want both squares", got)
	}
}

// T28: indices, counts and numbers out of range are refused with a sentence, and change nothing.
func TestManualRefusesNonsense(t *testing.T) {
	_, m := manual(t, 10)
	keep := square(1, 2, 3, [4]float32{1, 1, 1, 1})
	if err := errors.Join(m.Set(3, keep), m.SetCount(4)); err != nil {
		t.Fatal(err)
	}
	bad := keep
	bad.UVRect[3] = float32(math.Inf(1))
	get := func(i int) error { _, err := m.Get(i); return err }
	for _, row := range []struct {
		what, says string
		err        error
	}{
		{"Get below", "0 to 9", get(-1)},
		{"Get beyond", "0 to 9", get(10)},
		{"ReadRange beyond", "0 to 9", m.ReadRange(9, make([]components.Particle, 2))},
		{"Set below", "0 to 9", m.Set(-1, keep)},
		{"Set beyond", "0 to 9", m.Set(10, keep)},
		{"Set of infinity", "UVRect[3]", m.Set(3, bad)},
		{"a range beyond", "0 to 9", m.WriteRange(8, make([]components.Particle, 3))},
		{"a range before", "0 to 9", m.WriteRange(-1, make([]components.Particle, 3))},
		{"a range with a start that overflows", "0 to 9", m.WriteRange(math.MaxInt, make([]components.Particle, 3))},
		{"a range with infinity at its end", "particle 3", m.WriteRange(2, []components.Particle{{}, bad})},
		{"a count below", "between 0 and 10", m.SetCount(-1)},
		{"a count beyond", "between 0 and 10", m.SetCount(11)},
	} {
		if row.err == nil || !strings.Contains(row.err.Error(), row.says) || !strings.Contains(row.err.Error(), `pool "hand"`) {
			t.Errorf("%s: %v; want a sentence with %q", row.what, row.err, row.says)
		}
	}
	if got, _ := m.Get(3); got != keep || m.Count() != 4 || m.Capacity() != 10 {
		t.Errorf("a refused call changed something: %+v, count %d", got, m.Count())
	}
	if err := errors.Join(m.WriteRange(10, nil), m.WriteRange(0, nil)); err != nil {
		t.Errorf("an empty range: %v", err)
	}
}

// R53: there is a handle only while the pool has the Manual driver; then it is void, with a
// sentence.
func TestManualHandleEndsWithItsDriver(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	pool := w.driven(components.Pool{MaxParticles: 10}, components.DriverManual)
	if w.plugin.Manual(pool) != nil {
		t.Error("there is a handle before the first step")
	}
	w.ticks(1, 1./60)
	m := w.plugin.Manual(pool)
	w.drive(pool, components.Driver{Kind: components.DriverGPU})
	w.ticks(1, 1./60)
	if w.plugin.Manual(pool) != nil {
		t.Error("there is a handle on a pool that the device drives")
	}
	for what, err := range map[string]error{
		"Set": m.Set(0, components.Particle{}), "SetCount": m.SetCount(1), "Upload": m.Upload(),
		"WriteRange": m.WriteRange(0, make([]components.Particle, 1)),
	} {
		if !errors.Is(err, systems.ErrNotManual) {
			t.Errorf("%s: %v", what, err)
		}
	}
	w.drive(pool, components.Driver{Kind: components.DriverManual})
	w.ticks(1, 1./60)
	if err := m.Set(0, components.Particle{}); !errors.Is(err, systems.ErrNotManual) || w.plugin.Manual(pool) == m {
		t.Errorf("a handle of an earlier time: %v", err)
	}
	again := w.driven(components.Pool{MaxParticles: 10}, components.DriverManual)
	w.ticks(1, 1./60)
	last := w.plugin.Manual(again)
	w.RemoveEntity(again)
	w.ticks(1, 1./60)
	if err := last.Set(0, components.Particle{}); !errors.Is(err, systems.ErrNotManual) {
		t.Errorf("after the pool is gone: %v", err)
	}
}

// Any particles written in any order read back as they were, and reach the device.
func TestManualKeepsEveryField(t *testing.T) {
	c, m := manual(t, 500)
	random := rand.New(rand.NewPCG(1, 2))
	number := func() float32 { return random.Float32()*200 - 100 }
	want := make([]components.Particle, 500)
	for range 2000 {
		i := random.IntN(500)
		want[i] = components.Particle{
			Position: [3]float32{number(), number(), number()}, Velocity: [3]float32{number(), number(), number()},
			Life: number(), MaxLife: number(), Size: number(), SizeGrowth: number(), Angle: number(), AngularVelocity: number(),
			Color: [4]float32{number(), number(), number(), number()}, UVRect: [4]float32{number(), number(), number(), number()},
		}
		if err := m.Set(i, want[i]); err != nil {
			t.Fatal(err)
		}
		if random.IntN(50) == 0 {
			c.ticks(1, 1./60)
		}
	}
	if err := m.SetCount(500); err != nil {
		t.Fatal(err)
	}
	c.ticks(1, 1./60)
	s := c.read(c.hand)
	for i := range want {
		if at := s.PositionExpiry[i]; [3]float32(at[:3]) != want[i].Position || s.Color[i] != want[i].Color || s.UVRect[i] != want[i].UVRect ||
			s.SizeSpin[i][0] != want[i].Size || s.Living[i] != uint32(i) {
			t.Fatalf("particle %d is otherwise on the device", i)
		}
	}
	got := make([]components.Particle, 500)
	if err := m.ReadRange(0, got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("it reads back otherwise:\n%s", diff)
	}
}
