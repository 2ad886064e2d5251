package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// rebaseSpan is how many seconds an emitter's clock runs before they are taken off it and
// off every expiry, so that both keep the resolution of a float32.
const rebaseSpan = 256

// Step begins a tick of dt seconds: clocks advance, and the particles whose time has come
// give their slots back.
func (p *Pool) Step(dt float32) {
	p.dt = dt
	p.shift, p.pending = p.pending, mgl32.Vec3{}
	p.births = p.births[:0]
	if p.order != nil {
		p.order.begin()
	}
	p.stepSlots = max(p.stepSlots, p.slots.highWater())
	rebased := false
	for row := range p.emitters {
		rebased = p.advance(row, dt) || rebased
	}
	if rebased {
		p.rebase()
	}
	p.now += float64(dt)
	if p.rekey {
		p.rekey = false
		p.wheel.clear(p.now)
		p.slots.each(0, p.slots.highWater(), func(slot uint32) { p.wheel.add(slot, p.due(slot)) })
	}
	p.wheel.collect(p.now, p.dueOf, p.expire)
}

// Settled says that a driver has taken the step.
func (p *Pool) Settled() { p.stepSlots = 0 }

// advance moves an emitter's clock and reports whether it was rebased.
func (p *Pool) advance(row int, dt float32) bool {
	e, r := &p.emitters[row], &p.rows[row]
	r.Rebase = 0
	r.Flags &^= RowKill
	if e.kill {
		e.kill = false
		r.Flags |= RowKill
	}
	if e.recipe == nil {
		return false
	}
	if e.pace != 1 {
		dt = float32(dt * e.pace)
	}
	e.clock += float64(dt)
	e.age += float64(dt)
	if e.live == 0 && e.extent != nil {
		*e.extent = extent{gravity: EmptyBox()}
	}
	if e.clock >= rebaseSpan {
		over := math.Floor(e.clock/rebaseSpan) * rebaseSpan
		e.clock -= over
		r.Rebase = float32(over)
	}
	c := &e.recipe.config
	for i := range 3 {
		r.Impulse[i] = c.Gravity[i] * dt
	}
	if e.extent != nil {
		e.extent.pull(c.Gravity, dt)
		if p.shift != (mgl32.Vec3{}) && r.Flags&RowLocal == 0 {
			e.extent.shift(p.shift)
		}
	}
	r.Damping = max(0, 1-float32(c.Drag*dt))
	r.DT = dt
	r.Clock = float32(e.clock)
	return r.Rebase != 0
}

// rebase does to every expiry what the device does in the same step.
func (p *Pool) rebase() {
	for slot, owner := range p.owner {
		p.expiry[slot] -= p.rows[owner].Rebase
	}
}

// expireIfDue frees the slot if its expiry has come, by the comparison that the device
// makes of the same two numbers.
func (p *Pool) expireIfDue(slot uint32) bool {
	if p.expiry[slot] > p.rows[p.owner[slot]].Clock {
		return false
	}
	p.release(slot)
	return true
}

// earlier is by how much the wheel looks at a slot before its time, in seconds: more than
// the rounding of a clock to float32.
const earlier = 1. / 4096

// due is when a slot should be looked at next, on the pool's clock.
func (p *Pool) due(slot uint32) float64 {
	e := &p.emitters[p.owner[slot]]
	return p.now + (float64(p.expiry[slot])-e.clock)/float64(e.assumed) - earlier
}
