package sim

// wheel is a timing wheel: it yields the slots that have come due, at a cost that
// depends on their number and not on how many wait. It has two levels of buckets, of a
// 64th of a second and of 4 seconds, and a list for what lies beyond the second.
//
// What it yields is a candidate: the pool compares clocks and puts back those that are early
// by a rounding.
type wheel struct {
	heads      [2*wheelBuckets + 1]uint32 // fine, coarse, beyond: slot+1; 0 is the end
	next, prev []uint32                   // per slot: slot+1; 0 is the end
	list       []uint16                   // per slot: 1 + the head of its list; 0 is none
	tick       int64                      // the fine bucket that was collected last
}

const (
	wheelBuckets = 256
	wheelRate    = 64 // fine buckets a second
	beyond       = 2 * wheelBuckets
)

func newWheel(capacity int) *wheel {
	w := &wheel{}
	w.grow(capacity)
	return w
}

func (w *wheel) grow(capacity int) {
	more := capacity - len(w.next)
	w.next = append(w.next, make([]uint32, more)...)
	w.prev = append(w.prev, make([]uint32, more)...)
	w.list = append(w.list, make([]uint16, more)...)
}

// clear forgets all slots and stands at a time on the pool's clock.
func (w *wheel) clear(now float64) {
	w.heads = [len(w.heads)]uint32{}
	clear(w.list)
	w.tick = wheelTick(now)
}

func wheelTick(seconds float64) int64 { return int64(seconds * wheelRate) }

// add enters a slot that comes due at a time on the pool's clock.
func (w *wheel) add(slot uint32, due float64) { w.enter(slot, wheelTick(due)) }

func (w *wheel) enter(slot uint32, tick int64) {
	tick = max(tick, w.tick)
	list := beyond
	switch {
	case tick-w.tick < wheelBuckets:
		list = int(tick % wheelBuckets)
	case tick/wheelBuckets-w.tick/wheelBuckets < wheelBuckets:
		list = wheelBuckets + int(tick/wheelBuckets%wheelBuckets)
	}
	head := w.heads[list]
	if head != 0 {
		w.prev[head-1] = slot + 1
	}
	w.next[slot], w.prev[slot], w.list[slot] = head, 0, uint16(list+1)
	w.heads[list] = slot + 1
}

// remove takes a slot out, if it is in.
func (w *wheel) remove(slot uint32) {
	list := w.list[slot]
	if list == 0 {
		return
	}
	next, prev := w.next[slot], w.prev[slot]
	if next != 0 {
		w.prev[next-1] = prev
	}
	if prev != 0 {
		w.next[prev-1] = next
	} else {
		w.heads[list-1] = next
	}
	w.list[slot] = 0
}

// detach empties a list and returns its first slot+1.
func (w *wheel) detach(list int) uint32 {
	head := w.heads[list]
	w.heads[list] = 0
	return head
}

// collect asks expire for every slot whose bucket has been reached at a time on the
// pool's clock. A slot that is not due yet is entered again for the time that dueOf gives.
func (w *wheel) collect(now float64, dueOf func(slot uint32) float64, expire func(slot uint32) bool) {
	last := wheelTick(now)
	if last-w.tick > wheelBuckets*wheelBuckets/4 {
		w.sweep(last, dueOf, expire)
		return
	}
	for {
		// What is early is entered no earlier than the bucket that the next collect begins with.
		w.ask(w.detach(int(w.tick%wheelBuckets)), last, dueOf, expire)
		if w.tick >= last {
			return
		}
		w.tick++
		if w.tick%wheelBuckets == 0 {
			w.refine(dueOf)
		}
	}
}

// ask goes through a detached list.
func (w *wheel) ask(head uint32, earliest int64, dueOf func(slot uint32) float64, expire func(slot uint32) bool) {
	for head != 0 {
		slot := head - 1
		head = w.next[slot]
		w.list[slot] = 0
		if !expire(slot) {
			w.enter(slot, max(earliest, wheelTick(dueOf(slot))))
		}
	}
}

// sweep asks for every slot at once: after a long gap that is less than turning the wheel.
func (w *wheel) sweep(last int64, dueOf func(slot uint32) float64, expire func(slot uint32) bool) {
	heads := w.heads
	w.heads = [len(w.heads)]uint32{}
	w.tick = last
	for _, head := range heads {
		w.ask(head, last, dueOf, expire)
	}
}

// refine spreads the coarse bucket that begins now over the fine ones.
func (w *wheel) refine(dueOf func(slot uint32) float64) {
	at := w.tick / wheelBuckets % wheelBuckets
	w.spread(w.detach(wheelBuckets+int(at)), dueOf)
	if at == 0 {
		w.spread(w.detach(beyond), dueOf)
	}
}

func (w *wheel) spread(head uint32, dueOf func(slot uint32) float64) {
	for head != 0 {
		slot := head - 1
		head = w.next[slot]
		w.add(slot, dueOf(slot))
	}
}
