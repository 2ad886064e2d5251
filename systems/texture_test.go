package systems_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// grey is an opaque image of one sRGB value.
func grey(value uint8) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := range picture.Pix {
		picture.Pix[i] = value
		if i%4 == 3 {
			picture.Pix[i] = 255
		}
	}
	return picture
}

// files are a PNG, a JPEG and something that is neither.
func files(t *testing.T) fstest.MapFS {
	t.Helper()
	var p, j bytes.Buffer
	if err := errors.Join(png.Encode(&p, grey(188)), jpeg.Encode(&j, grey(188), &jpeg.Options{Quality: 95})); err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"grey.png": {Data: p.Bytes()}, "fx/grey.jpg": {Data: j.Bytes()},
		"cut.png": {Data: p.Bytes()[:40]}, "notes.txt": {Data: []byte("remember the milk")},
	}
}

// Textures come from PNG and JPEG files; their colours are sRGB: 188 is half the light.
func TestTexturesComeFromFiles(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, path := range []string{"grey.png", "fx/grey.jpg"} {
			c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
			if err := c.plugin.RegisterTextureFile("grey", files(t), path); err != nil {
				t.Fatal(err)
			}
			pool := c.addPool(components.Pool{MaxParticles: 4, Texture: "grey"})
			c.addEmitter(still(1, mgl32.Vec3{1, 1, 1}, 1), components.Transform{}, pool)
			if got := c.frame(0).NRGBAAt(side/2, side/2); !near(got, color.NRGBA{128, 128, 128, 255}, 2) {
				t.Errorf("%s: %v, want half the light", path, got)
			}
		}
	})
}

// Files that are none are refused with a sentence that names texture and file.
func TestBadTextureFilesAreRefused(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	for _, path := range []string{"missing.png", "cut.png", "notes.txt", "../grey.png", ""} {
		err := w.plugin.RegisterTextureFile("leaf", files(t), path)
		if err == nil || !strings.Contains(err.Error(), `texture "leaf"`) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if err := w.plugin.RegisterTextureFile("leaf", nil, "grey.png"); err == nil || !strings.Contains(err.Error(), "os.DirFS") {
		t.Errorf("no file system: %v", err)
	}
	if err := w.plugin.RegisterTextureFile("leaf", files(t), "grey.png"); err != nil {
		t.Errorf("after all that: %v", err)
	}
}

// A texture is on the device while pools use it: once for all of them, and no longer than the last.
func TestTexturesAreCounted(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		w.addPool(components.Pool{MaxParticles: 10})
		w.ticks(1, 1./60)
		without := device.Live().Textures
		on := func(want int) {
			t.Helper()
			w.ticks(1, 1./60)
			if got := device.Live().Textures - without; got != want {
				t.Errorf("%d textures are on the device, want %d", got, want)
			}
		}
		if err := errors.Join(w.plugin.RegisterTexture("a", grey(1)), w.plugin.RegisterTexture("b", grey(2))); err != nil {
			t.Fatal(err)
		}
		on(0)
		one := w.addPool(components.Pool{MaxParticles: 10, Texture: "a"})
		two := w.addPool(components.Pool{MaxParticles: 10, Texture: "a"})
		on(1)
		w.pool.Get(two).Texture = "b"
		on(2)
		if err := w.plugin.UnregisterTexture("b"); !errors.Is(err, systems.ErrTextureInUse) {
			t.Errorf("b is in use: %v", err)
		}
		w.RemoveEntity(one)
		on(1)
		w.pool.Get(two).Texture = ""
		on(0)
		if err := errors.Join(w.plugin.UnregisterTexture("a"), w.plugin.UnregisterTexture("b")); err != nil {
			t.Error(err)
		}
		if err := w.plugin.UnregisterTexture("a"); !errors.Is(err, systems.ErrUnknownTexture) {
			t.Errorf("a is gone: %v", err)
		}
		if err := w.plugin.RegisterTexture("a", grey(3)); err != nil {
			t.Errorf("the name is free again: %v", err)
		}
		three := w.addPool(components.Pool{MaxParticles: 10, Texture: "a"})
		on(1)
		ark.NewMap[components.Pool](w.World).Remove(three)
		on(0)
	})
}
