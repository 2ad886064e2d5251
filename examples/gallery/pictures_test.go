package main

import (
	"image"
	"testing"
)

// Every cell shows something in its middle, and keeps its rim clear, so that none is filtered into its neighbour.
func TestPicturesStayInTheirCells(t *testing.T) {
	for _, row := range []struct {
		name    string
		cells   int
		picture *image.NRGBA
	}{
		{"streak", 1, draw(1, streak)},
		{"glint", 1, draw(1, glint)},
		{"shards", 3, draw(3, shard)},
	} {
		if size := row.picture.Bounds().Size(); size != image.Pt(row.cells*texels, texels) {
			t.Fatalf("%s is %v", row.name, size)
		}
		for cell := range row.cells {
			ink, rim := 0, 0
			for y := range texels {
				for x := range texels {
					alpha := int(row.picture.NRGBAAt(cell*texels+x, y).A)
					if x == 0 || y == 0 || x == texels-1 || y == texels-1 {
						rim += alpha
					}
					ink += alpha
				}
			}
			if middle := row.picture.NRGBAAt(cell*texels+texels/2, texels/2).A; middle < 100 || rim > 0 || ink < 10*255 || ink > texels*texels*255/2 {
				t.Errorf("%s, cell %d: %d in the middle, %d at the rim, %d in all", row.name, cell, middle, rim, ink)
			}
		}
	}
}
