package gpu

import "fmt"

// ParticleImage is a texture that pools draw their particles with.
type ParticleImage struct {
	texture *Texture
	group   *BindGroup
}

// NewImage uploads an image of tightly packed, straight (not premultiplied) RGBA in
// sRGB, 8 bits a channel, top row first.
func (p *Particles) NewImage(label string, width, height int, pixels []byte) (*ParticleImage, error) {
	if limit := int(p.device.Limits().MaxTextureSize); width < 1 || height < 1 || width > limit || height > limit {
		return nil, fmt.Errorf("texture %q: it is %d×%d; each side must be between 1 and %d", label, width, height, limit)
	}
	if len(pixels) != width*height*4 {
		return nil, fmt.Errorf("texture %q: %d bytes for %d×%d texels; there must be %d", label, len(pixels), width, height, width*height*4)
	}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	return p.newImage(label, width, height, pixels)
}

func (p *Particles) newImage(label string, width, height int, pixels []byte) (_ *ParticleImage, err error) {
	image := &ParticleImage{}
	defer func() {
		if err != nil {
			image.Release()
		}
	}()
	image.texture, err = p.device.NewTexture(TextureDesc{
		Label:  label,
		Width:  uint32(width),
		Height: uint32(height),
		Format: FormatRGBA8sRGB,
		Usage:  TextureSampled | TextureCopyDst,
	})
	if err != nil {
		return nil, err
	}
	if err = image.texture.Write(pixels); err != nil {
		return nil, err
	}
	image.group, err = p.device.NewBindGroup(label, p.imageLayout,
		GroupEntry{Binding: 0, Texture: image.texture},
		GroupEntry{Binding: 1, Sampler: p.sampler})
	return image, err
}

// Release frees the texture. A second call does nothing.
func (i *ParticleImage) Release() {
	if i.group != nil {
		i.group.Release()
		i.group = nil
	}
	if i.texture != nil {
		i.texture.Release()
		i.texture = nil
	}
}
