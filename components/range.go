package components

import "github.com/go-gl/mathgl/mgl32"

// Range is an interval from which each particle draws uniformly at its birth. Min equal to Max is a
// fixed value. Units are those of the field that uses it.
type Range struct {
	Min, Max float32
}

// Exactly is the range that holds value alone.
func Exactly(value float32) Range { return Range{value, value} }

// Between is the range from low to high.
func Between(low, high float32) Range { return Range{low, high} }

// PlusMinus is the range from −extent to extent.
func PlusMinus(extent float32) Range { return Range{-extent, extent} }

// ColorRange is an interval of linear RGB colours. Each channel is drawn uniformly and independently.
// Values above 1 are bright enough to bloom.
type ColorRange struct {
	Min, Max mgl32.Vec3
}
