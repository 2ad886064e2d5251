package components

// Limits that Validate enforces. Together they keep every particle finite for as long as it may live:
// the greatest speed is MaxMagnitude · (1 + MaxLife), about 1e10, and the greatest distance about 1e14,
// far below the 3.4e38 of a float32.
const (
	// MaxPoolParticles is the greatest MaxParticles of a [Pool], 2²³. The device may allow less.
	MaxPoolParticles = 8_388_608
	// MinLife is the shortest life of a particle in seconds.
	MinLife = 0.001
	// MaxLife is the longest life of a particle in seconds. A float32 still resolves a millisecond there.
	MaxLife = 10_000
	// MaxRate is the greatest Rate of an [Emitter] in particles per second.
	MaxRate = 100_000_000
	// MaxMagnitude bounds lengths, speeds, accelerations, sizes, drag, angles and their rates.
	MaxMagnitude = 1_000_000
	// MaxColor bounds a colour channel: the greatest value of a 16-bit float target.
	MaxColor = 65_504
	// MaxForce bounds what a [Force] may add to each component of an acceleration.
	MaxForce = 1e12
	// MaxTimeScale is the greatest TimeScale.
	MaxTimeScale = 100
	// MaxPrewarm is the longest Prewarm and Seek in seconds.
	MaxPrewarm = 600
	// MaxConeHalfAngle is the greatest HalfAngle of a cone to be born in, in degrees: its base reaches 57
	// heights to each side, and at 90 would have no end.
	MaxConeHalfAngle = 89
	// MaxUVRects is the number of texture rectangles an [Emitter] can pick from.
	MaxUVRects = 8
)
