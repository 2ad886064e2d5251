package game

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"
)

// windowed opens a window on the test's display and shows a few frames in it.
func windowed(t *testing.T, c Config) *App {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	c.Title, c.Device.Software = "window test", true
	if c.Width == 0 {
		c.Width, c.Height = 320, 180
	}
	a := New(c)
	put(a, Sphere(1), mgl32.Vec3{0, 1, 0}, Material{Color: mgl32.Vec3{0.6, 0.1, 0.1}})
	put(a, Plane(20), mgl32.Vec3{}, Material{Color: mgl32.Vec3{0.2, 0.2, 0.2}})
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	device := a.device
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if live := device.Live(); live.Total() != 0 {
			t.Errorf("left alive: %+v", live)
		}
	})
	frames(t, a, 3)
	return a
}

// settle runs frames until the condition holds: the X server needs a moment to tell.
func settle(t *testing.T, a *App, what string, done func() bool) {
	t.Helper()
	for range 200 {
		frames(t, a, 1)
		if done() {
			return
		}
	}
	t.Fatalf("after 200 frames still not %s: %+v", what, a.Metrics())
}

func TestWindowShowsThePictureAndClosesWhenAsked(t *testing.T) {
	a := windowed(t, Config{})
	p, err := a.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	if b := p.Bounds(); b.Dx() != 320 || b.Dy() != 180 {
		t.Errorf("the picture is %v", b)
	}
	if c := p.NRGBAAt(160, 90); int(c.R) < 2*int(c.B) {
		t.Errorf("the middle of the red ball is %v", c)
	}
	more, err := a.Frame()
	if err != nil || !more {
		t.Errorf("an open window wants more frames: %v, %v", more, err)
	}
	a.window.handle.SetShouldClose(true)
	if more, err = a.Frame(); more || err != nil {
		t.Errorf("a closed window ends the run: %v, %v", more, err)
	}
}

func TestWindowWithAStartSimulatesInFixedStepsFirst(t *testing.T) {
	for _, row := range []struct {
		what        string
		step, wants float64
	}{
		{"without a fixed step", 0, 3. / 60},
		{"with a fixed step", 0.01, 0.03},
	} {
		a := windowed(t, Config{Start: 3, FixedStep: row.step})
		if clock := a.Time(); clock.Steps != 3 || math.Abs(clock.Elapsed-row.wants) > 1e-6 || a.targets.out != nil {
			t.Errorf("%s: after three frames the clock is %+v", row.what, *clock)
		}
		settle(t, a, "shown", func() bool { return a.targets.out != nil })
		if _, err := a.Screenshot(); err != nil {
			t.Errorf("%s: %v", row.what, err)
		}
	}
}

// TRAPS §2.2: configuring a surface at a size of zero aborts the process, and sizes change while frames are in flight.
func TestWindowSurvivesEveryResize(t *testing.T) {
	a := windowed(t, Config{})
	for _, size := range [][2]int{{641, 359}, {1, 1}, {3, 700}, {1023, 2}, {160, 90}} {
		a.window.handle.SetSize(size[0], size[1])
		settle(t, a, "resized", func() bool { return a.targets.width == size[0] && a.targets.height == size[1] })
		frames(t, a, 2)
		p, err := a.Screenshot()
		if err != nil {
			t.Fatal(err)
		}
		if b := p.Bounds(); b.Dx() != size[0] || b.Dy() != size[1] {
			t.Errorf("the picture is %v, want %v", b, size)
		}
	}
	for i := range 30 { // as when a border is dragged: a new size every frame
		a.window.handle.SetSize(200+7*i, 150+3*i)
		frames(t, a, 1)
	}
}

func TestMinimisedWindowRunsOnWithoutAPictureAndComesBack(t *testing.T) {
	a := windowed(t, Config{})
	m := newManager(t)
	id := uint32(a.window.handle.GetX11Window())
	for range 2 {
		m.minimise(id)
		settle(t, a, "minimised", func() bool { return a.targets.width == 0 })
		steps, views := a.Time().Steps, a.link.count()
		frames(t, a, 3)
		if a.Time().Steps <= steps || views != 0 {
			t.Errorf("minimised: steps %d → %d, %d views", steps, a.Time().Steps, views)
		}
		m.restore(id)
		settle(t, a, "restored", func() bool { return a.targets.width == 320 && a.targets.out != nil })
		frames(t, a, 2)
	}
	if _, err := a.Screenshot(); err != nil {
		t.Error(err)
	}
}

func TestWindowThatIsMinimisedAndResizedComesBackInItsNewSize(t *testing.T) {
	a := windowed(t, Config{})
	m := newManager(t)
	id := uint32(a.window.handle.GetX11Window())
	m.minimise(id)
	settle(t, a, "minimised", func() bool { return a.targets.width == 0 })
	a.window.handle.SetSize(411, 233)
	frames(t, a, 3)
	m.restore(id)
	settle(t, a, "restored", func() bool { return a.targets.width == 411 && a.targets.height == 233 })
}

func TestWindowClosedWhileMinimisedIsAnOrdinaryEnd(t *testing.T) {
	a := windowed(t, Config{})
	m := newManager(t)
	m.minimise(uint32(a.window.handle.GetX11Window()))
	settle(t, a, "minimised", func() bool { return a.targets.width == 0 })
}

func TestSeveralWindowsOneAfterTheOther(t *testing.T) {
	for range 3 {
		t.Run("window", func(t *testing.T) { windowed(t, Config{}) })
	}
}

func TestFixedStepsInAWindowFollowTheClock(t *testing.T) {
	a := windowed(t, Config{FixedStep: 1. / 240})
	frames(t, a, 20)
	clock := a.Time()
	if clock.Steps == 0 || clock.Delta != float32(1./240) || clock.Alpha < 0 || clock.Alpha > 1 {
		t.Errorf("the clock: %+v", *clock)
	}
}

func TestF12SavesAPictureUnderAFreeName(t *testing.T) {
	a := windowed(t, Config{})
	t.Chdir(t.TempDir())
	for range 2 {
		a.window.onKey(nil, glfw.KeyF12, 0, glfw.Press, 0)
		frames(t, a, 2)
		a.window.onKey(nil, glfw.KeyF12, 0, glfw.Release, 0)
	}
	found, _ := filepath.Glob("*.png")
	if strings.Join(found, " ") != "screenshot-001.png screenshot-002.png" {
		t.Errorf("found %q", found)
	}
}

// What a window shows cannot be read: a screenshot makes the way from light to picture once more, with all effects.
func TestScreenshotOfAWindowHasEffectsAndViews(t *testing.T) {
	dress := func(a *App) {
		allOn(a)
		a.Views = Split(nil, &Camera{Position: mgl32.Vec3{4, 3, 4}})
	}
	a := windowed(t, Config{Samples: 4})
	dress(a)
	frames(t, a, 2)
	got, err := a.Screenshot()
	if err != nil {
		t.Fatal(err)
	}
	c := headless(2)
	c.Width, c.Height, c.Samples = got.Rect.Dx(), got.Rect.Dy(), 4
	b := New(c)
	put(b, Sphere(1), mgl32.Vec3{0, 1, 0}, Material{Color: mgl32.Vec3{0.6, 0.1, 0.1}})
	put(b, Plane(20), mgl32.Vec3{}, Material{Color: mgl32.Vec3{0.2, 0.2, 0.2}})
	dress(b)
	if want := picture(t, b); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the screenshot of a window is not the picture of a headless run")
	}
}

func TestWindowTitleTellsTheNumbers(t *testing.T) {
	m := Metrics{Particles: 1234, FPS: 59.6, CPU: 1_250_000, GPU: 3_400_000}
	if got := m.title("Fire"); got != "Fire — 1234 particles, 60 fps, CPU 1.25 ms, GPU 3.40 ms" {
		t.Errorf("got %q", got)
	}
}

func TestKeysOfTheWindowAreTranslated(t *testing.T) {
	for from, want := range map[glfw.Key]Key{
		glfw.KeyA: KeyA, glfw.KeyW: KeyW, glfw.KeyZ: KeyZ, glfw.Key0: Key0, glfw.Key9: Key9, glfw.KeyRightShift: KeyShift,
		glfw.KeyF12: KeyF12, glfw.KeyWorld1: KeyUnknown, glfw.KeyUnknown: KeyUnknown,
	} {
		if got := keyOf(from); got != want {
			t.Errorf("glfw key %d is %d, want %d", from, got, want)
		}
	}
}

// What has no display, or no driver, ends in an error and not in an abort: seen from outside, in a process of its own.
func TestWithoutDisplayOrDriverRunReturnsAnError(t *testing.T) {
	if what := os.Getenv("MOTES_TEST_CHILD"); what != "" {
		c := headless(1)
		c.Headless = what != "display"
		if err := New(c).Run(); err != nil {
			os.Stdout.WriteString("refused: " + err.Error() + "\n")
		}
		return
	}
	for _, row := range []struct{ what, environment, want string }{
		{"display", "DISPLAY=:4711", "display"},
		{"driver", "VK_ICD_FILENAMES=/nonexistent.json", "install a Vulkan driver"},
	} {
		child := exec.Command(os.Args[0], "-test.run=^TestWithoutDisplayOrDriverRunReturnsAnError$", "-test.count=1")
		child.Env = append(os.Environ(), "MOTES_TEST_CHILD="+row.what, "VK_DRIVER_FILES=", row.environment)
		out, err := child.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "refused: ") || !strings.Contains(string(out), row.want) {
			t.Errorf("without a %s: %v\n%s", row.what, err, out)
		}
	}
}
