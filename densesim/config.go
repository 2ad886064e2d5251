package densesim

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// MaxStep is the longest step in seconds.
const MaxStep = 10_000

// Config describes an [Emitter]. Its fields mean what they mean in [components.Emitter], but
// that nothing other than life and velocity is random: particles are born at one place, and
// size and colour follow from age.
type Config struct {
	// Label names the emitter in errors.
	Label string
	// Seed decides all random numbers: two emitters with the same seed are bit-equal.
	Seed uint64
	// Capacity is the most particles that live at a time, 1 to [components.MaxPoolParticles].
	Capacity int
	// Position is where particles are born, world units.
	Position mgl32.Vec3
	// Rate is in particles per second, 0 to [components.MaxRate]. Default 0: only Bursts.
	Rate float32
	// Bursts are emitted at their times, after the births of Rate in the same step.
	Bursts []Burst
	// Life is in seconds, [components.MinLife] to [components.MaxLife]. Default (both ends 0)
	// is exactly 1.
	Life components.Range
	// Speed is in world units per second. Default 0.
	Speed components.Range
	// Direction is the axis of the fixed and cone patterns, of any length. Default (zero) is +Y.
	Direction mgl32.Vec3
	// Velocity is how first velocities are chosen. Default along Direction.
	Velocity components.VelocityPattern
	// Gravity is an acceleration, world units per second². Default none.
	Gravity mgl32.Vec3
	// Drag is in 1 per second, 0 or more. Default 0.
	Drag float32
	// Size is the side length over a life, world units, 0 or more. Default (both 0) is always 0.1.
	Size SizeRamp
	// Color is linear RGB, each 0 to [components.MaxColor], and alpha, 0 to 1, over a life.
	// Default (all 0) is white that fades to nothing.
	Color ColorRamp
}

// Burst is a number of particles that are born at once.
type Burst struct {
	// At is seconds after the start, 0 or more. A burst is emitted at the end of the step
	// that reaches its time; at 0 in the first step.
	At float32
	// Count is 1 to [components.MaxPoolParticles].
	Count int
	// Every repeats it, in seconds, [components.MinLife] or more. Default 0: once.
	Every float32
}

// Validate returns nil or what is wrong, one [components.FieldError] for each field, joined.
func (c *Config) Validate() error {
	v := validation{name: c.name()}
	v.require(c.Capacity >= 1 && c.Capacity <= components.MaxPoolParticles, "Capacity", c.Capacity, "between 1 and 8 388 608")
	for i, x := range c.Position {
		v.require(within(x, -components.MaxMagnitude, components.MaxMagnitude), fmt.Sprintf("Position[%d]", i), x,
			"between -1 000 000 and 1 000 000 world units")
	}
	for i, b := range c.Bursts {
		field := fmt.Sprintf("Bursts[%d].", i)
		v.require(within(b.At, 0, components.MaxMagnitude), field+"At", b.At, "between 0 and 1 000 000 seconds")
		v.require(b.Count >= 1 && b.Count <= components.MaxPoolParticles, field+"Count", b.Count, "between 1 and 8 388 608")
		v.require(b.Every == 0 || within(b.Every, components.MinLife, components.MaxMagnitude), field+"Every", b.Every,
			"between 0.001 and 1 000 000 seconds, or 0 for once")
	}
	for _, end := range []struct {
		name  string
		size  float32
		color [4]float32
	}{{"Birth", c.Size.Birth, c.Color.Birth}, {"Death", c.Size.Death, c.Color.Death}} {
		v.require(within(end.size, 0, components.MaxMagnitude), "Size."+end.name, end.size, "between 0 and 1 000 000 world units")
		for i, x := range end.color[:3] {
			v.require(within(x, 0, components.MaxColor), fmt.Sprintf("Color.%s[%d]", end.name, i), x, "between 0 and 65 504")
		}
		v.require(within(end.color[3], 0, 1), "Color."+end.name+"[3]", end.color[3], "between 0 and 1")
	}
	settings := c.emitter()
	return errors.Join(append(v.errs, settings.Validate())...)
}

// emitter has the fields that the plugin's emitters have too.
func (c *Config) emitter() components.Emitter {
	return components.Emitter{
		Label: c.Label, Rate: c.Rate, Drag: c.Drag, Gravity: c.Gravity,
		Direction: c.Direction, Velocity: c.Velocity, Speed: c.Speed, Life: c.Life,
	}
}

func (c *Config) name() string {
	if c.Label == "" {
		return "emitter"
	}
	return fmt.Sprintf("emitter %q", c.Label)
}

// validation gathers the errors of a Config.
type validation struct {
	name string
	errs []error
}

func (v *validation) require(good bool, field string, value any, bounds string) {
	if !good {
		v.errs = append(v.errs, &components.FieldError{Label: v.name, Field: field, Value: value, Remedy: "it must be " + bounds})
	}
}

// within is false for NaN.
func within(value, low, high float32) bool { return value >= low && value <= high }
