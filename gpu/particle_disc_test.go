package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

// R144, R145, R146, T9: 16 by 16 texels of white; the middle four are opaque, the corners clear, and
// alpha never grows outwards.
func TestSoftDiscPixels(t *testing.T) {
	pixels := gpu.SoftDiscPixels()
	if len(pixels) != 16*16*4 || gpu.SoftDiscSize != 16 {
		t.Fatalf("%d bytes", len(pixels))
	}
	alpha := func(x, y int) byte { return pixels[(y*16+x)*4+3] }
	for _, p := range [][2]int{{7, 7}, {8, 7}, {7, 8}, {8, 8}} {
		if alpha(p[0], p[1]) != 255 {
			t.Errorf("alpha at %v is %d", p, alpha(p[0], p[1]))
		}
	}
	for _, p := range [][2]int{{0, 0}, {15, 0}, {0, 15}, {15, 15}} {
		if alpha(p[0], p[1]) != 0 {
			t.Errorf("alpha at %v is %d", p, alpha(p[0], p[1]))
		}
	}
	for x := 8; x < 15; x++ {
		if alpha(x+1, 8) > alpha(x, 8) {
			t.Errorf("alpha grows from %d to %d", alpha(x, 8), alpha(x+1, 8))
		}
	}
	for i := 0; i < len(pixels); i += 4 {
		if pixels[i] != 255 || pixels[i+1] != 255 || pixels[i+2] != 255 {
			t.Fatalf("texel %d is not white", i/4)
		}
	}
}
