package sim

// order remembers the living in the order of their birth, so that the oldest can make room.
// Deaths are not told: an entry counts only while the slot's serial number is still its own.
type order struct {
	queue  []entry
	head   int
	serial []uint64 // per slot, of the particle that was born there last
	last   uint64
	index  []int32 // per slot, its place among the births of the tick
	first  uint64  // serial numbers greater than this belong to the tick
}

type entry struct {
	slot   uint32
	serial uint64
}

// noBirth stands for a particle that was not born in this tick.
const noBirth = -1

func newOrder(capacity int) *order {
	return &order{serial: make([]uint64, capacity), index: make([]int32, capacity)}
}

// begin starts a tick.
func (o *order) begin() { o.first = o.last }

// born enters a newborn and its index among the births of the tick.
func (o *order) born(slot uint32, index int) {
	o.last++
	o.serial[slot], o.index[slot] = o.last, int32(index)
	if len(o.queue) >= 2*len(o.serial)+64 {
		o.compact()
	}
	o.queue = append(o.queue, entry{slot, o.last})
}

// compact drops what was taken from the queue and what was replaced in its slot.
func (o *order) compact() {
	kept := o.queue[:0]
	for _, e := range o.queue[o.head:] {
		if o.serial[e.slot] == e.serial {
			kept = append(kept, e)
		}
	}
	o.queue, o.head = kept, 0
}

// oldest takes the particle that was born first out of the queue of a full pool and returns
// its slot, and its index among the births of the tick or noBirth.
func (o *order) oldest() (slot uint32, index int) {
	for {
		e := o.queue[o.head]
		o.head++
		if o.serial[e.slot] != e.serial {
			continue
		}
		if e.serial <= o.first {
			return e.slot, noBirth
		}
		return e.slot, int(o.index[e.slot])
	}
}
