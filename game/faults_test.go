package game

import (
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

// A game may log an error and go on; what was wrong rests, and the others emit.
func TestOnErrorLetsTheRunGoOn(t *testing.T) {
	a := New(headless(20))
	plugin := &systems.ParticlePlugin{SharedDriver: components.DriverGPU}
	a.AddPlugin(plugin)
	var told []error
	a.OnError(func(err error) error {
		told = append(told, err)
		return nil
	})
	emitters := ark.NewMap2[components.Emitter, components.Transform](a.World)
	fire, bad := components.Fire(), components.Emitter{Label: "bad", Drag: -1}
	emitters.NewEntity(&fire, &components.Transform{})
	emitters.NewEntity(&bad, &components.Transform{})
	if err := a.Run(); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || !strings.Contains(told[0].Error(), `emitter "bad": Drag is -1`) {
		t.Errorf("told %v", told)
	}
	if a.Metrics().Particles == 0 {
		t.Error("the good emitter rests too")
	}

	stop := errors.New("enough")
	a = New(headless(20))
	a.OnError(func(error) error { return stop })
	a.AddSystem(ecs.StageUpdate, &failing{})
	if err := a.Run(); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

// A world that is reset under an App is an error, and everything is still given back.
func TestResetOfTheWorldIsAnError(t *testing.T) {
	a := New(headless(20))
	a.AddPlugin(&systems.ParticlePlugin{SharedDriver: components.DriverGPU})
	fire := components.Fire()
	ark.NewMap2[components.Emitter, components.Transform](a.World).NewEntity(&fire, &components.Transform{})
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	device := a.device
	run(t, a)
	a.World.Reset()
	if _, err := a.Frame(); err == nil || !strings.Contains(err.Error(), "its world was reset") {
		t.Errorf("got %v", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if live := device.Live(); live.Total() != 0 {
		t.Errorf("left on the device: %+v", live)
	}
}

func TestHookMayCloseTheApp(t *testing.T) {
	a := New(headless(20))
	a.OnFrame(nil)
	a.OnFrame(func(a *App) error { return a.Close() })
	if err := a.Run(); err != nil && !strings.Contains(err.Error(), "runs once") {
		t.Errorf("got %v", err)
	}
}

// A shape that the device cannot hold is an error of the frame.
func TestShapeThatCannotBeUploadedIsAnError(t *testing.T) {
	a := New(headless(2))
	put(a, &Geometry{}, mgl32.Vec3{}, Material{})
	if err := a.Run(); err == nil || !strings.Contains(err.Error(), "Size is 0") {
		t.Errorf("got %v", err)
	}
}

func TestSizesBeyondTheDeviceNameTheField(t *testing.T) {
	c := headless(1)
	c.Width, c.Height = 100_000, 2
	if err := New(c).Run(); err == nil || !strings.Contains(err.Error(), "Width × Height is 100000 × 2; this device draws at most") {
		t.Errorf("got %v", err)
	}
}

func TestOutputMustBeAPNG(t *testing.T) {
	c := headless(1)
	c.Output = "picture.jpg"
	if err := New(c).Run(); err == nil || !strings.Contains(err.Error(), `Output is "picture.jpg"; the file's name must end in .png`) {
		t.Errorf("got %v", err)
	}
}

// A picture that cannot be written leaves the one that was there, and nothing beside it.
func TestFailedPictureKeepsTheOldOne(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "picture.png")
	if err := os.Mkdir(path, 0o755); err != nil { // a folder cannot be replaced by a file
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "kept"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := headless(1)
	c.Output = path
	if err := New(c).Run(); err == nil {
		t.Error("no error")
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	if _, err := os.Stat(filepath.Join(path, "kept")); err != nil {
		t.Error(err)
	}
}

func TestCameraThatIsNowhereIsAnError(t *testing.T) {
	c := headless(1)
	c.Camera = Camera{Position: mgl32.Vec3{0, float32(math.NaN()), 3}}
	if err := New(c).Run(); err == nil || !strings.Contains(err.Error(), "camera: Position is [NaN") {
		t.Errorf("got %v", err)
	}
}
