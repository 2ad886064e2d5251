package game

import (
	"time"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

// Formats of the picture while it is made.
const (
	lightFormat = gpu.FormatRGBA16Float
	depthFormat = gpu.FormatDepth32Float
)

// targets is what a frame is drawn on.
type targets struct {
	device  *gpu.Device
	surface *gpu.Surface // nil when headless
	still   *gpu.Texture // what a headless frame is shown on

	samples       uint32       // per pixel of what is drawn on, 1 or 4
	views         []*view      // of this frame; those of the last one where there is nothing to draw on
	width, height int          // pixels of the picture; 0 while there is nothing to draw on
	pictured      [2]int       // the same of the last frame that was drawn
	out           *gpu.Texture // this frame's picture; nil: it is drawn nowhere
	waited        time.Duration
}

// targetSystem begins a frame: it takes the picture to draw on and tells plugins of the views. It is the first system of
// StagePrepare.
type targetSystem struct{ app *App }

func (s *targetSystem) Initialize(*ark.World) error { return nil }
func (s *targetSystem) Finalize(*ark.World) error   { return nil }

func (s *targetSystem) Update(*ark.World) error {
	a := s.app
	t := &a.targets
	a.link.begin()
	t.out = nil
	if !a.shows(a.frames + 1) {
		return nil
	}
	if err := t.acquire(a.window); err != nil {
		return err
	}
	if t.out == nil {
		return nil // minimised, or the surface was lost: particles are simulated, nothing is drawn
	}
	if err := t.show(a.Views, &a.Camera); err != nil {
		return err
	}
	for _, v := range t.views {
		a.link.show(v, t.samples, a.air())
	}
	return nil
}

// format is that of the pictures that are shown.
func (t *targets) format() gpu.Format {
	if t.surface != nil {
		return t.surface.Format()
	}
	return stillFormat
}

// acquire sets out to the picture of this frame, or to nil when there is none.
func (t *targets) acquire(w *window) error {
	if w == nil {
		t.out = t.still
		return nil
	}
	width, height := w.size()
	if most := int(t.device.Limits().MaxTextureSize); width == 0 || height == 0 || max(width, height) > most {
		t.width, t.height = 0, 0
		return nil
	}
	if width != t.width || height != t.height {
		if err := t.surface.Configure(uint32(width), uint32(height)); err != nil {
			return err
		}
		t.width, t.height = width, height
	}
	began := time.Now()
	out, ok, err := t.surface.Acquire()
	t.waited = time.Since(began)
	if err != nil || !ok {
		return err
	}
	t.out = out
	return nil
}

func (t *targets) release() {
	for _, v := range t.views {
		v.release()
	}
	t.views = nil
	if t.still != nil {
		t.still.Release()
		t.still = nil
	}
	if t.surface != nil {
		t.surface.Release()
		t.surface = nil
	}
	t.out = nil
}
