package sim

import (
	"math"

	"github.com/gomotes/motes/components"
)

// Row is what one emitter asks of its living particles in one step, and how they look over
// their life: the 64 bytes of the shaders' EmitterRow.
type Row struct {
	Impulse   [3]float32 // gravity · dt
	Damping   float32    // max(0, 1 − drag · dt)
	DT        float32    // seconds
	Clock     float32    // seconds, after the step
	Rebase    float32    // seconds taken off the clock and every expiry in this step
	Flags     uint32
	SizeStart float32   // factors over the life
	SizeEnd   float32   //
	Color     [4]uint32 // factors as half floats: start red+green, blue+alpha, and the same for the end
	Place     uint32    // lane of its matrices in the table, with RowLocal
	_         uint32
}

// Flags of a row.
const (
	RowKill      = 1 << iota // its particles die in this step, whatever their expiry
	RowAsWritten             // nothing is derived from age
	RowHidden                // its particles are not drawn
	RowRamp                  // Color replaces the fade
	RowLocal                 // its particles live in its own axes
)

// plain is a row that changes nothing.
func plainRow() Row { return Row{Damping: 1, SizeStart: 1, SizeEnd: 1} }

// ManualRow is the row of particles that are drawn as they were written.
func ManualRow() Row {
	r := plainRow()
	r.Flags = RowAsWritten
	return r
}

// look takes over what an emitter's particles look like over their life.
func (r *Row) look(recipe *Recipe) {
	c := &recipe.config
	r.SizeStart, r.SizeEnd = 1, 1
	if c.SizeOverLife.Set() {
		r.SizeStart, r.SizeEnd = c.SizeOverLife.Start, c.SizeOverLife.End
	}
	r.Flags &^= RowRamp | RowHidden | RowLocal
	if c.Space == components.SpaceLocal {
		r.Flags |= RowLocal
	}
	if c.Paused {
		r.Flags |= RowHidden
	}
	if c.ColorOverLife.Set() {
		r.Flags |= RowRamp
		for i, v := range [2][4]float32{c.ColorOverLife.Start, c.ColorOverLife.End} {
			r.Color[2*i] = halves(v[0], v[1])
			r.Color[2*i+1] = halves(v[2], v[3])
		}
	}
}

// halves packs two numbers as WGSL's pack2x16float does.
func halves(low, high float32) uint32 { return uint32(half(low)) | uint32(half(high))<<16 }

// half rounds a number of 0 to 65 504 to a 16-bit float, ties to even.
func half(v float32) uint16 {
	const smallestNormal = 1.0 / (1 << 14)
	if v < smallestNormal {
		return uint16(math.RoundToEven(float64(v) * (1 << 24))) // a subnormal, or the first normal
	}
	bits := math.Float32bits(v)
	bits += 0xfff + bits>>13&1
	return uint16(bits>>13 - (127-15)<<10)
}
