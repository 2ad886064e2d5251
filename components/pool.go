package components

// DefaultMaxParticles is the capacity that [DefaultPool] gives: 800 KB of particles.
const DefaultMaxParticles = 10_000

// Pool makes an entity a store of particles that share a texture, a blend mode and one draw.
// Memory is taken once, 80 bytes a particle and a few more for bookkeeping:
//
//	MaxParticles     memory
//	       1 024      80 KB
//	      10 000     800 KB
//	      65 536     5.2 MB
//	     100 000       8 MB
//
// Emitters feed a pool through [EmitsInto]. A pool without [Driver] is not simulated and not drawn.
// At most 1 048 576 are born in a tick; what is beyond is dropped.
//
// A change of MaxParticles, Blending or Texture rebuilds the pool and so kills its particles; the other
// fields take effect in the next tick.
type Pool struct {
	// Label names the pool in errors and in captures of the device. It need not be unique.
	Label string
	// MaxParticles is the number of particles that can live at once, 1 to 8 388 608. There is no
	// default: 0 is refused.
	MaxParticles int
	// Blending is the blend mode of all its particles. Default [Additive].
	Blending Blending
	// Texture is the name of a registered texture. Default "": a soft white disc.
	Texture string
	// Order is the place in the drawing order: pools with a lower order are drawn first, pools with
	// the same order as they were created. Default 0.
	Order int
	// WhenFull says what becomes of births that find the pool full. Default [FullDropsNew].
	WhenFull FullPolicy
	// WhenHidden says what Hidden does to the simulation. Default [HiddenSimulates].
	WhenHidden HiddenPolicy
	// TimeScale makes time run faster or slower for all particles of the pool, 0 to 100. Default (0) is
	// 1; to stand still, set Frozen.
	TimeScale float32
	// Hidden keeps the pool from being drawn. Default false.
	Hidden bool
	// Frozen stops the pool's time: its particles are seen standing still. Default false.
	Frozen bool
	// Paused stops the pool's time and keeps it from being drawn. Default false.
	Paused bool
}

// DefaultPool is an additive pool of 10 000 particles with the soft disc as texture.
func DefaultPool() Pool { return Pool{MaxParticles: DefaultMaxParticles} }

// Validate returns nil or what is wrong, one [FieldError] for each field, joined.
func (p *Pool) Validate() error {
	c := check{kind: "pool", label: p.Label}
	if p.MaxParticles < 1 || p.MaxParticles > MaxPoolParticles {
		c.fail("MaxParticles", p.MaxParticles, "it must be between 1 and 8 388 608")
	}
	c.blending(p.Blending)
	if p.WhenFull >= fullPolicies {
		c.fail("WhenFull", p.WhenFull, "it must be FullDropsNew, FullReplacesOldest or FullGrows")
	}
	if p.WhenHidden >= hiddenPolicies {
		c.fail("WhenHidden", p.WhenHidden, "it must be HiddenSimulates, HiddenPauses or HiddenCatchesUp")
	}
	c.within("TimeScale", p.TimeScale, 0, MaxTimeScale, "")
	return c.err()
}
