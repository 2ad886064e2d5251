package sim

// emitter is a row of a pool: the state of one emitter, kept while particles refer to it.
type emitter struct {
	recipe   *Recipe
	key      uint64  // of its random numbers
	ordinal  uint64  // of the next birth
	phase    float64 // births begun and not yet due, 0 to 1
	clock    float64 // seconds since the last rebase
	pace     float32 // of its time against the pool's; 0 stands still
	assumed  float32 // pace that the timing wheel reckons with, at least pace
	place    Place   // of its axes, if its particles live in them
	placed   bool
	extent   *extent
	age      float64 // seconds since the emitter was added; never rebased
	live     int
	used     bool // an emitter owns the row
	kill     bool // its particles die in the next step, on the device
	clearing bool // its particles die in the next Sweep
}

// slowest is the pace that the wheel reckons with for what stands still.
const slowest = 1. / 64

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
	kill := p.emitters[row].kill // of the row's last emitter, which the device has yet to hear
	p.emitters[row] = emitter{recipe: recipe, key: streamKey(seed, 0), used: true, pace: 1, assumed: 1, kill: kill}
	p.rows[row] = plainRow()
	p.SetRecipe(row, recipe)
	return row
}

// Progress is how far an emitter's births have come, for Resume in another pool.
type Progress struct {
	ordinal uint64
	phase   float64
}

// Progress returns how far an emitter has come.
func (p *Pool) Progress(row int) Progress {
	e := &p.emitters[row]
	return Progress{e.ordinal, e.phase}
}

// Resume has a new emitter go on where one with its seed was.
func (p *Pool) Resume(row int, at Progress) {
	e := &p.emitters[row]
	e.ordinal, e.phase = at.ordinal, at.phase
}

// SetRecipe changes an emitter's settings from the next tick on. Nothing restarts.
func (p *Pool) SetRecipe(row int, recipe *Recipe) {
	p.emitters[row].recipe = recipe
	p.rows[row].look(recipe)
	c := &recipe.config
	pace := c.TimeScale
	if c.Paused || c.Frozen {
		pace = 0
	}
	p.setPace(row, pace)
}

// setPace has an emitter's time run at a share of the pool's. The wheel must never look at
// a particle too late, so a pace beyond the one it reckons with makes it count anew; the
// margin keeps a pace that grows from doing so in every tick.
func (p *Pool) setPace(row int, pace float32) {
	e := &p.emitters[row]
	e.pace = pace
	switch {
	case pace > e.assumed && pace <= 1:
		e.assumed, p.rekey = 1, true
	case pace > e.assumed:
		e.assumed, p.rekey = 2*pace, true
	case pace < e.assumed/2:
		e.assumed = max(pace, slowest)
	}
}

// Standing reports whether the emitter's time stands still.
func (p *Pool) Standing(row int) bool { return p.emitters[row].pace == 0 }

// RemoveEmitter lets an emitter go. Its particles live out; then the row is used again.
func (p *Pool) RemoveEmitter(row int) {
	e := &p.emitters[row]
	e.used = false
	if e.recipe != nil {
		p.setPace(row, e.recipe.config.TimeScale) // who was frozen is freed
	}
	p.recycle(row)
}

func (p *Pool) recycle(row int) {
	if e := &p.emitters[row]; !e.used && e.live == 0 && e.recipe != nil {
		e.recipe = nil
		p.freeRows = append(p.freeRows, row)
	}
}

// Restart begins an emitter anew: the same births from the same seed. Its particles are
// cleared.
func (p *Pool) Restart(row int) {
	p.ClearEmitter(row)
	e := &p.emitters[row]
	e.ordinal, e.phase = 0, 0
}

// ClearEmitter has the next Sweep kill all particles of an emitter.
func (p *Pool) ClearEmitter(row int) {
	if e := &p.emitters[row]; e.live > 0 {
		e.clearing, p.sweeping = true, true
	}
}

// Sweep kills the particles of the emitters that are to be cleared, all of them in one pass:
// their slots are free at once, and the device strikes them out in the next step.
func (p *Pool) Sweep() {
	if !p.sweeping {
		return
	}
	p.sweeping = false
	high := p.slots.highWater()
	p.stepSlots = max(p.stepSlots, high)
	for row := range p.emitters {
		e := &p.emitters[row]
		e.kill = e.kill || e.clearing
	}
	p.slots.each(0, high, func(slot uint32) {
		if p.emitters[p.owner[slot]].clearing {
			p.wheel.remove(slot)
			p.release(slot)
		}
	})
	for row := range p.emitters {
		p.emitters[row].clearing = false
	}
}

// Clear kills all particles of the pool.
func (p *Pool) Clear() {
	for row := range p.emitters {
		e := &p.emitters[row]
		e.kill = e.kill || e.live > 0
	}
	high := p.slots.highWater()
	p.stepSlots = max(p.stepSlots, high)
	p.slots.each(0, high, p.release)
	p.wheel.clear(p.now)
}

// release gives a living slot back.
func (p *Pool) release(slot uint32) {
	row := p.owner[slot]
	p.slots.release(slot)
	p.counters.Died++
	p.emitters[row].live--
	p.recycle(int(row))
}
