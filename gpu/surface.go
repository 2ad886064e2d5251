package gpu

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"
)

// Surface is what a window shows. It is not counted among the objects of the device; its owner releases it before it
// closes the device.
type Surface struct {
	device   *Device
	ref      *wgpu.Surface
	format   Format
	alpha    wgpu.CompositeAlphaMode
	width    uint32 // 0: inactive
	height   uint32
	picture  Texture // of the current frame; its object is alive between Acquire and Present
	drawn    bool    // a frame drew on it
	errors   int     // frames in a row without a picture
	released bool
}

// surfacePatience is for how many frames in a row a surface is set up anew before the driver's error is returned.
const surfacePatience = 8

// surfaceFormats are the formats of pictures, best first: where nothing encodes to sRGB on writing, the shader that maps
// tones does.
var surfaceFormats = []Format{FormatBGRA8, FormatRGBA8, FormatBGRA8sRGB, FormatRGBA8sRGB}

// OpenForSurface opens the best device that can show pictures on a host's window.
func OpenForSurface(cfg Config, desc *wgpu.SurfaceDescriptor) (_ *Device, _ *Surface, err error) {
	if cfg.Label == "" {
		cfg.Label = "motes"
	}
	if desc == nil {
		return nil, nil, &Error{"surface", cfg.Label, "the description of the window is nil", ErrUsage}
	}
	instance, err := cfg.instance()
	if err != nil {
		return nil, nil, err
	}
	surface, err := createSurface(instance, cfg.Label, desc)
	if err != nil {
		drivers.release()
		return nil, nil, err
	}
	d, err := cfg.open(instance, func(a *wgpu.Adapter) string {
		if len(surface.GetCapabilities(a).Formats) == 0 {
			return "it cannot show pictures in the window"
		}
		return ""
	})
	if err != nil {
		surface.Release()
		drivers.release()
		return nil, nil, err
	}
	s := &Surface{device: d, ref: surface}
	if err := s.choose(surface.GetCapabilities(d.adapter)); err != nil {
		surface.Release()
		d.Close()
		return nil, nil, err
	}
	return d, s, nil
}

func createSurface(instance *wgpu.Instance, label string, desc *wgpu.SurfaceDescriptor) (s *wgpu.Surface, err error) {
	defer func() {
		if r := recover(); r != nil { // the binding panics
			s, err = nil, &Error{"surface", label, fmt.Sprint(r), ErrUsage}
		}
	}()
	return instance.CreateSurface(desc), nil
}

// choose takes the best format that the window can show.
func (s *Surface) choose(caps wgpu.SurfaceCapabilities) error {
	for _, f := range surfaceFormats {
		if slices.Contains(caps.Formats, f.native()) {
			s.format = f
			break
		}
	}
	if s.format == FormatNone {
		return &Error{"surface", s.device.label, fmt.Sprintf("the window shows none of %v", surfaceFormats), ErrUsage}
	}
	s.alpha = wgpu.CompositeAlphaModeAuto
	if len(caps.AlphaModes) > 0 && !slices.Contains(caps.AlphaModes, wgpu.CompositeAlphaModeAuto) {
		s.alpha = caps.AlphaModes[0]
		if slices.Contains(caps.AlphaModes, wgpu.CompositeAlphaModeOpaque) {
			s.alpha = wgpu.CompositeAlphaModeOpaque
		}
	}
	return nil
}

// Format is that of the pictures. Where it is not IsSRGB, whoever draws the picture encodes it.
func (s *Surface) Format() Format { return s.format }

// Active reports whether there is anything to draw on: false before Configure and at size 0.
func (s *Surface) Active() bool { return !s.released && s.width > 0 }

// Configure sets the size in pixels. A size of 0, of a minimised window, makes the surface inactive and is no error. It
// must not be called between Acquire and Present. Pictures are shown with the display's refresh, in order.
func (s *Surface) Configure(width, height uint32) error {
	switch limit := s.device.limits.MaxTextureSize; {
	case s.released:
		return &Error{"surface", s.device.label, "it is configured after it was released", ErrUseAfterRelease}
	case s.acquired():
		return &Error{"surface", s.device.label, "it is configured between Acquire and Present", ErrUsage}
	case width == 0 || height == 0:
		s.width, s.height = 0, 0
		return nil
	case width > limit || height > limit:
		return &Error{"surface", s.device.label, fmt.Sprintf("the window has %d × %d pixels; each side must be at most %d", width, height, limit), ErrLimit}
	}
	s.width, s.height = width, height
	s.configure()
	return nil
}

func (s *Surface) configure() {
	s.ref.Configure(s.device.adapter, s.device.ref, &wgpu.SurfaceConfiguration{
		Usage:       wgpu.TextureUsageRenderAttachment,
		Format:      s.format.native(),
		Width:       s.width,
		Height:      s.height,
		PresentMode: wgpu.PresentModeFifo,
		AlphaMode:   s.alpha,
	})
}

func (s *Surface) acquired() bool { return s.picture.device != nil && !s.picture.released }

// Acquire takes the picture to draw this frame on; it is valid until Present, which must follow. ok is false when there is
// none: the surface is inactive, or was lost and is set up anew, and the frame is skipped.
func (s *Surface) Acquire() (t *Texture, ok bool, err error) {
	switch {
	case s.released:
		return nil, false, &Error{"surface", s.device.label, "a picture is taken after it was released", ErrUseAfterRelease}
	case s.acquired():
		return nil, false, &Error{"surface", s.device.label, "a second picture is taken before Present", ErrUsage}
	case s.width == 0:
		return nil, false, nil
	}
	ref, err := s.ref.GetCurrentTexture()
	if err != nil || emptyTexture(ref) {
		// Lost, outdated or late: the binding does not tell which.
		if s.errors++; err != nil && s.errors > surfacePatience {
			return nil, false, driverError("surface", s.device.label, err)
		}
		s.configure()
		return nil, false, nil
	}
	s.errors = 0
	// Only the view is released: the texture is the surface's, and releasing it would take a reference of the device that
	// the binding never took.
	view, err := ref.CreateView(nil)
	if err != nil {
		return nil, false, driverError("surface", s.device.label, err)
	}
	d := s.device
	s.picture = Texture{ref: ref, view: view, surface: s, desc: TextureDesc{
		Label: "surface", Width: s.width, Height: s.height, Format: s.format, Samples: 1, Usage: TextureTarget,
	}}
	s.picture.object = object{device: d, kind: textureKind, label: "surface"}
	s.picture.viewCount = object{device: d, kind: viewKind, label: "surface"}
	s.drawn = false
	d.registry.add(&s.picture.object)
	d.registry.add(&s.picture.viewCount)
	return &s.picture, true, nil
}

// emptyTexture reports whether the driver gave no texture: the binding wraps its null reference without an error.
func emptyTexture(t *wgpu.Texture) bool {
	return t == nil || reflect.ValueOf(t).Elem().FieldByName("ref").IsNil()
}

// Present shows the picture that Acquire gave; one that nothing was drawn on is black. Without one it does nothing.
func (s *Surface) Present() {
	if s.released || !s.acquired() {
		return
	}
	if !s.drawn {
		// Where even this fails the picture shows what it held; the next frame reports why.
		_ = s.blacken()
	}
	s.picture.release()
	s.ref.Present()
}

// blacken draws nothing on the picture, so that no memory of others is shown.
func (s *Surface) blacken() error {
	return s.device.submit("black", func(enc *wgpu.CommandEncoder) error {
		pass := enc.BeginRenderPass(&wgpu.RenderPassDescriptor{ColorAttachments: []wgpu.RenderPassColorAttachment{{
			View: s.picture.view, LoadOp: wgpu.LoadOpClear, StoreOp: wgpu.StoreOpStore, ClearValue: wgpu.ColorBlack,
		}}})
		defer pass.Release()
		return pass.End()
	})
}

// Release gives the window back. A second call does nothing.
func (s *Surface) Release() {
	if s.released {
		return
	}
	if s.acquired() {
		s.Present()
	}
	s.released = true
	s.ref.Release()
}
