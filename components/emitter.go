package components

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// Emitter makes an entity give birth to particles, at its [Transform] or, without one, at the origin.
// Every field can be changed at any time: the next tick uses the new value, for particles born from
// then on (Gravity and Drag act on the living too). Nothing restarts, but for the random numbers of an
// emitter whose Seed is changed.
//
// Births of a tick are spread along the straight way that the emitter went in it, unless it jumps: see
// [Emitter.Teleport].
//
// What the emitter is to do at once is asked for with [Emitter.Burst], [Emitter.Clear], [Emitter.Reset] and
// [Emitter.Seek]; the next tick does it, in the order clear or reset, seek, burst.
//
// The zero value of each field is its documented default; [Emitter.WithDefaults] fills them in. Where
// zero itself would be useless, an unset field means something visible: Life, Size, Color, AlphaScale
// and TimeScale.
//
// Emitters are compared with == to find changes, so a field holds no slice and no function.
type Emitter struct {
	// Label names the emitter in errors.
	Label string
	// Seed makes the emitter's random numbers depend on it alone: two emitters with the same seed are
	// bit-equal, in every run. Default 0: derived from the plugin's seed and the order in which
	// emitters were first seen, so that no two look alike.
	Seed uint64
	// Rate is in particles per second, 0 to 100 000 000. Births are spread evenly over time, whatever
	// the step. Default 0: only bursts. At rate 0 nothing builds up for later.
	Rate float32
	// Drag is in 1 per second, 0 or more: each step multiplies the velocity by max(0, 1 − Drag · dt).
	// A drag of 1 leaves about 37 % after a second. Default 0.
	Drag float32
	// Gravity is an acceleration in world axes, world units per second². Default none.
	Gravity mgl32.Vec3
	// Direction is the axis of the fixed and cone patterns, in local axes, of any length. Default
	// (zero) is +Y.
	Direction mgl32.Vec3
	// Shape is where particles are born. Default a point.
	Shape SpawnShape
	// Velocity is how their first velocity is chosen. Default along Direction.
	Velocity VelocityPattern
	// Speed is in world units per second; the box pattern does not use it. Negative is backwards.
	// Default 0.
	Speed Range
	// Life is in seconds, 0.001 to 10 000. Default (both ends 0) is exactly 1.
	Life Range
	// Size is the side length at birth, world units, 0 or more. Default (both ends 0) is exactly 0.1.
	Size Range
	// SizeGrowth is added to the size, world units per second; a size stops shrinking at 0. Default 0.
	SizeGrowth float32
	// AlphaScale is the alpha at birth, 0 to 1; it falls linearly to 0 over the life. Default (0) is 1:
	// to emit nothing visible, set Rate 0 or Stopped.
	AlphaScale float32
	// Angle is the turn about the line of sight at birth, radians. Default 0.
	Angle Range
	// AngularVelocity is in radians per second. Default 0.
	AngularVelocity Range
	// Color is linear RGB, each channel 0 to 65 504. Default (all six 0) is white.
	Color ColorRange
	// UVRects are the parts of the texture that particles show: origin x, y and size x, y in 0..1, the
	// origin at the top left. Each particle picks one of the first UVRectsCount, all equally likely.
	UVRects [MaxUVRects][4]float32
	// UVRectsCount is the number of UVRects in use, 0 to 8. Default 0: one, the whole texture.
	UVRectsCount uint32
	// Space says in whose axes the particles live. Default [SpaceWorld].
	Space Space
	// Blending chooses the shared pool of an emitter without [EmitsInto]. Default [Additive].
	Blending Blending
	// InheritVelocity is the share of the emitter's own velocity that its particles are born with.
	// Default 0: none. 1 is all of it, −1 throws them backwards.
	InheritVelocity float32
	// SizeOverLife multiplies the size by a factor that goes from Start to End over the life. Default
	// (both 0): no factor.
	SizeOverLife Ramp
	// ColorOverLife multiplies the colour and AlphaScale by factors that go from Start to End over the
	// life, in place of the linear fade of alpha. Default (all 0): no factors, and the fade.
	ColorOverLife ColorRamp
	// TimeScale makes time run faster or slower for the emitter and its particles, 0 to 100. Default
	// (0) is 1; to stand still, set Frozen.
	TimeScale float32
	// Prewarm is for how many seconds a new emitter has run already, at its own place, when it first
	// appears: 0 to 600, in steps of a 60th of a second. A burst asked for by then happened at the
	// beginning. Default 0.
	Prewarm float32
	// Stopped keeps the emitter from emitting, bursts included; its particles live out. What would
	// have been emitted meanwhile is not made up for. Default false.
	Stopped bool
	// Frozen stops the emitter's time: its particles are seen standing still. Bursts wait. Default false.
	Frozen bool
	// Paused stops the emitter's time and hides its particles. Bursts wait. Default false.
	Paused bool

	// What the next tick is asked to do, and then sets back. Use the methods.
	PendingClear bool
	PendingReset bool
	// PendingTeleport has the next tick begin the emitter's way where it is then.
	PendingTeleport bool
	PendingBurst    uint32
	PendingSeek     float32 // seconds
}

// WithDefaults is the emitter with every unset field replaced by its documented default.
func (e Emitter) WithDefaults() Emitter {
	if e.Direction == (mgl32.Vec3{}) {
		e.Direction = mgl32.Vec3{0, 1, 0}
	}
	e.Shape.withDefaults()
	if e.Life == (Range{}) {
		e.Life = Exactly(1)
	}
	if e.Size == (Range{}) {
		e.Size = Exactly(0.1)
	}
	if e.Color == (ColorRange{}) {
		e.Color = ColorRange{Min: mgl32.Vec3{1, 1, 1}, Max: mgl32.Vec3{1, 1, 1}}
	}
	if e.AlphaScale == 0 {
		e.AlphaScale = 1
	}
	if e.TimeScale == 0 {
		e.TimeScale = 1
	}
	if e.UVRectsCount == 0 {
		e.UVRects = [MaxUVRects][4]float32{{0, 0, 1, 1}}
		e.UVRectsCount = 1
	}
	return e
}

// Validate returns nil or what is wrong, one [FieldError] for each field, joined.
func (e *Emitter) Validate() error {
	c := check{kind: "emitter", label: e.Label}
	if r := e.Rate; !finite(r) || r < 0 {
		c.fail("Rate", r, "it must be a finite number of particles per second, 0 or more")
	} else {
		c.within("Rate", r, 0, MaxRate, "particles per second")
	}
	c.within("Drag", e.Drag, 0, MaxMagnitude, "per second")
	c.vector("Gravity", e.Gravity, "world units per second²")
	c.vector("Direction", e.Direction, "")
	e.Shape.validate(&c)
	e.Velocity.validate(&c)
	c.span("Speed", e.Speed, -MaxMagnitude, MaxMagnitude, "world units per second")
	if e.Life != (Range{}) {
		c.span("Life", e.Life, MinLife, MaxLife, "seconds")
	}
	c.span("Size", e.Size, 0, MaxMagnitude, "world units")
	c.within("SizeGrowth", e.SizeGrowth, -MaxMagnitude, MaxMagnitude, "world units per second")
	c.within("AlphaScale", e.AlphaScale, 0, 1, "")
	c.span("Angle", e.Angle, -MaxMagnitude, MaxMagnitude, "radians")
	c.span("AngularVelocity", e.AngularVelocity, -MaxMagnitude, MaxMagnitude, "radians per second")
	c.within("InheritVelocity", e.InheritVelocity, -maxInherit, maxInherit, "")
	c.ramp("SizeOverLife", e.SizeOverLife, maxSizeFactor)
	e.ColorOverLife.validate(&c)
	c.within("TimeScale", e.TimeScale, 0, MaxTimeScale, "")
	c.within("Prewarm", e.Prewarm, 0, MaxPrewarm, "seconds")
	c.within("PendingSeek", e.PendingSeek, 0, MaxPrewarm, "seconds")
	for i := range 3 {
		c.interval(fmt.Sprintf("Color.Min[%d]", i), fmt.Sprintf("Color.Max[%d]", i),
			e.Color.Min[i], e.Color.Max[i], 0, MaxColor, "")
	}
	e.validateUVRects(&c)
	c.blending(e.Blending)
	if e.Space >= spaces {
		c.fail("Space", e.Space, "it must be SpaceWorld or SpaceLocal")
	}
	return c.err()
}

// uvSlack lets a rectangle of rounded thirds end a little beyond 1.
const uvSlack = 1e-5

func (e *Emitter) validateUVRects(c *check) {
	if e.UVRectsCount > MaxUVRects {
		c.fail("UVRectsCount", e.UVRectsCount, "it must be between 0 and 8")
		return
	}
	for i, r := range e.UVRects[:e.UVRectsCount] {
		good := r[0] >= 0 && r[1] >= 0 && r[2] > 0 && r[3] > 0 &&
			r[0]+r[2] <= 1+uvSlack && r[1]+r[3] <= 1+uvSlack
		if !good {
			c.fail(fmt.Sprintf("UVRects[%d]", i), r,
				"it must have its origin and its end between 0 and 1 and a size greater than 0")
		}
	}
}
