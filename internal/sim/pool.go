package sim

import "github.com/gomotes/motes/components"

// rebaseSpan is how many seconds an emitter's clock runs before they are taken off it and
// off every expiry, so that both keep the resolution of a float32.
const rebaseSpan = 256

// MaxBirths is the most births of a pool in a tick, 1 048 576: 92 MiB for the device to
// take in. What is beyond is dropped and counted.
const MaxBirths = 1 << 20

// Row is what one emitter asks of its living particles in one step: the 32 bytes of the
// shaders' EmitterRow.
type Row struct {
	Impulse [3]float32 // gravity · dt
	Damping float32    // max(0, 1 − drag · dt)
	DT      float32    // seconds
	Clock   float32    // seconds, after the step
	Rebase  float32    // seconds taken off the clock and every expiry in this step
	_       float32
}

// emitter is a row of a pool: the state of one emitter, kept while particles refer to it.
type emitter struct {
	recipe  *Recipe
	key     uint64  // of its random numbers
	ordinal uint64  // of the next birth
	phase   float64 // births begun and not yet due, 0 to 1
	clock   float64 // seconds since the last rebase
	live    int
	used    bool // an emitter owns the row
}

// Counters add up since the pool was made.
type Counters struct {
	Born    uint64 // with those that died within the tick of their birth
	Died    uint64
	Dropped uint64 // births refused because the pool was full
}

// Pool is the CPU's half of a particle pool. A tick is one Step and then an Emit for each
// emitter; afterwards Rows, Births and the slot counts say what a driver has to do.
type Pool struct {
	slots  *slots
	wheel  *wheel
	expiry []float32 // per slot, on its emitter's clock
	owner  []uint32  // per slot

	emitters []emitter
	freeRows []int
	rows     []Row
	births   []Birth

	now       float64 // the pool's clock, seconds
	dt        float32
	stepSlots int
	counters  Counters

	dueOf  func(slot uint32) float64
	expire func(slot uint32) bool
}

// NewPool returns an empty pool of 1 or more slots.
func NewPool(capacity int) *Pool {
	p := &Pool{
		slots:  newSlots(capacity),
		wheel:  newWheel(capacity),
		expiry: make([]float32, capacity),
		owner:  make([]uint32, capacity),
	}
	p.dueOf, p.expire = p.due, p.expireIfDue
	return p
}

// Capacity is the number of slots.
func (p *Pool) Capacity() int { return p.slots.capacity }

// Live is the number of living particles.
func (p *Pool) Live() int { return p.slots.used }

// LiveOf is the number of living particles of an emitter.
func (p *Pool) LiveOf(row int) int { return p.emitters[row].live }

// HighWater is one more than the highest living slot.
func (p *Pool) HighWater() int { return p.slots.highWater() }

// StepSlots bounds the slots that were living before the step.
func (p *Pool) StepSlots() int { return p.stepSlots }

// Counters returns what was born, died and dropped.
func (p *Pool) Counters() Counters { return p.counters }

// Rows are the emitters' part of the step, valid until the next.
func (p *Pool) Rows() []Row { return p.rows }

// Births are those of the step, valid until the next.
func (p *Pool) Births() []Birth { return p.births }

// AddEmitter adds an emitter whose births follow from the seed alone and returns its row.
func (p *Pool) AddEmitter(seed uint64, recipe *Recipe) int {
	row := len(p.emitters)
	if n := len(p.freeRows); n > 0 {
		row = p.freeRows[n-1]
		p.freeRows = p.freeRows[:n-1]
	} else {
		p.emitters = append(p.emitters, emitter{})
		p.rows = append(p.rows, Row{})
	}
	p.emitters[row] = emitter{recipe: recipe, key: streamKey(seed, 0), used: true}
	p.rows[row] = Row{Damping: 1}
	return row
}

// SetRecipe changes an emitter's settings from the next tick on. Nothing restarts.
func (p *Pool) SetRecipe(row int, recipe *Recipe) { p.emitters[row].recipe = recipe }

// RemoveEmitter lets an emitter go. Its particles live out; then the row is used again.
func (p *Pool) RemoveEmitter(row int) {
	p.emitters[row].used = false
	p.recycle(row)
}

func (p *Pool) recycle(row int) {
	if e := &p.emitters[row]; !e.used && e.live == 0 && e.recipe != nil {
		e.recipe = nil
		p.freeRows = append(p.freeRows, row)
	}
}

// Step begins a tick of dt seconds: clocks advance, and the particles whose time has come
// give their slots back.
func (p *Pool) Step(dt float32) {
	p.dt = dt
	p.births = p.births[:0]
	p.stepSlots = p.slots.highWater()
	rebased := false
	for row := range p.emitters {
		rebased = p.advance(row, dt) || rebased
	}
	if rebased {
		p.rebase()
	}
	p.now += float64(dt)
	p.wheel.collect(p.now, p.dueOf, p.expire)
}

// advance moves an emitter's clock and reports whether it was rebased.
func (p *Pool) advance(row int, dt float32) bool {
	e, r := &p.emitters[row], &p.rows[row]
	r.Rebase = 0
	if e.recipe == nil {
		return false
	}
	e.clock += float64(dt)
	if e.clock >= rebaseSpan {
		e.clock -= rebaseSpan
		r.Rebase = rebaseSpan
	}
	c := &e.recipe.config
	for i := range 3 {
		r.Impulse[i] = c.Gravity[i] * dt
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
	row := p.owner[slot]
	if p.expiry[slot] > p.rows[row].Clock {
		return false
	}
	p.slots.release(slot)
	p.counters.Died++
	p.emitters[row].live--
	p.recycle(int(row))
	return true
}

// due is when a slot should be looked at next, on the pool's clock.
func (p *Pool) due(slot uint32) float64 {
	e := &p.emitters[p.owner[slot]]
	return p.now + float64(p.expiry[slot]) - e.clock
}

// Emit gives birth to what the emitter's rate asks for in this tick, spread evenly over
// its time and path, and to a burst, all at its end. When the pool is full the rest is
// dropped and counted. A stopped emitter passes emitting false: nothing builds up.
func (p *Pool) Emit(row int, path *Path, burst int, emitting bool) {
	e := &p.emitters[row]
	dt := p.rows[row].DT
	rate := float64(e.recipe.config.Rate)
	if !emitting || rate == 0 {
		e.phase = 0
	}
	if !emitting {
		return
	}
	begun := e.phase
	e.phase += rate * float64(dt)
	count := int(e.phase)
	e.phase -= float64(count)
	if count == 0 && burst == 0 {
		return
	}
	f := path.frame()
	first := 0
	if most := min(p.slots.capacity, MaxBirths); count > most {
		first = count - most // more than the pool holds: the oldest are not born
		p.counters.Dropped += uint64(first)
	}
	for k := first; k < count; k++ {
		at := (float64(k+1) - begun) / rate
		share := float32(min(1, at/float64(dt)))
		if !p.bear(row, e, &f, share, max(0, dt-float32(at))) {
			p.counters.Dropped += uint64(count - k)
			break
		}
	}
	for k := range burst {
		if !p.bear(row, e, &f, 1, 0) {
			p.counters.Dropped += uint64(burst - k)
			break
		}
	}
}

// bear makes one particle, or returns false when there is no room for it. What is not
// born draws no random numbers.
func (p *Pool) bear(row int, e *emitter, f *frame, share, age float32) bool {
	if p.slots.used == p.slots.capacity || len(p.births) == MaxBirths {
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
	slot, _ := p.slots.alloc()
	b.Slot, b.Emitter = slot, uint32(row)
	p.expiry[slot], p.owner[slot] = b.Expiry, uint32(row)
	e.live++
	p.wheel.add(slot, p.due(slot))
	return true
}

// Particle sizes that the shaders share; a change there is a change here.
var _ [components.ParticleSize]byte = [80]byte{}
