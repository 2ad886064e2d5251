package gpu

import "math"

// SoftDiscSize is the side of the built-in particle image in texels.
const SoftDiscSize = 16

// SoftDiscPixels returns the built-in particle image as tightly packed RGBA, 8 bits a
// channel: white, with an alpha that falls linearly from 255 at the four centre texels
// to 0 at the edge. The distance is normalised by that of the centre texels, which do
// not lie on the centre itself, so that the middle is fully opaque.
func SoftDiscPixels() []byte {
	const centre = (SoftDiscSize - 1) / 2.0
	nearest := math.Hypot(0.5, 0.5) / centre
	pixels := make([]byte, 0, SoftDiscSize*SoftDiscSize*4)
	for y := range SoftDiscSize {
		for x := range SoftDiscSize {
			distance := math.Hypot(float64(x)-centre, float64(y)-centre) / centre
			alpha := math.Max(0, (1-distance)/(1-nearest))
			pixels = append(pixels, 255, 255, 255, byte(math.Round(255*alpha)))
		}
	}
	return pixels
}
