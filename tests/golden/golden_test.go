package golden

import (
	"image"
	"image/color"
	"testing"
)

func square(shade uint8, dot image.Rectangle) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	for y := range 100 {
		for x := range 100 {
			picture.SetNRGBA(x, y, color.NRGBA{shade, shade, shade, 255})
			if image.Pt(x, y).In(dot) {
				picture.SetNRGBA(x, y, color.NRGBA{255, 60, 0, 255})
			}
		}
	}
	return picture
}

func TestDifferenceIsSeenAndRoundingIsNot(t *testing.T) {
	plain := square(40, image.Rectangle{})
	for _, row := range []struct {
		what     string
		other    image.Image
		from, to float64
	}{
		{"the same", square(40, image.Rectangle{}), 0, 0},
		{"off by two codes", square(42, image.Rectangle{}), 0, 0},
		{"a dot of 10 by 10", square(40, image.Rect(20, 20, 30, 30)), 0.01, 0.01},
		{"another brightness", square(120, image.Rectangle{}), 1, 1},
	} {
		got, _, err := Difference(plain, row.other)
		if err != nil || got < row.from || got > row.to {
			t.Errorf("%s: %v of the pixels differ (%v), want %v to %v", row.what, got, err, row.from, row.to)
		}
	}
	if _, _, err := Difference(plain, image.NewNRGBA(image.Rect(0, 0, 50, 100))); err == nil {
		t.Error("another size is accepted")
	}
}
