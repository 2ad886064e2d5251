package game

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

// firstStep is the length of the first frame of a window, which has no frame before it, in seconds.
const firstStep = 1. / 60

// Open opens the window, or the texture of a headless App, and the device. With [App.Frame] and [App.Close] it is what
// Run is made of, for a program with a loop of its own. After an error nothing is left open.
func (a *App) Open() (err error) {
	if a.err != nil {
		return a.err
	}
	if a.device != nil {
		return fmt.Errorf("game %q: it is open already", a.config.Title)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.config.Headless {
		err = a.openHeadless()
	} else {
		err = a.openWindow()
	}
	if err != nil {
		return err
	}
	info := a.device.Adapter()
	a.adapter = fmt.Sprintf("%s (%s)", info.Name, info.Backend)
	a.graph = gpu.NewFrameGraph(a.device)
	ark.AddResource(a.World, a.device)
	ark.AddResource(a.World, a.graph)
	a.link.open(a.World)
	a.frames, a.quit = 0, false
	a.metrics.start(time.Now())
	return nil
}

func (a *App) openHeadless() (err error) {
	if a.device, err = gpu.Open(a.config.Device); err != nil {
		return err
	}
	if most := int(a.device.Limits().MaxTextureSize); max(a.config.Width, a.config.Height) > most {
		return fmt.Errorf("game %q: Width × Height is %d × %d; this device draws at most %d pixels a side", a.config.Title, a.config.Width, a.config.Height, most)
	}
	a.targets = targets{device: a.device, samples: uint32(a.config.Samples), width: a.config.Width, height: a.config.Height}
	a.targets.still, err = a.device.NewTexture(stillDesc(a.config.Width, a.config.Height))
	return err
}

func (a *App) openWindow() (err error) {
	if a.window, err = openWindow(a.config.Title, a.config.Width, a.config.Height, &a.Input); err != nil {
		return err
	}
	var surface *gpu.Surface
	if a.device, surface, err = gpu.OpenForSurface(a.config.Device, a.window.surface()); err != nil {
		return err
	}
	a.targets = targets{device: a.device, surface: surface, samples: uint32(a.config.Samples)}
	return nil
}

// Frame runs one frame: input, camera, the schedule's steps and stages, and the functions of OnFrame. It reports whether
// another frame should follow; after an error none should.
func (a *App) Frame() (more bool, err error) {
	if a.graph == nil {
		return false, fmt.Errorf("game %q: Frame needs an open App", a.config.Title)
	}
	if ark.GetResource[gpu.FrameGraph](a.World) == nil {
		return false, fmt.Errorf("game %q: its world was reset; close the App and make a new one", a.config.Title)
	}
	if a.window != nil {
		a.window.poll()
	}
	began := time.Now()
	wall := a.wall(began)
	if a.Controls != nil {
		a.Controls.Update(&a.Camera, &a.Input, float32(wall))
	}
	a.targets.waited = 0
	if err := a.decide(a.Schedule.Run(a.World, wall)); err != nil {
		return false, err
	}
	work := time.Since(began) - a.targets.waited
	a.frames++
	for _, hook := range a.hooks {
		if err := hook(a); err != nil || a.device == nil { // a hook may close the App
			return false, err
		}
	}
	if err := a.endFrame(work); err != nil {
		return false, err
	}
	done := a.quit || (a.config.Frames > 0 && a.frames >= a.config.Frames) || (a.window != nil && a.window.closed())
	return !done, nil
}

// decide asks OnError's function whether an error ends the run.
func (a *App) decide(err error) error {
	if err == nil || a.onError == nil {
		return err
	}
	return a.onError(err)
}

// shows reports whether the frame of this number is drawn: it lies behind Start.
func (a *App) shows(frame int) bool { return frame > a.config.Start }

// wall is how long the last frame took, in seconds; for a headless App, and up to Start, it is one step, whatever the
// clock says.
func (a *App) wall(now time.Time) float64 {
	if a.window == nil {
		return a.config.FixedStep
	}
	if !a.shows(a.frames + 1) {
		return cmp.Or(a.config.FixedStep, firstStep)
	}
	defer func() { a.last = now }()
	if a.last.IsZero() {
		return firstStep
	}
	return now.Sub(a.last).Seconds()
}

// endFrame does what belongs between frames: numbers, title, the screenshot key.
func (a *App) endFrame(work time.Duration) error {
	now := time.Now()
	a.elapsed = now.Sub(a.metrics.opened)
	shown := a.shows(a.frames)
	half := shown && a.metrics.frame(now, work)
	if a.window == nil || !shown {
		a.device.Wait() // or frames would pile up faster than the device works them off
	}
	if a.window == nil {
		return nil
	}
	if half {
		a.window.setTitle(a.Metrics().title(a.config.Title))
	}
	var err error
	if a.Input.Hit(KeyF12) {
		err = a.SavePNG(freeName("."))
	}
	a.Input.EndFrame()
	if errors.Is(err, errNoPicture) {
		return nil
	}
	return err
}

// Close ends the systems and gives device and window back. It is harmless on an App that is not open. An App runs once:
// after Close its world can still be read, but not be opened again.
func (a *App) Close() error {
	if a.device == nil && a.window == nil {
		return nil
	}
	a.err = errClosed
	var errs []error
	if a.graph != nil {
		a.link.closing()
		errs = append(errs, a.Schedule.Close(a.World))
		removeResource[gpu.FrameGraph](a.World)
		removeResource[gpu.Device](a.World)
		a.link.close(a.World)
		a.graph = nil
	}
	if a.device != nil {
		size := [2]int{a.targets.width, a.targets.height}
		a.targets.release()
		errs = append(errs, a.device.Close())
		a.device = nil
		a.targets = targets{width: size[0], height: size[1]} // Metrics still tells the size
	}
	if a.window != nil {
		a.window.destroy()
		a.window = nil
	}
	return errors.Join(errs...)
}

// removeResource takes a resource out of the world, if it is there: a reset has taken all.
func removeResource[T any](w *ark.World) {
	if r := ark.NewResource[T](w); r.Has() {
		r.Remove()
	}
}

// errClosed is what is wrong with an App that was open once.
var errClosed = errors.New("game: an App runs once; make a new one")
