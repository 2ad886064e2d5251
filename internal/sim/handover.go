package sim

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Withdraw takes all particles out of the pool, for a driver that keeps them itself, and
// appends them as they are seen, in slot order. The pool remembers whose they are until Admit.
func (p *Pool) Withdraw(s *Streams, to []components.Particle) []components.Particle {
	n := 0
	p.slots.each(0, p.slots.highWater(), func(slot uint32) {
		q := p.Particle(s, slot)
		if p.rows[p.owner[slot]].Flags&RowLocal == 0 { // the shift of a step that will not come
			q.Position = mgl32.Vec3(q.Position).Add(p.pending)
		}
		to = append(to, q)
		p.owner[n] = p.owner[slot]
		n++
	})
	p.held, p.pending = n, mgl32.Vec3{}
	p.empty()
	return to
}

// Admit takes particles that a driver kept itself back into the pool, in the first slots:
// those with life left go on living, under the emitters they came from, and those that came
// from none under no force. The rest of the pool is forgotten.
func (p *Pool) Admit(s *Streams, particles []components.Particle) {
	for _, row := range p.owner[:p.held] {
		p.emitters[row].live--
	}
	p.empty()
	for row := range p.emitters {
		p.emitters[row].kill, p.emitters[row].extent = false, nil
	}
	for i := range particles[:min(len(particles), p.slots.capacity)] {
		q := particles[i]
		if !(q.Life > 0) {
			continue
		}
		row := p.strayRow()
		if i < p.held {
			row = int(p.owner[i])
		}
		p.admit(s, q, row)
	}
	p.held = 0
	for row := range p.emitters {
		p.recycle(row)
	}
}

func (p *Pool) admit(s *Streams, q components.Particle, row int) {
	q.Life = min(q.Life, components.MaxLife)
	q.MaxLife = max(q.Life, min(q.MaxLife, components.MaxLife))
	if p.rows[row].Flags&RowLocal != 0 {
		if m := p.emitters[row].place.matrix(); m.Det() != 0 {
			back := m.Inv()
			q.Position = back.Mul4x1(mgl32.Vec3(q.Position).Vec4(1)).Vec3()
			q.Velocity = back.Mul4x1(mgl32.Vec3(q.Velocity).Vec4(0)).Vec3()
		}
	}
	p.emitters[row].recipe.unseen(&q)
	slot, _ := p.slots.alloc()
	p.expiry[slot], p.owner[slot] = p.rows[row].Clock+q.Life, uint32(row)
	s.set(int(slot), &q, p.expiry[slot])
	e := &p.emitters[row]
	e.live++
	e.bear(&Birth{Particle: q}, 0)
	if p.order != nil {
		p.order.born(slot, noBirth)
	}
	p.wheel.add(slot, p.due(slot))
}

// empty frees all slots without a word to their emitters.
func (p *Pool) empty() {
	p.slots.clear()
	p.wheel.clear(p.now)
	p.births = p.births[:0]
	p.stepSlots = 0
	if p.order != nil {
		p.order = newOrder(p.slots.capacity)
	}
}

// strayRow is the row of particles without emitter: no gravity, no drag.
func (p *Pool) strayRow() int {
	if p.stray < 0 {
		p.stray = p.AddEmitter(0, NewRecipe(&components.Emitter{}))
	}
	return p.stray
}
