// Package golden compares pictures with reference images kept in a package's testdata.
//
// The references were rendered on Mesa's software device. A picture may differ from its
// reference a little: drivers round differently. MOTES_UPDATE=1 rewrites the references;
// look at them before you commit them.
package golden

import (
	"errors"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/orisano/pixelmatch"
)

const (
	// threshold is the perceived difference of colour, 0 to 1, from which a pixel counts as
	// different.
	threshold = 0.08
	// share is the part of a picture's pixels that may be different.
	share = 0.002
)

// Compare fails the test if the picture differs from testdata/name.png by more than the
// tolerance; the picture and a map of the differences are then written to testdata/failed.
func Compare(t *testing.T, name string, picture image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if os.Getenv("MOTES_UPDATE") != "" {
		write(t, path, picture)
		return
	}
	want, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("there is no reference %s; make it with MOTES_UPDATE=1 and look at it", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	different, differences, err := Difference(want, picture)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if different > share {
		failed := filepath.Join("testdata", "failed", name)
		write(t, failed+".png", picture)
		write(t, failed+"-difference.png", differences)
		t.Errorf("%.2f %% of the pixels differ from %s, more than %.2f %%; see %s.png and the differences beside it",
			100*different, path, 100*share, failed)
	}
}

// Difference is the share, 0 to 1, of the pixels that look different, and a map of them.
func Difference(a, b image.Image) (float64, image.Image, error) {
	var differences image.Image
	n, err := pixelmatch.MatchPixel(a, b, pixelmatch.Threshold(threshold), pixelmatch.IncludeAntiAlias, pixelmatch.WriteTo(&differences))
	if err != nil {
		return 0, nil, err
	}
	size := a.Bounds().Size()
	return float64(n) / float64(size.X*size.Y), differences, nil
}

func read(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}

func write(t *testing.T, path string, picture image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(png.Encode(file, picture), file.Close()); err != nil {
		t.Fatal(err)
	}
}
