package components

// ParticleSize is the size of a [Particle] in bytes, in Go and on the device.
const ParticleSize = 80

// Particle is one particle as user, CPU and device exchange it: 80 bytes, aligned to 4. The struct
// of the same name in shaders/particle_types.wgsl has the same fields at the same offsets. The zero
// value is a dead particle.
//
// In one step of dt seconds a living particle changes so, in this order:
//
//	velocity += gravity · dt
//	velocity *= max(0, 1 − drag · dt)
//	position += velocity · dt                      (semi-implicit Euler)
//	size      = max(0, size + size growth · dt)
//	angle    += angular velocity · dt
//	life     −= dt                                 (dead at 0 or less)
//	alpha     = alpha scale · clamp(life / max life, 0, 1)
type Particle struct {
	Position        [3]float32 // offset 0: world units
	Velocity        [3]float32 // offset 12: world units per second
	Life            float32    // offset 24: seconds left; 0 or less is dead
	MaxLife         float32    // offset 28: seconds given at birth
	Size            float32    // offset 32: side length, world units
	SizeGrowth      float32    // offset 36: world units per second, negative shrinks
	Angle           float32    // offset 40: radians, counter-clockwise as seen
	AngularVelocity float32    // offset 44: radians per second
	Color           [4]float32 // offset 48: linear red, green, blue, and alpha
	UVRect          [4]float32 // offset 64: origin x, y and size x, y, in 0..1 of the texture; no size: all of it
}

// Alive reports whether the particle has life left.
func (p *Particle) Alive() bool { return p.Life > 0 }

// Finite reports whether all fields are finite numbers; if not, which is the first that is not.
func (p *Particle) Finite() (field string, value float32, ok bool) {
	values := [...]float32{
		p.Position[0], p.Position[1], p.Position[2], p.Velocity[0], p.Velocity[1], p.Velocity[2],
		p.Life, p.MaxLife, p.Size, p.SizeGrowth, p.Angle, p.AngularVelocity,
		p.Color[0], p.Color[1], p.Color[2], p.Color[3], p.UVRect[0], p.UVRect[1], p.UVRect[2], p.UVRect[3],
	}
	for i, v := range values {
		if !finite(v) {
			return particleFields[i], v, false
		}
	}
	return "", 0, true
}

// particleFields names each of a particle's twenty numbers.
var particleFields = [...]string{
	"Position[0]", "Position[1]", "Position[2]", "Velocity[0]", "Velocity[1]", "Velocity[2]",
	"Life", "MaxLife", "Size", "SizeGrowth", "Angle", "AngularVelocity",
	"Color[0]", "Color[1]", "Color[2]", "Color[3]", "UVRect[0]", "UVRect[1]", "UVRect[2]", "UVRect[3]",
}
