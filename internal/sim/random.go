package sim

// Dimensions of the random numbers of one birth. Each field always has the same one,
// used or not, so that a change of one field leaves the others as they were. The first
// four are the order that other drivers pin: lifetime, speed, azimuth, polar.
const (
	dimLife = iota
	dimSpeed
	dimAzimuth
	dimPolar

	dimShapeX
	dimShapeY
	dimShapeZ
	dimSize

	dimAngle
	dimAngularVelocity
	dimUVRect
	_

	dimRed
	dimGreen
	dimBlue
	_

	dimensions
)

// draws are the random numbers of one birth, each in [0, 1).
type draws [dimensions]float32

// drawAll computes all numbers of a birth from the stream's key and the birth's ordinal.
// There is no state: any birth can be computed in any order.
func (d *draws) drawAll(key, ordinal uint64) {
	for block := range uint32(dimensions / 4) {
		d.drawBlock(key, ordinal, block)
	}
}

// drawBlock computes four of a birth's numbers: block 0 is lifetime, speed, azimuth, polar.
func (d *draws) drawBlock(key, ordinal uint64, block uint32) {
	x, y, z, w := pcg4d(uint32(key), uint32(key>>32), uint32(ordinal), uint32(ordinal>>32)<<8|block)
	d[block*4] = unit(x)
	d[block*4+1] = unit(y)
	d[block*4+2] = unit(z)
	d[block*4+3] = unit(w)
}

// unit maps the upper 24 bits to [0, 1); every value is exact in float32.
func unit(u uint32) float32 { return float32(u>>8) * (1.0 / (1 << 24)) }

// pcg4d hashes four words to four words with 32-bit arithmetic alone, which WGSL has
// too. Source: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.
func pcg4d(x, y, z, w uint32) (uint32, uint32, uint32, uint32) {
	const multiplier, increment = 1664525, 1013904223
	x = x*multiplier + increment
	y = y*multiplier + increment
	z = z*multiplier + increment
	w = w*multiplier + increment
	x += y * w
	y += z * x
	z += x * y
	w += y * z
	x ^= x >> 16
	y ^= y >> 16
	z ^= z >> 16
	w ^= w >> 16
	x += y * w
	y += z * x
	z += x * y
	w += y * z
	return x, y, z, w
}

// streamKey mixes a seed and a stream number into the key of a stream of births.
func streamKey(seed, stream uint64) uint64 {
	x, y, z, w := pcg4d(uint32(seed), uint32(seed>>32), uint32(stream), uint32(stream>>32))
	return uint64(x^z) | uint64(y^w)<<32
}

// DerivedSeed is the seed of the emitter that was the ordinal-th to be seen by a system
// with that seed. It is never 0.
func DerivedSeed(system, ordinal uint64) uint64 { return streamKey(system, ordinal) | 1 }
