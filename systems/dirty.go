package systems

import "math/bits"

// dirty remembers which slots the device has yet to be told of, a bit a slot.
type dirty struct{ words []uint64 }

// fit makes room for a number of slots.
func (d *dirty) fit(slots int) {
	if more := (slots+63)/64 - len(d.words); more > 0 {
		d.words = append(d.words, make([]uint64, more)...)
	}
}

// mark enters a slot for which there is room.
func (d *dirty) mark(slot int) { d.words[slot/64] |= 1 << (slot % 64) }

// markRange enters the slots of first to end.
func (d *dirty) markRange(first, end int) {
	for slot := first; slot < end; slot++ {
		if slot%64 == 0 && end-slot >= 64 {
			d.words[slot/64] = ^uint64(0)
			slot += 63
			continue
		}
		d.mark(slot)
	}
}

// take moves all marks of another into this one.
func (d *dirty) take(from *dirty) {
	d.fit(len(from.words) * 64)
	for w, word := range from.words {
		d.words[w] |= word
	}
	from.clear()
}

func (d *dirty) clear() { clear(d.words) }

// maxRuns bounds the pieces of an upload: closer ones are sent with what lies between.
const maxRuns = 16

// runs appends the marked slots as neighbouring ranges, at most maxRuns.
func (d *dirty) runs(to [][2]int) [][2]int {
	first, last := -1, 0
	for w, word := range d.words {
		if word != 0 {
			if first < 0 {
				first = w*64 + bits.TrailingZeros64(word)
			}
			last = w*64 + bits.Len64(word)
		}
	}
	if first < 0 {
		return to
	}
	gap := max(64, (last-first)/maxRuns+1)
	began := len(to)
	for w := first / 64; w*64 < last; w++ {
		word := d.words[w]
		if word == 0 {
			continue
		}
		low, high := w*64+bits.TrailingZeros64(word), w*64+bits.Len64(word)
		if n := len(to); n > began && low-to[n-1][1] < gap {
			to[n-1][1] = high
		} else {
			to = append(to, [2]int{low, high})
		}
	}
	return to
}
