package game

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/gomotes/motes/gpu"
)

// stillFormat is what screenshots and headless pictures are made of.
const stillFormat = gpu.FormatRGBA8sRGB

// errNoPicture is returned by a capture before the first frame that was drawn.
var errNoPicture = errors.New("there is no picture to capture yet: draw a frame first")

// Screenshot returns the picture of the last frame, opaque and sRGB-encoded. It waits for the device, so it belongs
// between frames: in OnFrame, or after [App.Frame].
func (a *App) Screenshot() (*image.NRGBA, error) {
	if a.device == nil {
		return nil, fmt.Errorf("game %q: Screenshot needs an open App", a.config.Title)
	}
	t := &a.targets
	if len(t.views) == 0 || len(a.meshes.views) < len(t.views) {
		return nil, fmt.Errorf("game %q: %w", a.config.Title, errNoPicture)
	}
	if t.still != nil {
		return a.device.ReadImage(t.still)
	}
	// A window's picture cannot be read; the light it was made of can be worked on once more.
	still, err := a.device.NewTexture(stillDesc(t.pictured[0], t.pictured[1]))
	if err != nil {
		return nil, err
	}
	defer still.Release()
	if err := a.finish(still, a.tonemap.still); err != nil {
		return nil, err
	}
	if err := a.graph.Execute(); err != nil {
		return nil, err
	}
	return a.device.ReadImage(still)
}

// finish puts the way from the light of the last frame to a picture on the graph.
func (a *App) finish(out *gpu.Texture, pipeline *gpu.RenderPipeline) error {
	for _, v := range a.targets.views {
		v.lit = v.light
	}
	if err := errors.Join(a.bloom.spread(), a.dof.blur()); err != nil {
		return err
	}
	a.tonemap.show(out, pipeline)
	return nil
}

func stillDesc(width, height int) gpu.TextureDesc {
	return gpu.TextureDesc{
		Label: "picture", Width: uint32(width), Height: uint32(height),
		Format: stillFormat, Usage: gpu.TextureTarget | gpu.TextureCopySrc,
	}
}

// SavePNG writes the picture of the last frame to a file; missing folders are made. A file that cannot be written whole
// replaces nothing.
func (a *App) SavePNG(path string) error {
	picture, err := a.Screenshot()
	if err != nil {
		return err
	}
	if err := writePNG(path, picture); err != nil {
		return fmt.Errorf("game %q: picture not written: %w", a.config.Title, err)
	}
	return nil
}

func writePNG(path string, picture image.Image) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	// Beside it first: a picture that cannot be written whole must not cost the one that was there.
	file, err := os.CreateTemp(filepath.Dir(path), ".picture-*.png")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // after the rename there is none of that name
	buffered := bufio.NewWriter(file)
	if err := png.Encode(buffered, picture); err != nil {
		return errors.Join(err, file.Close())
	}
	if err := errors.Join(buffered.Flush(), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// freeName is the first of screenshot-001.png, screenshot-002.png … that is not taken in the folder.
func freeName(folder string) string {
	for i := 1; ; i++ {
		path := filepath.Join(folder, fmt.Sprintf("screenshot-%03d.png", i))
		if _, err := os.Lstat(path); err != nil {
			return path
		}
	}
}
