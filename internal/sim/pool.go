package sim

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// MaxBirths is the most births of a pool in a tick, 1 048 576: 92 MiB for the device to
// take in. What is beyond is dropped and counted.
const MaxBirths = 1 << 20

// Counters add up since the pool was made.
type Counters struct {
	Born     uint64 // with those that died within the tick of their birth
	Died     uint64 // of age, or cleared
	Dropped  uint64 // births refused because the pool was full
	Replaced uint64 // killed to make room
}

// Pool is the CPU's half of a particle pool. A tick is one Step and then, for each emitter,
// its Bursts and an Emit; afterwards Rows, Births and the slot counts say what a driver has
// to do.
type Pool struct {
	slots  *slots
	wheel  *wheel
	expiry []float32 // per slot, on its emitter's clock
	owner  []uint32  // per slot: row

	emitters []emitter
	freeRows []int
	rows     []Row
	places   []Place
	births   []Birth

	full  components.FullPolicy
	limit int    // of capacity, for FullGrows
	order *order // of birth, for FullReplacesOldest

	now       float64 // the pool's clock, seconds
	dt        float32
	shift     mgl32.Vec3 // of the origin in this step
	pending   mgl32.Vec3 // and in the next
	stepSlots int
	held      int  // slots whose owners a Manual pool keeps, see Withdraw
	sweeping  bool // an emitter is to be cleared
	rekey     bool // the wheel expects some particles later than they may now die
	stray     int  // row of particles without emitter, see Admit; −1 without one
	counters  Counters

	dueOf  func(slot uint32) float64
	expire func(slot uint32) bool
}

// NewPool returns an empty pool of 1 or more slots that drops what it has no room for.
func NewPool(capacity int) *Pool {
	p := &Pool{
		slots:  newSlots(capacity),
		wheel:  newWheel(capacity),
		expiry: make([]float32, capacity),
		owner:  make([]uint32, capacity),
		limit:  capacity,
		stray:  -1,
	}
	p.dueOf, p.expire = p.due, p.expireIfDue
	return p
}

// SetFullPolicy says what becomes of births that find no room; limit is the capacity up to
// which FullGrows may go. Particles that live already count as the oldest, in slot order.
func (p *Pool) SetFullPolicy(policy components.FullPolicy, limit int) {
	p.full, p.limit = policy, max(limit, p.slots.capacity)
	if policy != components.FullReplacesOldest {
		p.order = nil
		return
	}
	if p.order == nil {
		p.order = newOrder(p.slots.capacity)
		p.slots.each(0, p.slots.highWater(), func(slot uint32) { p.order.born(slot, noBirth) })
	}
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

// Clock is the pool's own time in seconds.
func (p *Pool) Clock() float64 { return p.now }

// Counters returns what was born, died, dropped and replaced.
func (p *Pool) Counters() Counters { return p.counters }

// Rows are the emitters' part of the step, valid until the next.
func (p *Pool) Rows() []Row { return p.rows }

// Births are those of the step, valid until the next. No slot occurs twice.
func (p *Pool) Births() []Birth { return p.births }

// Owners are the rows of the slots, valid until the pool grows.
func (p *Pool) Owners() []uint32 { return p.owner }

// Living appends the living slots in ascending order.
func (p *Pool) Living(to []uint32) []uint32 {
	p.slots.each(0, p.slots.highWater(), func(slot uint32) { to = append(to, slot) })
	return to
}

// Alive appends a bit for each slot, set for the living, 32 to a word, as the device keeps it.
func (p *Pool) Alive(to []uint32) []uint32 {
	for w, free := range p.slots.free {
		used := ^free
		if rest := p.slots.capacity - w*64; rest < 64 {
			used &= 1<<rest - 1
		}
		to = append(to, uint32(used), uint32(used>>32))
	}
	return to
}

// grow gives the pool more slots; everything stays where it is.
func (p *Pool) grow(capacity int) {
	p.slots.grow(capacity)
	p.wheel.grow(capacity)
	p.expiry = append(p.expiry, make([]float32, capacity-len(p.expiry))...)
	p.owner = append(p.owner, make([]uint32, capacity-len(p.owner))...)
}

// Particle sizes that the shaders share; a change there is a change here.
var _ [components.ParticleSize]byte = [80]byte{}
