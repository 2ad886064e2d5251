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

	light, depth  *gpu.Texture // of the size below; nil before the first picture
	width, height int          // pixels of the picture; 0 while there is nothing to draw on
	out           *gpu.Texture // this frame's picture; nil: it is drawn nowhere
	waited        time.Duration
}

// targetSystem begins a frame: it takes the picture to draw on and tells plugins of the view. It is the first system of
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
	if err := a.Camera.Validate(); err != nil {
		return err
	}
	a.link.show(&a.Camera, t)
	return nil
}

func (t *targets) aspect() float32 { return float32(t.width) / float32(max(t.height, 1)) }

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
		if err := t.resize(width, height); err != nil {
			return err
		}
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

// resize replaces the textures by ones of this size.
func (t *targets) resize(width, height int) (err error) {
	t.width, t.height = width, height
	if t.light != nil && int(t.light.Width()) == width && int(t.light.Height()) == height {
		return nil // back from a minimised window
	}
	t.releaseTextures()
	desc := gpu.TextureDesc{
		Label: "light", Width: uint32(width), Height: uint32(height),
		Format: lightFormat, Usage: gpu.TextureTarget | gpu.TextureSampled,
	}
	if t.light, err = t.device.NewTexture(desc); err != nil {
		return err
	}
	desc.Label, desc.Format, desc.Usage = "depth", depthFormat, gpu.TextureTarget
	t.depth, err = t.device.NewTexture(desc)
	return err
}

func (t *targets) releaseTextures() {
	if t.light != nil {
		t.light.Release()
		t.light = nil
	}
	if t.depth != nil {
		t.depth.Release()
		t.depth = nil
	}
}

func (t *targets) release() {
	t.releaseTextures()
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
