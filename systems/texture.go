package systems

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // for RegisterTextureFile
	_ "image/png"
	"io/fs"
	"reflect"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// ErrUnknownTexture says that a pool names a texture that was not registered.
var ErrUnknownTexture = errors.New("unknown texture")

// ErrTextureInUse says that a texture cannot go while pools have it.
var ErrTextureInUse = errors.New("the texture is in use")

// maxTextureSide is more than devices draw; what the device at hand draws is checked when a pool
// uses the texture.
const maxTextureSide = 32_768

// texture is a registered image. It is on the device while pools use it.
type texture struct {
	pixels *image.NRGBA
	image  *gpu.ParticleImage
	users  int
}

// RegisterTexture makes an image available to pools under a name. Its colours are sRGB, its
// alpha straight. The image is copied; it is on the device while a pool uses it, once for all
// of them.
func (p *ParticlePlugin) RegisterTexture(name string, picture image.Image) error {
	if p.state == nil {
		return fmt.Errorf("texture %q: add the plugin to a world first", name)
	}
	if name == "" || isNil(picture) || picture.Bounds().Empty() {
		return fmt.Errorf("texture %q: it needs a name and an image of at least one pixel", name)
	}
	if size := picture.Bounds().Size(); size.X > maxTextureSide || size.Y > maxTextureSide {
		return fmt.Errorf("texture %q: it is %d × %d; each side must be at most %d pixels", name, size.X, size.Y, maxTextureSide)
	}
	if p.state.textures[name] != nil {
		return fmt.Errorf("texture %q: the name is taken; choose another", name)
	}
	pixels := image.NewNRGBA(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(pixels, pixels.Bounds(), picture, picture.Bounds().Min, draw.Src)
	p.state.textures[name] = &texture{pixels: pixels}
	for _, pool := range p.state.pools {
		if pool.config.Texture == name && pool.device == nil {
			pool.settingsErr = nil // the next step tries it again
		}
	}
	return nil
}

// RegisterTextureFile is RegisterTexture for a PNG or JPEG file of a file system: os.DirFS for a
// folder, embed.FS for files inside the program.
func (p *ParticlePlugin) RegisterTextureFile(name string, files fs.FS, path string) error {
	if files == nil {
		return fmt.Errorf("texture %q: the file system is nil; pass os.DirFS(folder) or an embed.FS", name)
	}
	file, err := files.Open(path)
	if err != nil {
		return fmt.Errorf("texture %q: %w", name, err)
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		return fmt.Errorf("texture %q: %s: %w; it must be a PNG or JPEG file", name, path, err)
	}
	return p.RegisterTexture(name, picture)
}

// UnregisterTexture forgets a texture that no pool uses.
func (p *ParticlePlugin) UnregisterTexture(name string) error {
	if p.state == nil || p.state.textures[name] == nil {
		return fmt.Errorf("texture %q: %w", name, ErrUnknownTexture)
	}
	if n := p.state.textures[name].users; n > 0 {
		return fmt.Errorf("texture %q: %w by %d pools; remove them or give them another", name, ErrTextureInUse, n)
	}
	delete(p.state.textures, name)
	return nil
}

// picture is a pool's texture on the device, counted; nil stands for the soft disc.
func (s *state) picture(config *components.Pool) (*texture, error) {
	if config.Texture == "" {
		return nil, nil
	}
	t := s.textures[config.Texture]
	if t == nil {
		return nil, fmt.Errorf("pool %q: Texture is %q: %w; register it with ParticlePlugin.RegisterTexture, or leave it empty for a soft disc",
			config.Label, config.Texture, ErrUnknownTexture)
	}
	if t.image == nil {
		size := t.pixels.Bounds().Size()
		image, err := s.particles.NewImage(config.Texture, size.X, size.Y, t.pixels.Pix)
		if err != nil {
			return nil, fmt.Errorf("pool %q: %w", config.Label, err)
		}
		t.image = image
	}
	t.users++
	return t, nil
}

// drop gives a pool's share of a texture back. With the last one it returns what is to be
// released on the device.
func (t *texture) drop() *gpu.ParticleImage {
	if t == nil {
		return nil
	}
	t.users--
	if t.users > 0 {
		return nil
	}
	image := t.image
	t.image = nil
	return image
}

// onDevice is the texture's device half, nil for the soft disc.
func (t *texture) onDevice() *gpu.ParticleImage {
	if t == nil {
		return nil
	}
	return t.image
}

// isNil also sees the nil of a pointer to an image.
func isNil(picture image.Image) bool {
	if picture == nil {
		return true
	}
	v := reflect.ValueOf(picture)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
