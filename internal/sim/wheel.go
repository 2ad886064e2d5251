package sim

// wheel is a timing wheel: it yields the slots that have come due, at a cost that
// depends on their number and not on how many wait. It has two levels of buckets, of a
// 64th of a second and of 4 seconds, and a list for what lies beyond the second.
//
// What it yields is a candidate: the pool compares clocks and puts back those that are early
// by a rounding.
type wheel struct {
	fine, coarse [wheelBuckets]uint32 // heads of lists, slot+1; 0 is the end
	beyond       uint32
	next         []uint32 // per slot
	tick         int64    // the fine bucket that was collected last
}

const (
	wheelBuckets = 256
	wheelRate    = 64 // fine buckets a second
)

func newWheel(capacity int) *wheel { return &wheel{next: make([]uint32, capacity)} }

func wheelTick(seconds float64) int64 { return int64(seconds * wheelRate) }

// add enters a slot that comes due at a time on the pool's clock.
func (w *wheel) add(slot uint32, due float64) { w.enter(slot, wheelTick(due)) }

func (w *wheel) enter(slot uint32, tick int64) {
	tick = max(tick, w.tick)
	var head *uint32
	switch {
	case tick-w.tick < wheelBuckets:
		head = &w.fine[tick%wheelBuckets]
	case tick/wheelBuckets-w.tick/wheelBuckets < wheelBuckets:
		head = &w.coarse[tick/wheelBuckets%wheelBuckets]
	default:
		head = &w.beyond
	}
	w.next[slot] = *head
	*head = slot + 1
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
		head := w.fine[w.tick%wheelBuckets]
		w.fine[w.tick%wheelBuckets] = 0
		for head != 0 {
			slot := head - 1
			head = w.next[slot]
			if !expire(slot) {
				// No earlier than the bucket that the next collect begins with.
				w.enter(slot, max(last, wheelTick(dueOf(slot))))
			}
		}
		if w.tick >= last {
			return
		}
		w.tick++
		if w.tick%wheelBuckets == 0 {
			w.refine(dueOf)
		}
	}
}

// sweep asks for every slot at once: after a long gap that is less than turning the wheel.
func (w *wheel) sweep(last int64, dueOf func(slot uint32) float64, expire func(slot uint32) bool) {
	fine, coarse, beyond := w.fine, w.coarse, w.beyond
	w.fine, w.coarse, w.beyond = [wheelBuckets]uint32{}, [wheelBuckets]uint32{}, 0
	w.tick = last
	for _, heads := range [][]uint32{fine[:], coarse[:], {beyond}} {
		for _, head := range heads {
			for head != 0 {
				slot := head - 1
				head = w.next[slot]
				if !expire(slot) {
					w.enter(slot, wheelTick(dueOf(slot)))
				}
			}
		}
	}
}

// refine spreads the coarse bucket that begins now over the fine ones.
func (w *wheel) refine(dueOf func(slot uint32) float64) {
	at := w.tick / wheelBuckets % wheelBuckets
	head := w.coarse[at]
	w.coarse[at] = 0
	w.spread(head, dueOf)
	if at == 0 {
		head, w.beyond = w.beyond, 0
		w.spread(head, dueOf)
	}
}

func (w *wheel) spread(head uint32, dueOf func(slot uint32) float64) {
	for head != 0 {
		slot := head - 1
		head = w.next[slot]
		w.add(slot, dueOf(slot))
	}
}
