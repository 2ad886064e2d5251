package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Box is a box along the axes. The zero value is no box; Empty is one that holds nothing.
type Box struct{ Min, Max mgl32.Vec3 }

// EmptyBox holds nothing.
func EmptyBox() Box {
	inf := float32(math.Inf(1))
	return Box{mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}}
}

// Empty reports whether the box holds nothing.
func (b Box) Empty() bool { return !(b.Min[0] <= b.Max[0]) }

// Add has the box hold a ball.
func (b *Box) Add(middle mgl32.Vec3, radius float32) {
	for i, v := range middle {
		b.Min[i], b.Max[i] = min(b.Min[i], v-radius), max(b.Max[i], v+radius)
	}
}

// Join has the box hold another.
func (b *Box) Join(o Box) {
	for i := range b.Min {
		b.Min[i], b.Max[i] = min(b.Min[i], o.Min[i]), max(b.Max[i], o.Max[i])
	}
}

// epochs is how many spans of births an emitter tells apart to find its bounds.
const epochs = 8

// epoch holds what was born in a span of time: where, with which velocity, how large. All that lived
// through it lies between there and where those velocities and the emitter's gravity can have taken it.
type epoch struct {
	place, velocity Box
	size, growth    float32 // greatest
	first, end      float64 // emitter's time: of the first birth, and of the last death
}

// extent is where an emitter's particles can be.
// It is made with an emitter's first birth, and anew after its last death.
type extent struct {
	ring    [epochs]epoch
	used    int
	newest  int
	gravity Box     // of all accelerations since nothing lived
	longest float32 // step
}

// born adds a newborn, at a time of the emitter's own.
func (x *extent) born(b *Birth, now float64, span float64) {
	e := &x.ring[x.newest]
	if x.used == 0 || now-e.first > span {
		x.newest = (x.newest + 1) % epochs
		joined := x.used == epochs
		e = &x.ring[x.newest]
		if joined && e.end > now { // lives were shortened: what is oldest lives on in its neighbour
			x.merge((x.newest+1)%epochs, e)
		}
		*e = epoch{place: EmptyBox(), velocity: EmptyBox(), first: now}
		x.used = min(x.used+1, epochs)
	}
	e.place.Add(b.Position, 0)
	e.velocity.Add(b.Velocity, 0)
	grown := max(0, b.SizeGrowth) * max(0, b.MaxLife-b.Life)
	e.size, e.growth = max(e.size, b.Size+grown), max(e.growth, b.SizeGrowth)
	e.end = max(e.end, now+float64(b.MaxLife))
}

// bear notes a newborn in the emitter's extent; span is how long an epoch lasts.
func (e *emitter) bear(b *Birth, span float64) {
	if e.extent == nil {
		e.extent = &extent{gravity: EmptyBox()}
		e.extent.pull(e.recipe.config.Gravity, 0)
	}
	e.extent.born(b, e.age, span)
}

// merge has an epoch hold another.
func (x *extent) merge(into int, o *epoch) {
	e := &x.ring[into]
	e.place.Join(o.place)
	e.velocity.Join(o.velocity)
	e.size, e.growth = max(e.size, o.size), max(e.growth, o.growth)
	e.first, e.end = min(e.first, o.first), max(e.end, o.end)
}

// pull notes an acceleration and a step.
func (x *extent) pull(gravity mgl32.Vec3, dt float32) {
	x.gravity.Add(gravity, 0)
	x.longest = max(x.longest, dt)
}

// shift moves what was born.
func (x *extent) shift(by mgl32.Vec3) {
	for i := range x.ring {
		p := &x.ring[i].place
		p.Min, p.Max = p.Min.Add(by), p.Max.Add(by)
	}
}

// box is where the living can be at a time of the emitter's own; ramp is the greatest factor of size.
func (x *extent) box(now float64, ramp float32) Box {
	all := EmptyBox()
	for i := range x.ring[:] {
		e := &x.ring[i]
		if e.place.Empty() || e.end < now || e.end == 0 {
			continue
		}
		age := float32(now-e.first) + x.longest
		fall := age * (age + x.longest) / 2 // semi-implicit steps fall a little farther than t²/2
		radius := (e.size + max(0, e.growth)*age) * ramp * math.Sqrt2 / 2
		box := e.place
		for k := range 3 {
			box.Min[k] -= farthest(-e.velocity.Min[k], -x.gravity.Min[k], age, fall, x.longest) + radius
			box.Max[k] += farthest(e.velocity.Max[k], x.gravity.Max[k], age, fall, x.longest) + radius
		}
		all.Join(box)
	}
	// A little more than rounding can add up to.
	for k := range 3 {
		slack := 1e-4 * (1 + max(all.Max[k], -all.Min[k]))
		all.Min[k], all.Max[k] = all.Min[k]-slack, all.Max[k]+slack
	}
	return all
}

// farthest is how far along an axis a particle can come within an age, whatever its drag: with the
// greatest velocity and acceleration along the axis that there were.
func farthest(v, g, age, fall, step float32) float32 {
	switch {
	case v <= 0:
		return max(0, g*fall)
	case g >= 0:
		return v*age + g*fall
	}
	// It slows down, by drag even faster, and turns round where all its motion is spent.
	return min(v*age, v*v/(-2*g)+v*step)
}

// through is a box seen through a matrix of three rows.
func (b Box) through(rows *[3]mgl32.Vec4) Box {
	out := EmptyBox()
	for corner := range 8 {
		p := mgl32.Vec4{b.Min[0], b.Min[1], b.Min[2], 1}
		for k := range 3 {
			if corner>>k&1 == 1 {
				p[k] = b.Max[k]
			}
		}
		out.Add(mgl32.Vec3{rows[0].Dot(p), rows[1].Dot(p), rows[2].Dot(p)}, 0)
	}
	return out
}

// BoundsOf holds every living particle of an emitter, as large as it is drawn, in the world: now and at
// the step before. Forces of a game's own are not in it.
func (p *Pool) BoundsOf(row int) Box {
	e, r := &p.emitters[row], &p.rows[row]
	if e.live == 0 {
		return EmptyBox()
	}
	if e.extent == nil {
		return EmptyBox()
	}
	box := e.extent.box(e.age, max(r.SizeStart, r.SizeEnd))
	if r.Flags&RowLocal == 0 || box.Empty() {
		return box
	}
	// Size is not turned or scaled with the axes: it is put round the box afterwards.
	now, before := box.through(&e.place.Now), box.through(&e.place.Before)
	now.Join(before)
	radius := float32(0)
	for i := range e.extent.ring {
		q := &e.extent.ring[i]
		radius = max(radius, (q.size+max(0, q.growth)*float32(e.age-q.first))*max(r.SizeStart, r.SizeEnd)*math.Sqrt2/2)
	}
	now.Add(now.Min, radius)
	now.Add(now.Max, radius)
	return now
}

// Bounds holds every living particle of the pool.
func (p *Pool) Bounds() Box {
	all := EmptyBox()
	for row := range p.emitters {
		if p.emitters[row].live > 0 {
			all.Join(p.BoundsOf(row))
		}
	}
	return all
}

// BoundsIn is what Bounds is, measured from the particles themselves.
func (p *Pool) BoundsIn(s *Streams) Box {
	all := EmptyBox()
	p.slots.each(0, p.slots.highWater(), func(slot uint32) {
		q := p.Particle(s, slot)
		all.Add(q.Position, q.Size*math.Sqrt2/2)
		all.Add(mgl32.Vec3(q.Position).Sub(mgl32.Vec3(q.Velocity).Mul(p.rows[p.owner[slot]].DT)), q.Size*math.Sqrt2/2)
	})
	return all
}
