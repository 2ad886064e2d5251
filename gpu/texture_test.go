package gpu_test

import (
	"bytes"
	"image/color"
	"testing"

	"github.com/gomotes/motes/gpu"
)

func TestATextureThatCannotBeMadeIsRefused(t *testing.T) {
	noLeak(t)
	for _, c := range []struct {
		what string
		desc gpu.TextureDesc
		sort error
		word string
	}{
		{"no width", gpu.TextureDesc{Height: 1, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled}, gpu.ErrLimit, "0 × 1"},
		{"too wide", gpu.TextureDesc{Width: 8193, Height: 1, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled}, gpu.ErrLimit, "between 1 and 8192"},
		{"no format", gpu.TextureDesc{Width: 1, Height: 1, Usage: gpu.TextureSampled}, gpu.ErrUsage, "Format is none"},
		{"unknown format", gpu.TextureDesc{Width: 1, Height: 1, Format: 200, Usage: gpu.TextureSampled}, gpu.ErrUsage, "Format is format 200"},
		{"no usage", gpu.TextureDesc{Width: 1, Height: 1, Format: gpu.FormatRGBA8}, gpu.ErrUsage, "Usage is 0"},
		{"unknown usage", gpu.TextureDesc{Width: 1, Height: 1, Format: gpu.FormatRGBA8, Usage: 1 << 9}, gpu.ErrUsage, "unknown bits"},
		{"two samples", gpu.TextureDesc{Width: 1, Height: 1, Samples: 2, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget}, gpu.ErrUsage, "1 or 4"},
		{"samples to copy", gpu.TextureDesc{Width: 1, Height: 1, Samples: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc}, gpu.ErrUsage, "resolve it first"},
		{"samples nobody renders", gpu.TextureDesc{Width: 1, Height: 1, Samples: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled}, gpu.ErrUsage, "TextureTarget"},
		{"samples of a format without", gpu.TextureDesc{Width: 1, Height: 1, Samples: 4, Format: gpu.FormatRGBA32Float, Usage: gpu.TextureTarget}, gpu.ErrUsage, "allows only 1"},
		{"a depth to read back", gpu.TextureDesc{Width: 1, Height: 1, Format: gpu.FormatDepth24Plus, Usage: gpu.TextureCopySrc}, gpu.ErrUsage, "depth32float"},
		{"a depth to write", gpu.TextureDesc{Width: 1, Height: 1, Format: gpu.FormatDepth32Float, Usage: gpu.TextureCopyDst}, gpu.ErrUsage, "clear it"},
	} {
		t.Run(c.what, func(t *testing.T) {
			c.desc.Label = "smoke"
			_, err := device.NewTexture(c.desc)
			refused(t, err, c.sort, `texture "smoke"`, c.word)
		})
	}
}

func TestEveryFormatMakesATargetThatShadersRead(t *testing.T) {
	noLeak(t)
	for f := gpu.FormatRGBA8; f <= gpu.FormatDepth24Plus; f++ {
		samples := []uint32{1, 4}
		if f == gpu.FormatRGBA32Float {
			samples = samples[:1]
		}
		for _, n := range samples {
			made := texture(t, gpu.TextureDesc{Label: f.String(), Width: 3, Height: 2, Format: f, Samples: n, Usage: gpu.TextureTarget | gpu.TextureSampled})
			if made.Width() != 3 || made.Height() != 2 || made.Format() != f || made.Samples() != n {
				t.Errorf("%v: %d × %d of %v, %d samples", f, made.Width(), made.Height(), made.Format(), made.Samples())
			}
		}
	}
}

func TestATextureKeepsWhatIsWritten(t *testing.T) {
	noLeak(t)
	for _, f := range []gpu.Format{gpu.FormatRGBA8, gpu.FormatRGBA8sRGB, gpu.FormatBGRA8, gpu.FormatRGBA16Float, gpu.FormatR32Float} {
		made := texture(t, gpu.TextureDesc{Label: f.String(), Width: 5, Height: 3, Format: f, Usage: gpu.TextureCopyDst | gpu.TextureCopySrc})
		pixels := make([]byte, 5*3*f.TexelSize())
		for i := range pixels {
			pixels[i] = byte(i)
		}
		if err := made.Write(pixels); err != nil {
			t.Fatal(err)
		}
		if got := must(device.ReadTexture(made))(t); !bytes.Equal(got, pixels) {
			t.Errorf("%v: %v came back as %v", f, pixels, got)
		}
	}
}

func TestAnImageHasItsChannelsInOrder(t *testing.T) {
	noLeak(t)
	for f, want := range map[gpu.Format]color.NRGBA{
		gpu.FormatRGBA8sRGB: {R: 10, G: 20, B: 30, A: 40},
		gpu.FormatBGRA8:     {R: 30, G: 20, B: 10, A: 40},
	} {
		made := texture(t, gpu.TextureDesc{Label: "i", Width: 1, Height: 1, Format: f, Usage: gpu.TextureCopyDst | gpu.TextureCopySrc})
		if err := made.Write([]byte{10, 20, 30, 40}); err != nil {
			t.Fatal(err)
		}
		if got := must(device.ReadImage(made))(t).NRGBAAt(0, 0); got != want {
			t.Errorf("%v: %v, want %v", f, got, want)
		}
	}
}

func TestAWrongWriteOrReadOfATextureIsRefused(t *testing.T) {
	noLeak(t)
	made := texture(t, gpu.TextureDesc{Label: "t", Width: 2, Height: 2, Format: gpu.FormatRGBA16Float, Usage: gpu.TextureCopyDst | gpu.TextureCopySrc})
	refused(t, made.Write(make([]byte, 31)), gpu.ErrRange, "31 bytes", "there must be 32")
	_, err := device.ReadImage(made)
	refused(t, err, gpu.ErrUsage, "rgba16float")
	plain := texture(t, gpu.TextureDesc{Label: "plain", Width: 2, Height: 2, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled})
	refused(t, plain.Write(make([]byte, 16)), gpu.ErrUsage, "TextureCopyDst")
	_, err = device.ReadTexture(plain)
	refused(t, err, gpu.ErrUsage, "TextureCopySrc")
	_, err = device.ReadTexture(nil)
	refused(t, err, gpu.ErrUsage, "nil")
	made.Release()
	made.Release()
	refused(t, made.Write(make([]byte, 32)), gpu.ErrUseAfterRelease, `"t"`)
	_, err = device.ReadTexture(made)
	refused(t, err, gpu.ErrUseAfterRelease, `"t"`)
}

func TestSamplersOfEveryDescription(t *testing.T) {
	noLeak(t)
	for _, desc := range []gpu.SamplerDesc{
		{Label: "default"}, {Label: "nearest", Filter: gpu.Nearest, Wrap: gpu.Repeat}, {Label: "depth", Compare: gpu.CompareLessEqual},
	} {
		s := must(device.NewSampler(desc))(t)
		s.Release()
		s.Release()
	}
	_, err := device.NewSampler(gpu.SamplerDesc{Label: "s", Filter: 7})
	refused(t, err, gpu.ErrUsage, `sampler "s"`)
}
