package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// TextureUsage says what a texture is for; values are combined with |.
type TextureUsage uint32

// What a texture can be for.
const (
	TextureTarget    TextureUsage = 1 << iota // rendered to
	TextureSampled                            // read by shaders
	TextureCopySrc                            // read back
	TextureCopyDst                            // written by the CPU
	allTextureUsages = 1<<iota - 1
)

var nativeTextureUsages = []wgpu.TextureUsage{
	wgpu.TextureUsageRenderAttachment, wgpu.TextureUsageTextureBinding, wgpu.TextureUsageCopySrc, wgpu.TextureUsageCopyDst,
}

func (u TextureUsage) native() (native wgpu.TextureUsage) {
	for bit, n := range nativeTextureUsages {
		if u&(1<<bit) != 0 {
			native |= n
		}
	}
	return native
}

// TextureDesc describes a two-dimensional texture with one mip level.
type TextureDesc struct {
	Label         string
	Width, Height uint32 // texels, 1 to Limits.MaxTextureSize
	Format        Format
	Samples       uint32 // per texel: 0 and 1 mean one, 4 is the only other choice
	Usage         TextureUsage
}

func (t *TextureDesc) samples() uint32 { return max(1, t.Samples) }

func (t *TextureDesc) bytes() uint64 {
	return uint64(t.Width) * uint64(t.Height) * uint64(t.Format.TexelSize()) * uint64(t.samples())
}

// check returns what is wrong with the description, or nil.
func (t *TextureDesc) check(limit uint32) error {
	refuse := func(cause error, format string, args ...any) error {
		return &Error{"texture", t.Label, fmt.Sprintf(format, args...), cause}
	}
	switch {
	case t.Width < 1 || t.Width > limit || t.Height < 1 || t.Height > limit:
		return refuse(ErrLimit, "it is %d × %d texels; each side must be between 1 and %d", t.Width, t.Height, limit)
	case !t.Format.known():
		return refuse(ErrUsage, "Format is %v; it must be one of the formats of this package", t.Format)
	case t.samples() != 1 && t.samples() != 4:
		return refuse(ErrUsage, "Samples is %d; it must be 1 or 4", t.Samples)
	case t.Usage == 0:
		return refuse(ErrUsage, "Usage is 0; say what the texture is for")
	case t.Usage&^allTextureUsages != 0:
		return refuse(ErrUsage, "Usage is %#x; it has unknown bits", uint32(t.Usage))
	case t.samples() > 1 && t.Usage&(TextureCopySrc|TextureCopyDst) != 0:
		return refuse(ErrUsage, "a texture of %d samples cannot be copied: resolve it first", t.Samples)
	case t.samples() > 1 && t.Usage&TextureTarget == 0:
		return refuse(ErrUsage, "a texture of %d samples must be a TextureTarget", t.Samples)
	case t.samples() > 1 && t.Format == FormatRGBA32Float:
		return refuse(ErrUsage, "Samples is %d; %v allows only 1", t.Samples, t.Format)
	case t.Format == FormatDepth24Plus && t.Usage&(TextureCopySrc|TextureCopyDst) != 0:
		return refuse(ErrUsage, "%v cannot be copied: use depth32float", t.Format)
	case t.Format.IsDepth() && t.Usage&TextureCopyDst != 0:
		return refuse(ErrUsage, "%v cannot be written by the CPU: clear it in a pass", t.Format)
	}
	return nil
}

// Texture is an image on the device together with the view that shows all of it.
type Texture struct {
	object
	ref       *wgpu.Texture
	view      *wgpu.TextureView
	viewCount object
	desc      TextureDesc
	surface   *Surface // whose picture it is; nil for others
}

// NewTexture allocates a texture. Its errors are ErrLimit, ErrUsage and ErrUseAfterRelease (a closed device).
func (d *Device) NewTexture(desc TextureDesc) (*Texture, error) {
	if err := d.open("texture", desc.Label); err != nil {
		return nil, err
	}
	if err := desc.check(d.limits.MaxTextureSize); err != nil {
		return nil, err
	}
	desc.Samples = desc.samples()
	ref, err := d.ref.CreateTexture(&wgpu.TextureDescriptor{
		Label:         desc.Label,
		Usage:         desc.Usage.native(),
		Dimension:     wgpu.TextureDimension2D,
		Size:          wgpu.Extent3D{Width: desc.Width, Height: desc.Height, DepthOrArrayLayers: 1},
		Format:        desc.Format.native(),
		MipLevelCount: 1,
		SampleCount:   desc.Samples,
	})
	if err != nil {
		return nil, driverError("texture", desc.Label, err)
	}
	view, err := ref.CreateView(nil)
	if err != nil {
		ref.Release()
		return nil, driverError("texture", desc.Label, err)
	}
	t := &Texture{ref: ref, view: view, desc: desc}
	t.object = object{device: d, kind: textureKind, label: desc.Label, bytes: desc.bytes()}
	t.viewCount = object{device: d, kind: viewKind, label: desc.Label}
	d.registry.add(&t.object)
	d.registry.add(&t.viewCount)
	return t, nil
}

// Width is the width in texels.
func (t *Texture) Width() uint32 { return t.desc.Width }

// Height is the height in texels.
func (t *Texture) Height() uint32 { return t.desc.Height }

// Format is how a texel is stored.
func (t *Texture) Format() Format { return t.desc.Format }

// Samples is the number of samples per texel, 1 or 4.
func (t *Texture) Samples() uint32 { return t.desc.Samples }

// Usage is what the texture was made for.
func (t *Texture) Usage() TextureUsage { return t.desc.Usage }

// Write replaces all texels: rows from the top, without padding, TexelSize bytes each. It takes effect before the
// commands of the next submit.
func (t *Texture) Write(pixels []byte) error {
	switch {
	case t.released:
		return &Error{"texture", t.label, "it is written to after it was released", ErrUseAfterRelease}
	case t.desc.Usage&TextureCopyDst == 0:
		return &Error{"texture", t.label, "it is written to, but made without TextureCopyDst", ErrUsage}
	case uint64(len(pixels)) != t.desc.bytes():
		return &Error{"texture", t.label, fmt.Sprintf("%d bytes for %d × %d texels of %v; there must be %d",
			len(pixels), t.desc.Width, t.desc.Height, t.desc.Format, t.desc.bytes()), ErrRange}
	}
	err := t.device.queue.WriteTexture(
		&wgpu.ImageCopyTexture{Texture: t.ref, Aspect: wgpu.TextureAspectAll},
		pixels,
		&wgpu.TextureDataLayout{BytesPerRow: t.desc.Width * t.desc.Format.TexelSize(), RowsPerImage: t.desc.Height},
		&wgpu.Extent3D{Width: t.desc.Width, Height: t.desc.Height, DepthOrArrayLayers: 1})
	if err != nil {
		return driverError("texture", t.label, err)
	}
	return nil
}

// Release frees the texture once the device is done with it. A second call does nothing; neither does a call on the
// picture of a surface, which the surface owns.
func (t *Texture) Release() {
	if t.surface == nil {
		t.release()
	}
}

func (t *Texture) release() {
	t.device.drop(&t.viewCount, t.view.Release)
	t.device.drop(&t.object, func() {
		if t.surface == nil {
			t.ref.Release()
		}
	})
}
