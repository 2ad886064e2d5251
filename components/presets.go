package components

import "math"

// Preset is a ready-made effect with a pool of its own size.
type Preset struct {
	// Name is that of the function that makes Emitter, such as "WaterJet".
	Name    string
	Emitter Emitter
	// Pool is what [PoolFor] gives for Emitter.
	Pool Pool
}

// Presets are all the ready-made effects, in the order of the documentation.
func Presets() []Preset {
	presets := []Preset{
		{Name: "Explosion", Emitter: Explosion()},
		{Name: "WaterJet", Emitter: WaterJet()},
		{Name: "Rain", Emitter: Rain()},
		{Name: "Smoke", Emitter: Smoke()},
		{Name: "Fire", Emitter: Fire()},
		{Name: "Snow", Emitter: Snow()},
		{Name: "Sparkles", Emitter: Sparkles()},
		{Name: "Debris", Emitter: Debris()},
	}
	for i := range presets {
		presets[i].Pool = PoolFor(presets[i].Emitter)
	}
	return presets
}

// poolGrain is what PoolFor rounds up to: the particles that the device handles together.
const poolGrain = 64

// PoolFor is a pool for one emitter, with its label and blend mode, that is large enough for all the
// particles that it can have at once:
//
//	MaxParticles = Rate · (greatest Life + 0.001 s) + PendingBurst + 1, rounded up to a multiple of 64
//
// and at least 1, at most [MaxPoolParticles]. The millisecond is for the rounding of clocks, the 1 for
// a birth on the edge of two steps. It is enough while no step is longer than the greatest life, and
// while no burst but the pending one comes before the last has died out: for n such bursts, add
// n times their size.
func PoolFor(e Emitter) Pool {
	life := e.WithDefaults().Life.Max
	particles := math.Ceil(float64(e.Rate)*(float64(life)+MinLife)) + float64(e.PendingBurst) + 1
	particles = math.Ceil(particles/poolGrain) * poolGrain
	pool := Pool{Label: e.Label, Blending: e.Blending, MaxParticles: 1}
	if particles > 1 { // not where the emitter's numbers are none
		pool.MaxParticles = int(min(particles, MaxPoolParticles))
	}
	return pool
}
