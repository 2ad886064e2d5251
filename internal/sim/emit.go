package sim

import "github.com/gomotes/motes/components"

// Emit gives birth to what the emitter's rate asks for in this tick, spread evenly over its
// time and path. A stopped emitter passes emitting false: nothing builds up. What the pool
// has no room for follows its policy.
func (p *Pool) Emit(row int, path *Path, emitting bool) {
	e := &p.emitters[row]
	dt := p.rows[row].DT
	rate := float64(e.recipe.config.Rate)
	if !emitting || rate == 0 {
		e.phase = 0
		return
	}
	begun := e.phase
	e.phase += rate * float64(dt)
	count := int(e.phase)
	e.phase -= float64(count)
	if count == 0 {
		return
	}
	f := path.frame()
	first := p.skip(count) // the oldest are not born
	for k := first; k < count; k++ {
		at := (float64(k+1) - begun) / rate
		share := float32(min(1, at/float64(dt)))
		if !p.bear(row, e, &f, share, max(0, dt-float32(at))) {
			p.counters.Dropped += uint64(count - k)
			return
		}
	}
}

// Burst gives birth to count particles at the end of the tick.
func (p *Pool) Burst(row int, path *Path, count int) {
	if count <= 0 {
		return
	}
	e, f := &p.emitters[row], path.frame()
	for k := p.skip(count); k < count; k++ {
		if !p.bear(row, e, &f, 1, 0) {
			p.counters.Dropped += uint64(count - k)
			return
		}
	}
}

// skip drops what could not live at once even in an empty pool.
func (p *Pool) skip(count int) int {
	most := min(p.slots.capacity, MaxBirths)
	if p.full == components.FullGrows {
		most = min(p.limit, MaxBirths)
	}
	skipped := max(0, count-most)
	p.counters.Dropped += uint64(skipped)
	return skipped
}

// bear makes one particle, or returns false when there is no room for it. What is not
// born draws no random numbers.
func (p *Pool) bear(row int, e *emitter, f *frame, share, age float32) bool {
	if p.slots.used == p.slots.capacity && !p.makeRoom() {
		return false
	}
	if len(p.births) == MaxBirths {
		return false
	}
	var d draws
	d.drawAll(e.key, e.ordinal)
	e.ordinal++
	p.counters.Born++
	p.births = append(p.births, Birth{})
	b := &p.births[len(p.births)-1]
	left := e.recipe.newborn(b, &d, f, share, age)
	clock := p.rows[row].Clock
	b.Expiry = clock + left
	if b.Expiry <= clock { // it died within the tick of its birth
		p.births = p.births[:len(p.births)-1]
		p.counters.Died++
		return true
	}
	p.settle(row, len(p.births)-1)
	return true
}

// settle gives the newborn at an index of the births its slot.
func (p *Pool) settle(row, index int) {
	b := &p.births[index]
	b.Emitter = uint32(row)
	if p.slots.used == p.slots.capacity { // only with FullReplacesOldest, see makeRoom
		slot, former := p.order.oldest()
		p.replace(slot)
		if former != noBirth { // born in this tick too: its place in the list is taken over
			p.births[former] = *b
			p.births = p.births[:index]
			index, b = former, &p.births[former]
		}
		b.Slot = slot
		p.slots.take(slot)
	} else {
		b.Slot, _ = p.slots.alloc()
	}
	slot := b.Slot
	p.expiry[slot], p.owner[slot] = b.Expiry, uint32(row)
	e := &p.emitters[row]
	e.live++
	e.bear(b, float64(e.recipe.config.Life.Max)/(epochs-2))
	if p.order != nil {
		p.order.born(slot, index)
	}
	p.wheel.add(slot, p.due(slot))
}

// makeRoom reports whether one more can be born in a full pool.
func (p *Pool) makeRoom() bool {
	switch p.full {
	case components.FullReplacesOldest:
		return true
	case components.FullGrows:
		if p.slots.capacity < p.limit {
			p.grow(min(2*p.slots.capacity, p.limit))
			return true
		}
	}
	return false
}

// replace frees the slot of a particle that makes room for another.
func (p *Pool) replace(slot uint32) {
	p.wheel.remove(slot)
	p.release(slot)
	p.counters.Died--
	p.counters.Replaced++
}
