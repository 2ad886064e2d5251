package components

// WithAtlas is the emitter with a texture of equal cells, row by row from the top left: each particle
// shows one of them, all equally likely. The texture that has them is the pool's. Of more than
// [MaxUVRects] cells the first MaxUVRects are used; fewer than one column or row counts as one.
//
// Three flakes side by side:
//
//	snow := components.Snow().WithAtlas(3, 1)
func (e Emitter) WithAtlas(columns, rows int) Emitter {
	columns, rows = max(1, columns), max(1, rows)
	width, height := 1/float32(columns), 1/float32(rows)
	e.UVRects = [MaxUVRects][4]float32{}
	e.UVRectsCount = 0
	for i := range MaxUVRects {
		column, row := i%columns, i/columns
		if row == rows {
			break
		}
		e.UVRects[i] = [4]float32{float32(column) / float32(columns), float32(row) / float32(rows), width, height}
		e.UVRectsCount++
	}
	return e
}
