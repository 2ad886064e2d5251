package sim

import (
	"math"
	"testing"
)

// The stream of random numbers is a promise: a change of it changes every effect.
func TestRandomStreamIsPinned(t *testing.T) {
	x, y, z, w := pcg4d(1, 2, 3, 4)
	if got := [4]uint32{x, y, z, w}; got != pinnedHash {
		t.Errorf("pcg4d(1, 2, 3, 4) is %v, want %v", got, pinnedHash)
	}
	// R196: lifetime, speed, azimuth and polar angle are the first four numbers.
	if dimLife != 0 || dimSpeed != 1 || dimAzimuth != 2 || dimPolar != 3 {
		t.Error("the first four dimensions have moved")
	}
	var d draws
	d.drawAll(streamKey(7, 0), 42)
	for i, v := range d {
		if v < 0 || v >= 1 {
			t.Errorf("number %d is %v", i, v)
		}
	}
}

// Every dimension is uniform, and neighbouring births, seeds and dimensions have nothing to
// do with each other.
func TestRandomNumbersAreUniformAndIndependent(t *testing.T) {
	const births, bins = 20_000, 64
	var counts [dimensions][bins]int
	var withNext, withSeed [dimensions]float64 // sums of products about the mean
	var withDimension [dimensions]float64
	var before draws
	for n := range uint64(births) {
		var d, other draws
		d.drawAll(streamKey(1, 0), n)
		other.drawAll(streamKey(2, 0), n)
		for i, v := range d {
			counts[i][int(v*bins)]++
			c := float64(v) - 0.5
			withNext[i] += c * (float64(before[i]) - 0.5)
			withSeed[i] += c * (float64(other[i]) - 0.5)
			withDimension[i] += c * (float64(d[(i+1)%dimensions]) - 0.5)
		}
		before = d
	}
	for i := range dimensions {
		chi := 0.
		for _, n := range counts[i] {
			d := float64(n) - births/bins
			chi += d * d / (births / bins)
		}
		if chi > 120 { // 63 degrees of freedom: 1 in 20 000
			t.Errorf("dimension %d: chi-square is %.0f", i, chi)
		}
		for what, sum := range map[string]float64{"next birth": withNext[i], "other seed": withSeed[i], "next dimension": withDimension[i]} {
			if r := sum * 12 / births; math.Abs(r) > 4.5/math.Sqrt(births) {
				t.Errorf("dimension %d correlates with the %s: %.3f", i, what, r)
			}
		}
	}
}

// pinnedHash was computed with an implementation in another language.
var pinnedHash = [4]uint32{908250390, 4044648920, 3775961919, 45698095}
