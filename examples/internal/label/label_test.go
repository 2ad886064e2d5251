package label

import (
	"strings"
	"testing"
)

// Every word is in its own cell, in the middle of it, and leaves the margin empty, so that nothing
// of a neighbour is filtered in.
func TestWordsStayInTheirCells(t *testing.T) {
	words := []string{"Fire", "i", "Sparkles and a good deal more than fits", "Water jet", "GPU"}
	a, err := New(words...)
	if err != nil {
		t.Fatal(err)
	}
	size := a.Image.Bounds().Size()
	for i, r := range a.Rects {
		left, top := int(r[0]*float32(size.X)+0.5), int(r[1]*float32(size.Y)+0.5)
		ink, sum := 0, 0
		for y := range cell {
			for x := range cell {
				alpha := a.Image.NRGBAAt(left+x, top+y).A
				if alpha == 0 {
					continue
				}
				if x < margin || y < margin || x >= cell-margin || y >= cell-margin {
					t.Fatalf("%q has ink at %d, %d", words[i], x, y)
				}
				ink++
				sum += x
			}
		}
		if ink < 100 {
			t.Errorf("%q has %d texels of ink", words[i], ink)
		} else if middle := sum / ink; middle < cell/2-20 || middle > cell/2+20 {
			t.Errorf("the middle of %q is at %d of %d", words[i], middle, cell)
		}
	}
}

func TestNoWordsAreRefused(t *testing.T) {
	if _, err := New(); err == nil || !strings.Contains(err.Error(), "at least one") {
		t.Errorf("got %v", err)
	}
}
