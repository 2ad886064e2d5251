package main

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/examples/internal/exampletest"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
	"github.com/gomotes/motes/tests/golden"
)

// frames is when the ring is strung and the next burst is in the air.
const frames = 336

// R54, R121: the five uses side by side, each in a Manual pool of its own; the ring has 100 particles of size 0.1 on a
// radius of 2, which were all in the fountain.
func TestManualLooksLikeItsReference(t *testing.T) {
	app, show := manual(cli.Options{
		Config: game.Config{Title: "Manual", Width: 480, Height: 200, Headless: true, Frames: frames},
		Seed:   1,
	})
	app.OnFrame(func(app *game.App) error {
		if app.Time().Frame == frames {
			checkRing(t, particles(t, show, "transfer"))
			checkCurve(t, particles(t, show, "spline"))
			if n := len(particles(t, show, "debug")); n != 24*normalDots {
				t.Errorf("there are %d dots for 24 vertices", n)
			}
			if n := len(particles(t, show, "import")); n != 26 {
				t.Errorf("the walker has %d dots", n)
			}
		}
		return nil
	})
	golden.Compare(t, "manual", exampletest.Render(t, app))
}

// particles are those that an act shows.
func particles(t *testing.T, s *show, label string) []components.Particle {
	t.Helper()
	var all []components.Particle
	for _, a := range s.acts {
		if a.label != label {
			continue
		}
		m := s.plugin.Manual(a.pool)
		for i := range m.Count() {
			p, err := m.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
	}
	return all
}

func checkRing(t *testing.T, ring []components.Particle) {
	t.Helper()
	if len(ring) != 100 {
		t.Errorf("%d drops were taken, want 100", len(ring))
	}
	colors := map[[4]float32]bool{}
	for i, p := range ring {
		if radius := math.Hypot(float64(p.Position[0]), float64(p.Position[2])); math.Abs(radius-2) > 1e-5 || math.Abs(float64(p.Size)-0.1) > 1e-6 {
			t.Fatalf("drop %d has radius %v and size %v, want 2 and 0.1", i, radius, p.Size)
		}
		colors[p.Color] = true
	}
	if len(colors) != 100 {
		t.Errorf("the drops have %d colours; in the fountain each had its own", len(colors))
	}
}

func checkCurve(t *testing.T, curve []components.Particle) {
	t.Helper()
	for i, p := range curve {
		next := curve[(i+1)%len(curve)]
		if gap := mgl32.Vec3(p.Position).Sub(next.Position).Len(); gap > 0.05 {
			t.Fatalf("between particles %d and %d of %d the curve has a gap of %v", i, i+1, len(curve), gap)
		}
	}
}

// A curve goes through its knots, and begins again after its last.
func TestSplineGoesThroughItsKnots(t *testing.T) {
	knots := trefoil(mgl32.Vec3{1, 2, 3})
	for i, knot := range knots {
		for _, lap := range []float64{0, 1, -2} {
			at := catmullRom(knots, lap+float64(i)/float64(len(knots))+1e-9)
			if d := at.Sub(knot).Len(); d > 1e-4 {
				t.Errorf("on lap %v the curve is %v from knot %d", lap, d, i)
			}
		}
	}
}

// A morph begins as the one shape and ends as the other; halfway, the first points have arrived and the last have not left.
func TestMorphGoesFromOneShapeToTheOther(t *testing.T) {
	from, to := ballPoints(9, mgl32.Vec3{}), torusPoints(9, mgl32.Vec3{5, 0, 0})
	onHandle(t, 9, func(m *systems.ManualPool) error {
		for _, row := range []struct {
			share       float32
			first, last mgl32.Vec3
		}{{0, from[0], from[8]}, {0.5, to[0], between(from[8], to[8], smooth(1-8./9))}, {1, to[0], to[8]}} {
			if err := morph(m, from, to, row.share); err != nil {
				return err
			}
			first, err := m.Get(0)
			last, err2 := m.Get(8)
			off := max(row.first.Sub(first.Position).Len(), row.last.Sub(last.Position).Len())
			if off > 1e-5 {
				t.Errorf("at %v they are at %v and %v, want %v and %v", row.share, first.Position, last.Position, row.first, row.last)
			}
			if err := errors.Join(err, err2); err != nil {
				return err
			}
		}
		return nil
	})
}

// A frame of the file is shown as it is, a time between two frames between them, and after the last comes the first.
func TestPlayBackShowsTheFramesOfTheFile(t *testing.T) {
	film, err := readFrames("frame,x,y,z,size\n0,0,1,0,.5\n1,2,1,0,.5\n")
	if err != nil {
		t.Fatal(err)
	}
	onHandle(t, 1, func(m *systems.ManualPool) error {
		for _, row := range []struct {
			frame float64
			x     float32
		}{{0, 10}, {0.25, 10.5}, {1, 12}, {1.5, 11}, {2, 10}, {7, 12}} {
			err := playBack(m, film, row.frame, mgl32.Vec3{10, 0, 0})
			if p, _ := m.Get(0); err != nil || p.Position != [3]float32{row.x, 1, 0} || p.Size != 0.5 {
				t.Errorf("at frame %v it is %+v (%v), want x %v", row.frame, p, err, row.x)
			}
		}
		return nil
	})
	for _, bad := range []string{"frame,x,y,z,size\n0,0,1,0,far\n", "frame,x,y,z,size\n0,0,1\n"} {
		if _, err := readFrames(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// onHandle runs a test on the handle of a pool.
func onHandle(t *testing.T, capacity int, test func(*systems.ManualPool) error) {
	t.Helper()
	app := game.New(game.Config{Width: 16, Height: 16, Headless: true, Frames: 2})
	s := &show{plugin: &systems.ParticlePlugin{}, world: app.World}
	app.AddPlugin(s.plugin)
	s.add("test", capacity, nil)
	app.OnFrame(func(app *game.App) error {
		if app.Time().Frame == 2 {
			return test(s.plugin.Manual(s.acts[0].pool))
		}
		return nil
	})
	if err := app.Run(); err != nil {
		t.Fatal(err)
	}
}
