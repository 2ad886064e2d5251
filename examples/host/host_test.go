package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// R206: with a world, device, encoder and pass of its own, a host gets a flame: bright in
// the middle, its own colour at the edges.
func TestHostDrawsAFlameInItsOwnPass(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pictures", "host.png")
	if err := run(0, 60, 1, path); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	brightest := 0
	for y := range height {
		for x := range width {
			brightest = max(brightest, red(picture, x, y))
		}
	}
	if brightest < 240 {
		t.Errorf("the brightest red is %d: no flame", brightest)
	}
	if corner := red(picture, 2, 2); corner > 60 {
		t.Errorf("the corner's red is %d: not the host's background", corner)
	}
}

func red(picture image.Image, x, y int) int {
	r, _, _, _ := picture.At(x, y).RGBA()
	return int(r >> 8)
}

// The last picture is that of a run which shows every frame, whatever is left out before it.
func TestFramesThatAreNotDrawnChangeNothing(t *testing.T) {
	var pictures [2][]byte
	for i, start := range []int{0, 59} {
		path := filepath.Join(t.TempDir(), "host.png")
		if err := run(start, 60, 1, path); err != nil {
			t.Fatal(err)
		}
		var err error
		if pictures[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the picture depends on what was drawn before it")
	}
}
