package sim

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Birth is a new particle on its way to a slot: the 92 bytes of the shaders' struct of
// the same name. Position, velocity and life are those at the end of the tick; size and
// angle those at the instant of birth.
type Birth struct {
	components.Particle
	Expiry  float32 // on the emitter's clock, seconds
	Slot    uint32
	Emitter uint32 // row
}

// frame is a path in the form that a birth needs.
type frame struct {
	from, way    mgl32.Vec3
	velocity     mgl32.Vec3
	linear, axes mgl32.Mat3
}

func (p *Path) frame() frame {
	return frame{from: p.From, way: p.To.Sub(p.From), velocity: p.Velocity, linear: p.Linear, axes: p.Axes}
}

// newborn fills in all but slot, emitter and expiry of a birth that has the given age at
// the end of the tick and lay at a share, 0 to 1, of the path. It returns the life left.
func (r *Recipe) newborn(b *Birth, d *draws, f *frame, share, age float32) float32 {
	c := &r.config
	p := f.linear.Mul3x1(r.position(d))
	v := f.axes.Mul3x1(r.velocity(d))
	// One step of the newborn's own length, in the order of every step.
	damping := max(0, 1-float32(c.Drag*age))
	for i := range 3 {
		first := v[i] + float32(c.InheritVelocity*f.velocity[i])
		b.Velocity[i] = float32(first+float32(c.Gravity[i]*age)) * damping
		b.Position[i] = p[i] + f.from[i] + float32(f.way[i]*share) + float32(b.Velocity[i]*age)
	}
	life := r.life.at(d[dimLife])
	b.MaxLife = life
	b.Life = life - age
	b.Size = r.size.at(d[dimSize])
	b.SizeGrowth = c.SizeGrowth
	b.Angle = r.angle.at(d[dimAngle])
	b.AngularVelocity = r.angularVelocity.at(d[dimAngularVelocity])
	b.Color = [4]float32{r.red.at(d[dimRed]), r.green.at(d[dimGreen]), r.blue.at(d[dimBlue]), c.AlphaScale}
	b.UVRect = c.UVRects[int(d[dimUVRect]*float32(c.UVRectsCount))]
	return b.Life
}
