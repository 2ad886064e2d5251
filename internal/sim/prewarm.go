package sim

import (
	"math"

	"github.com/gomotes/motes/components"
)

// prewarmStep is the longest step of a Run in seconds.
const prewarmStep = 1. / 60

// Run has an emitter without particles live through some seconds of its own time at the end
// of its path, and then through the present tick: the births of the tick are those that are
// still alive, as if they had been born and moved step by step. A burst falls into the first
// step. It takes the place of Emit. In a pool that is too small for the emitter others may live
// than would have.
func (p *Pool) Run(row int, seconds float32, path *Path, burst int, emitting bool, force func(*components.ForceChunk)) {
	e := &p.emitters[row]
	c := &e.recipe.config
	room := float64(c.Rate)*float64(c.Life.Max)*1.1 + float64(burst) + 64
	limit := p.slots.capacity
	if p.full == components.FullGrows {
		limit = p.limit
	}
	past := NewPool(int(min(room, float64(limit))))
	past.SetFullPolicy(p.full, past.Capacity())
	past.AddEmitter(0, e.recipe)
	own := &past.emitters[0]
	own.key, own.ordinal, own.clock = e.key, e.ordinal, e.clock-float64(p.rows[row].DT)
	past.setPace(0, 1) // the seconds are the emitter's own

	streams := NewStreams(past.Capacity())
	still := *path
	still.From, still.Velocity = path.To, [3]float32{}
	step := func(dt float32, along *Path) {
		past.Step(dt)
		if force != nil {
			past.IntegrateForced(streams, 0, past.Capacity(), force, NewForceScratch())
		} else {
			past.Integrate(streams, 0, past.Capacity())
		}
		past.Burst(0, along, burst)
		burst = 0
		past.Emit(0, along, emitting)
		streams.Put(past.Births())
	}
	steps := int(math.Ceil(float64(seconds)/prewarmStep - 1e-6))
	lived := past.lived(steps, seconds)
	for i := range steps {
		dt := seconds / float32(steps)
		if i < steps-lived {
			past.coast(dt, burst, emitting)
			burst = 0
			continue
		}
		step(dt, &still)
	}
	step(p.rows[row].DT, path)

	e.ordinal, e.phase, e.clock = own.ordinal, own.phase, own.clock
	r, was := &p.rows[row], &past.rows[0]
	r.Clock, r.Rebase = was.Clock, 0
	p.transplant(past, streams, row)
}

// lived is the number of steps at the end of a Run that anyone can have lived through. In a pool that
// is always full those who live depend on all that went before.
func (p *Pool) lived(steps int, seconds float32) int {
	c := &p.emitters[0].recipe.config
	full := float64(c.Rate)*float64(c.Life.Max) > float64(p.slots.capacity)
	if full && c.Life.Max > prewarmStep && p.full != components.FullReplacesOldest {
		return steps
	}
	return min(steps, int(math.Ceil(float64(c.Life.Max)*float64(steps)/float64(seconds)))+2)
}

// coast is a step of a Run whose births are all dead before its end: they are counted, and not
// made.
func (p *Pool) coast(dt float32, burst int, emitting bool) {
	p.advance(0, dt)
	e := &p.emitters[0]
	if !emitting {
		burst = 0
	}
	count := burst
	if rate := float64(e.recipe.config.Rate); emitting && rate > 0 {
		e.phase += rate * float64(dt)
		due := int(e.phase)
		e.phase -= float64(due)
		count += due
	}
	e.ordinal += uint64(count)
	p.counters.Born += uint64(count)
	p.counters.Died += uint64(count)
	p.now += float64(dt)
}

// transplant has the living of another pool be born in this one.
func (p *Pool) transplant(past *Pool, s *Streams, row int) {
	c := past.counters
	p.counters.Born += c.Born
	p.counters.Died += c.Died
	p.counters.Dropped += c.Dropped
	p.counters.Replaced += c.Replaced
	past.slots.each(0, past.slots.highWater(), func(slot uint32) {
		if (p.slots.used == p.slots.capacity && !p.makeRoom()) || len(p.births) == MaxBirths {
			p.counters.Born--
			p.counters.Dropped++
			return
		}
		b := Birth{Expiry: past.expiry[slot]}
		at, v, spin := &s.PositionExpiry[slot], &s.VelocityMaxLife[slot], &s.SizeSpin[slot]
		b.Position, b.Velocity, b.MaxLife = [3]float32(at[:3]), [3]float32(v[:3]), v[3]
		b.Life = b.Expiry - past.rows[0].Clock
		b.Size, b.SizeGrowth, b.Angle, b.AngularVelocity = spin[0], spin[1], spin[2], spin[3]
		b.Color, b.UVRect = s.Color[slot], s.UVRect[slot]
		p.births = append(p.births, b)
		p.settle(row, len(p.births)-1)
	})
}
