package sim

import "math/bits"

// Integrate moves the living among the slots of first to end by the step, as the device's
// kernel does. It comes after Step and before births. Parts that do not overlap can be done
// at the same time; first and end are multiples of 64, or end the pool.
func (p *Pool) Integrate(s *Streams, first, end int) {
	for w := first / 64; w*64 < end; w++ {
		used := p.slots.usedOf(w, first, end)
		for used != 0 {
			slot := w*64 + bits.TrailingZeros64(used)
			used &= used - 1
			p.move(s, slot, &[3]float32{})
		}
	}
}

// move is one step of one particle, in the order of every driver: acceleration, drag, place.
func (p *Pool) move(s *Streams, slot int, acceleration *[3]float32) {
	r := &p.rows[p.owner[slot]]
	at, v := &s.PositionExpiry[slot], &s.VelocityMaxLife[slot]
	for i := range 3 {
		v[i] = (v[i] + float32(r.Impulse[i]+float32(acceleration[i]*r.DT))) * r.Damping
		at[i] += float32(v[i] * r.DT)
		if r.Flags&RowLocal == 0 {
			at[i] += p.shift[i]
		}
	}
	at[3] -= r.Rebase
}
