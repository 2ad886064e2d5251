package components

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// Ramp is a factor that goes in a straight line from Start at birth to End at death. The zero value
// stands for no factor.
type Ramp struct {
	Start, End float32
}

// ColorRamp is a factor for red, green, blue and alpha that goes in a straight line from Start at birth
// to End at death. The zero value stands for no factor. Factors are kept as 16-bit floats.
type ColorRamp struct {
	Start, End mgl32.Vec4
}

// Set reports whether the ramp is one.
func (r Ramp) Set() bool { return r != Ramp{} }

// Set reports whether the ramp is one.
func (r ColorRamp) Set() bool { return r != ColorRamp{} }

// At is the factor at a share t, 0 to 1, of the life.
func (r Ramp) At(t float32) float32 { return r.Start + float32((r.End-r.Start)*t) }

// At is the factor at a share t, 0 to 1, of the life.
func (r ColorRamp) At(t float32) mgl32.Vec4 {
	var v mgl32.Vec4
	for i := range v {
		v[i] = r.Start[i] + float32((r.End[i]-r.Start[i])*t)
	}
	return v
}

const (
	maxInherit    = 1000
	maxSizeFactor = 1000
)

func (c *check) ramp(field string, r Ramp, high float32) {
	c.within(field+".Start", r.Start, 0, high, "")
	c.within(field+".End", r.End, 0, high, "")
}

func (r *ColorRamp) validate(c *check) {
	if !r.Set() {
		return
	}
	for i := range 4 {
		high := float32(MaxColor)
		if i == 3 {
			high = 1
		}
		if r.Start[i] >= 0 && r.Start[i] <= high && r.End[i] >= 0 && r.End[i] <= high {
			continue
		}
		c.within(fmt.Sprintf("ColorOverLife.Start[%d]", i), r.Start[i], 0, high, "")
		c.within(fmt.Sprintf("ColorOverLife.End[%d]", i), r.End[i], 0, high, "")
	}
}
