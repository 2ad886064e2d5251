package sim

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Streams are the particles of a pool by slot, in the layout of the device: five lanes of
// 16 bytes a slot. A driver on the CPU moves the first two and uploads them as they are.
type Streams struct {
	PositionExpiry  [][4]float32 // position; expiry in seconds on the emitter's clock
	VelocityMaxLife [][4]float32 // velocity; life at birth in seconds
	SizeSpin        [][4]float32 // size at birth, growth, angle at birth, angular velocity
	Color           [][4]float32
	UVRect          [][4]float32
}

// NewStreams returns the streams of a number of slots, all zero.
func NewStreams(capacity int) *Streams {
	s := &Streams{}
	s.Grow(capacity)
	return s
}

// Grow adds slots up to a capacity.
func (s *Streams) Grow(capacity int) {
	for _, lanes := range []*[][4]float32{&s.PositionExpiry, &s.VelocityMaxLife, &s.SizeSpin, &s.Color, &s.UVRect} {
		if more := capacity - len(*lanes); more > 0 {
			*lanes = append(*lanes, make([][4]float32, more)...)
		}
	}
}

// Put writes births into their slots.
func (s *Streams) Put(births []Birth) {
	for i := range births {
		b := &births[i]
		s.set(int(b.Slot), &b.Particle, b.Expiry)
	}
}

// Write puts a particle into a slot as it is, for a driver that derives nothing: its life
// lies where the others have the expiry, so that no field is lost.
func (s *Streams) Write(slot int, p *components.Particle) { s.set(slot, p, p.Life) }

// Read is the inverse of Write.
func (s *Streams) Read(slot int) components.Particle {
	at, v, spin := &s.PositionExpiry[slot], &s.VelocityMaxLife[slot], &s.SizeSpin[slot]
	return components.Particle{
		Position: [3]float32(at[:3]), Velocity: [3]float32(v[:3]), Life: at[3], MaxLife: v[3],
		Size: spin[0], SizeGrowth: spin[1], Angle: spin[2], AngularVelocity: spin[3],
		Color: s.Color[slot], UVRect: s.UVRect[slot],
	}
}

func (s *Streams) set(slot int, p *components.Particle, expiry float32) {
	s.PositionExpiry[slot] = [4]float32{p.Position[0], p.Position[1], p.Position[2], expiry}
	s.VelocityMaxLife[slot] = [4]float32{p.Velocity[0], p.Velocity[1], p.Velocity[2], p.MaxLife}
	s.SizeSpin[slot] = [4]float32{p.Size, p.SizeGrowth, p.Angle, p.AngularVelocity}
	s.Color[slot] = p.Color
	s.UVRect[slot] = p.UVRect
}

// Particle is a living slot as it is seen: size, angle and alpha are those of its age.
func (p *Pool) Particle(s *Streams, slot uint32) components.Particle {
	e, row := &p.emitters[p.owner[slot]], &p.rows[p.owner[slot]]
	at, v, spin := &s.PositionExpiry[slot], &s.VelocityMaxLife[slot], &s.SizeSpin[slot]
	q := components.Particle{
		Position: [3]float32(at[:3]), Velocity: [3]float32(v[:3]),
		Life: p.expiry[slot] - row.Clock, MaxLife: v[3],
		SizeGrowth: spin[1], AngularVelocity: spin[3],
		Color: s.Color[slot], UVRect: s.UVRect[slot],
	}
	if row.Flags&RowLocal != 0 {
		m := e.place.matrix()
		q.Position = m.Mul4x1(mgl32.Vec3(q.Position).Vec4(1)).Vec3()
		q.Velocity = m.Mul4x1(mgl32.Vec3(q.Velocity).Vec4(0)).Vec3()
	}
	l := e.recipe.lookAt(&q)
	q.Size = max(0, spin[0]+float32(spin[1]*l.age)) * l.size
	q.Angle = spin[2] + float32(spin[3]*l.age)
	for i := range q.Color {
		q.Color[i] *= l.color[i]
	}
	return q
}

// look is what an age does to how a particle is seen.
type look struct {
	age   float32
	size  float32    // factor
	color [4]float32 // factors
}

func (r *Recipe) lookAt(q *components.Particle) look {
	left := min(1, max(0, q.Life/max(q.MaxLife, 1e-6)))
	l := look{age: q.MaxLife - q.Life, size: 1, color: [4]float32{1, 1, 1, left}}
	if c := &r.config; c.SizeOverLife.Set() {
		l.size = c.SizeOverLife.At(1 - left)
	}
	if c := &r.config; c.ColorOverLife.Set() {
		l.color = c.ColorOverLife.At(1 - left)
	}
	return l
}

// unseen turns a particle as it is seen into what its slot holds: the inverse of Particle.
// Where a factor is 0 nothing can be told, and nothing is changed.
func (r *Recipe) unseen(q *components.Particle) {
	l := r.lookAt(q)
	if l.size > 0 {
		q.Size /= l.size
	}
	q.Size -= float32(q.SizeGrowth * l.age)
	q.Angle -= float32(q.AngularVelocity * l.age)
	for i, factor := range l.color {
		if factor > 0 {
			q.Color[i] /= factor
		}
	}
}
