package densesim

// SizeRamp is a size that goes evenly from one value to another over a particle's life.
type SizeRamp struct {
	Birth, Death float32 // world units
}

// At is the size at a share of the life, 0 to 1.
func (r SizeRamp) At(share float32) float32 { return mix(r.Birth, r.Death, share) }

// ColorRamp is a colour that goes evenly from one value to another over a particle's life.
type ColorRamp struct {
	Birth, Death [4]float32 // linear red, green, blue and alpha
}

// At is the colour at a share of the life, 0 to 1.
func (r ColorRamp) At(share float32) (rgba [4]float32) {
	for i := range rgba {
		rgba[i] = mix(r.Birth[i], r.Death[i], share)
	}
	return rgba
}

func (c *Config) ramps() (SizeRamp, ColorRamp) {
	size, color := c.Size, c.Color
	if size == (SizeRamp{}) {
		size = SizeRamp{0.1, 0.1}
	}
	if color == (ColorRamp{}) {
		color = ColorRamp{[4]float32{1, 1, 1, 1}, [4]float32{1, 1, 1, 0}}
	}
	return size, color
}

// mix is exact at both ends.
func mix(from, to, share float32) float32 { return float32(from*(1-share)) + float32(to*share) }
