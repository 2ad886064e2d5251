package components

import (
	"fmt"
	"testing"
)

// R66, R81: an atlas is cut into equal cells, row by row, as many as an emitter can have.
func TestAtlasIsCutIntoCells(t *testing.T) {
	for _, row := range []struct {
		what          string
		columns, rows int
		want          [][4]float32
	}{
		{"R81: the three flakes of snow", 3, 1, [][4]float32{{0, 0, 1. / 3, 1}, {1. / 3, 0, 1. / 3, 1}, {2. / 3, 0, 1. / 3, 1}}},
		{"row by row from the top left", 2, 2, [][4]float32{{0, 0, .5, .5}, {.5, 0, .5, .5}, {0, .5, .5, .5}, {.5, .5, .5, .5}}},
		{"one cell is the whole texture", 1, 1, [][4]float32{{0, 0, 1, 1}}},
		{"less than one cell is one", 0, -3, [][4]float32{{0, 0, 1, 1}}},
		{"the first eight of many", 4, 4, [][4]float32{
			{0, 0, .25, .25}, {.25, 0, .25, .25}, {.5, 0, .25, .25}, {.75, 0, .25, .25},
			{0, .25, .25, .25}, {.25, .25, .25, .25}, {.5, .25, .25, .25}, {.75, .25, .25, .25}}},
		{"the first eight of a long row", 16, 1, [][4]float32{
			{0, 0, .0625, 1}, {.0625, 0, .0625, 1}, {.125, 0, .0625, 1}, {.1875, 0, .0625, 1},
			{.25, 0, .0625, 1}, {.3125, 0, .0625, 1}, {.375, 0, .0625, 1}, {.4375, 0, .0625, 1}}},
	} {
		e := Snow()
		e.UVRects[7] = [4]float32{9, 9, 9, 9} // of an earlier atlas
		e = e.WithAtlas(row.columns, row.rows)
		var want [MaxUVRects][4]float32
		copy(want[:], row.want)
		if e.UVRects != want || e.UVRectsCount != uint32(len(row.want)) {
			t.Errorf("%s: %d of %v", row.what, e.UVRectsCount, e.UVRects)
		}
	}
	for columns := 1; columns <= 20; columns++ {
		for rows := 1; rows <= 20; rows++ {
			if e := Snow().WithAtlas(columns, rows); e.Validate() != nil {
				t.Error(fmt.Errorf("%d by %d: %w", columns, rows, e.Validate()))
			}
		}
	}
	// R81: without an atlas it is the whole texture.
	if e := Snow().WithDefaults(); e.UVRectsCount != 1 || e.UVRects[0] != [4]float32{0, 0, 1, 1} {
		t.Errorf("snow without an atlas has %d of %v", e.UVRectsCount, e.UVRects)
	}
}
