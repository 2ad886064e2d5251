package game

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/systems"
)

// latecomer shows a mesh from its eighth step on.
type latecomer struct {
	meshes *ark.Map1[Mesh]
	mesh   ark.Entity
	steps  int
}

func (l *latecomer) Initialize(*ark.World) error { return nil }
func (l *latecomer) Finalize(*ark.World) error   { return nil }
func (l *latecomer) Update(*ark.World) error {
	l.steps++
	l.meshes.Get(l.mesh).Hidden = l.steps < 8
	return nil
}

// lively is a world in which everything moves: particles of both drivers and blend modes, a burst, an emitter that goes
// round, the camera, a mesh that comes late.
func lively(c Config) *App {
	c.Environment = Night()
	c.Controls = &OrbitControls{AutoTurn: 1}
	a := New(c)
	a.AddPlugin(&systems.ParticlePlugin{Seed: 5, SharedDriver: components.DriverGPU})
	put(a, Plane(30), mgl32.Vec3{}, Material{Color: mgl32.Vec3{0.3, 0.25, 0.2}})
	// Two boxes share their top. The one that was seen first is drawn first and wins, and that is the second.
	late := put(a, Box(0.8, 0.4, 0.8), mgl32.Vec3{-0.2, 0.2, 0.6}, Material{Color: mgl32.Vec3{0.8, 0.1, 0.1}, Emissive: mgl32.Vec3{0.2, 0, 0}})
	put(a, Box(0.8, 0.4, 0.8), mgl32.Vec3{0.2, 0.2, 0.6}, Material{Color: mgl32.Vec3{0.1, 0.1, 0.8}, Emissive: mgl32.Vec3{0, 0, 0.2}})
	a.AddSystem(ecs.StageUpdate, &latecomer{meshes: ark.NewMap1[Mesh](a.World), mesh: late})

	shared := ark.NewMap2[components.Emitter, components.Transform](a.World)
	fire, smoke := components.Fire(), components.Smoke()
	flame := shared.NewEntity(&fire, &components.Transform{})
	shared.NewEntity(&smoke, &components.Transform{Position: mgl32.Vec3{0.5, 0.5, 0}})
	pool := ark.NewMap2[components.Pool, components.Driver](a.World).NewEntity(
		&components.Pool{Label: "debris", MaxParticles: 500, Blending: components.Alpha},
		&components.Driver{Kind: components.DriverCPU})
	debris := components.Debris()
	ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](a.World).NewEntity(&debris,
		&components.Transform{Position: mgl32.Vec3{0, 1, 0}}, &components.EmitsInto{}, ark.Rel[components.EmitsInto](pool))

	frame := 0
	a.OnFrame(func(*App) error { // the game's own doing, which the frames before Start need too
		frame++
		e, at := shared.Get(flame)
		at.Position = mgl32.Vec3{float32(math.Sin(float64(frame) / 9)), 0.2, 0}
		if frame == 7 {
			e.Burst(200)
		}
		return nil
	})
	return a
}

// pictures runs the frames behind start up to the last one and returns the files that were written, by name.
func pictures(t *testing.T, start, last int) map[string][]byte {
	t.Helper()
	folder := t.TempDir()
	c := headless(last)
	c.Start, c.Output = start, filepath.Join(folder, "new", "frame-%03d.png")
	a := lively(c)
	if err := a.Run(); err != nil {
		t.Fatal(err)
	}
	if m := a.Metrics(); m.Particles < 50 || m.Frames != last {
		t.Errorf("from %d to %d: %d particles after %d frames", start, last, m.Particles, m.Frames)
	}
	found := map[string][]byte{}
	paths, err := filepath.Glob(filepath.Join(folder, "new", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if found[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// A long sequence can be shared out: the parts give the files of the whole run, byte for byte.
func TestPartsOfARunGiveThePicturesOfTheWhole(t *testing.T) {
	whole := pictures(t, 0, 40)
	if len(whole) != 40 || bytes.Equal(whole["frame-012.png"], whole["frame-013.png"]) {
		t.Fatalf("the whole run wrote %d pictures, want 40 that differ", len(whole))
	}
	for _, part := range []struct{ start, last int }{{0, 12}, {12, 13}, {13, 39}, {39, 40}} {
		got := pictures(t, part.start, part.last)
		if len(got) != part.last-part.start {
			t.Errorf("from %d to %d: %d pictures", part.start, part.last, len(got))
		}
		for name, picture := range got {
			if !bytes.Equal(picture, whole[name]) {
				t.Errorf("from %d to %d: %s is not that of the whole run", part.start, part.last, name)
			}
		}
	}
}

// Without a number in the name the last frame is written, and it too does not depend on Start.
func TestTheLastPictureIsTheSameWhateverTheStart(t *testing.T) {
	whole := picture(t, lively(headless(25)))
	for _, start := range []int{1, 24} {
		c := headless(25)
		c.Start = start
		if !bytes.Equal(picture(t, lively(c)).Pix, whole.Pix) {
			t.Errorf("Start %d: another picture than that of the whole run", start)
		}
	}
}

// A frame that is not drawn leaves no work behind on the device, and no picture.
func TestFramesBeforeStartAreSimulatedAndNotDrawn(t *testing.T) {
	c := headless(30)
	c.Start = 20
	a := lively(c)
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var settled uint64
	for frame := 1; frame <= 20; frame++ {
		if more, err := a.Frame(); err != nil || !more {
			t.Fatalf("frame %d: %v, %v", frame, more, err)
		}
		if _, err := a.Screenshot(); !errors.Is(err, errNoPicture) {
			t.Errorf("frame %d: a screenshot gives %v", frame, err)
		}
		switch bytes := a.device.Live().Bytes; {
		case frame == 9:
			settled = bytes
		case frame > 9 && bytes > settled:
			t.Errorf("frame %d: %d bytes on the device, %d after frame 9", frame, bytes, settled)
		}
	}
	if clock, m := a.Time(), a.Metrics(); clock.Steps != 20 || m.Frames != 20 || m.Particles == 0 || m.CPU != 0 {
		t.Errorf("before the first picture: %d steps, %+v", clock.Steps, m)
	}
	if _, err := a.Frame(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Screenshot(); err != nil {
		t.Errorf("frame 21: %v", err)
	}
}

func TestARunThatEndsBeforeItsFirstPictureIsAnError(t *testing.T) {
	for _, name := range []string{"last.png", "frame-%d.png"} {
		c := headless(30)
		c.Start, c.Output = 20, filepath.Join(t.TempDir(), name)
		a := New(c)
		a.OnFrame(func(a *App) error {
			a.Quit()
			return nil
		})
		if err := a.Run(); !errors.Is(err, errNoPicture) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestBadStartsAndOutputsAreRefusedBeforeAnythingIsOpened(t *testing.T) {
	for _, row := range []struct {
		what   string
		change func(*Config)
		want   string
	}{
		{"negative", func(c *Config) { c.Start = -1 }, "Start is -1; it must be 0 or more"},
		{"the last frame", func(c *Config) { c.Start, c.Frames = 9, 9 }, "Start is 9; it must be less than Frames, the number of the last frame, which is 9"},
		{"beyond the frames of a headless run", func(c *Config) { c.Start, c.Frames = 200, 0 }, "which is 180"},
		{"beyond the frames of a window", func(c *Config) { c.Start, c.Frames, c.Headless = 5, 3, false }, "which is 3"},
		{"another verb", func(c *Config) { c.Output = "out/f-%s.png" }, `Output is "out/f-%s.png"; in the file's name write %d or %04d`},
		{"padding with spaces", func(c *Config) { c.Output = "f-%4d.png" }, "%04d"},
		{"a lonely percent sign", func(c *Config) { c.Output = "100%.png" }, "%% for a percent sign"},
		{"a percent sign within a verb", func(c *Config) { c.Output = "%0%%4d.png" }, "%% for a percent sign"},
		{"two numbers", func(c *Config) { c.Output = "%d-%d.png" }, "one place for the frame's number, and it has 2"},
		{"no picture's name", func(c *Config) { c.Output = "out/frame-%04d" }, "must end in .png"},
	} {
		c := headless(10)
		row.change(&c)
		a := New(c)
		if err := a.Run(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want an error with %q", row.what, err, row.want)
		}
		if a.device != nil || a.window != nil {
			t.Errorf("%s: something is open", row.what)
		}
	}
}

func TestOutputPathPutsTheNumberIntoTheFileName(t *testing.T) {
	for _, row := range []struct{ what, output, want string }{
		{"no number", "out/last.png", "out/last.png"},
		{"four digits", "out/frame-%04d.png", "out/frame-0042.png"},
		{"as many digits as there are", "%d.png", "42.png"},
		{"a percent sign of the name", "50%%-%03d.png", "50%-042.png"},
		{"a percent sign and no number", "50%%.png", "50%.png"},
		{"a percent sign before a d that is none", "50%%d.png", "50%d.png"},
		{"folders stay as they are", "run%20a/%d/f%d.png", "run%20a/%d/f42.png"},
	} {
		if err := checkNumber(row.output); err != nil {
			t.Errorf("%s: %v", row.what, err)
		}
		if got := (Config{Output: row.output}).OutputPath(42); got != row.want {
			t.Errorf("%s: %q gives %q, want %q", row.what, row.output, got, row.want)
		}
	}
}
