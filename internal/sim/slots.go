package sim

import "math/bits"

// slots hands out the lowest free slot of a pool, so that the living stay close together
// and a device that works up to the highest of them has little to do. Three levels of
// bits: a bit in a higher level is set while the word below it has a free slot.
type slots struct {
	capacity int
	used     int
	free     []uint64 // a bit for each slot
	words    []uint64 // a bit for each word of free
	blocks   []uint64 // a bit for each word of words
	high     int      // no used slot is at or above; lowered lazily
}

func newSlots(capacity int) *slots {
	s := &slots{capacity: capacity}
	s.free = ones(capacity)
	s.words = ones(len(s.free))
	s.blocks = ones(len(s.words))
	return s
}

// ones returns n set bits.
func ones(n int) []uint64 {
	words := make([]uint64, (n+63)/64)
	for i := range words {
		words[i] = ^uint64(0)
	}
	if rest := n % 64; rest != 0 {
		words[len(words)-1] = 1<<rest - 1
	}
	return words
}

// alloc returns the lowest free slot, or false when all are used.
func (s *slots) alloc() (uint32, bool) {
	for b, word := range s.blocks {
		if word == 0 {
			continue
		}
		block := b*64 + bits.TrailingZeros64(word)
		w := block*64 + bits.TrailingZeros64(s.words[block])
		slot := w*64 + bits.TrailingZeros64(s.free[w])
		s.free[w] &= s.free[w] - 1
		if s.free[w] == 0 {
			s.words[block] &^= 1 << (w % 64)
			if s.words[block] == 0 {
				s.blocks[b] &^= 1 << (block % 64)
			}
		}
		s.used++
		s.high = max(s.high, slot+1)
		return uint32(slot), true
	}
	return 0, false
}

// take allocates a slot that is known to be free.
func (s *slots) take(slot uint32) {
	w := int(slot / 64)
	s.free[w] &^= 1 << (slot % 64)
	if s.free[w] == 0 {
		s.words[w/64] &^= 1 << (w % 64)
		if s.words[w/64] == 0 {
			s.blocks[w/4096] &^= 1 << (w / 64 % 64)
		}
	}
	s.used++
	s.high = max(s.high, int(slot)+1)
}

// each calls f for the used slots of first to end, in ascending order. f may release the
// slot that it is given.
func (s *slots) each(first, end int, f func(slot uint32)) {
	for w := first / 64; w*64 < end; w++ {
		used := s.usedOf(w, first, end)
		for used != 0 {
			f(uint32(w*64 + bits.TrailingZeros64(used)))
			used &= used - 1
		}
	}
}

// usedOf has a bit for each used slot of a word that lies within first to end.
func (s *slots) usedOf(w, first, end int) uint64 {
	used := ^s.free[w]
	end = min(end, s.capacity)
	if base := w * 64; end-base < 64 {
		used &= 1<<(end-base) - 1
	}
	if skip := first - w*64; skip > 0 {
		used &^= 1<<skip - 1
	}
	return used
}

// grow adds free slots at the end.
func (s *slots) grow(capacity int) {
	old := s.capacity
	bigger := newSlots(capacity)
	bigger.used, bigger.high = 0, 0
	former := *s
	*s = *bigger
	former.each(0, old, s.take)
}

// clear frees all slots.
func (s *slots) clear() { *s = *newSlots(s.capacity) }

// release gives a used slot back.
func (s *slots) release(slot uint32) {
	w := slot / 64
	s.free[w] |= 1 << (slot % 64)
	s.words[w/64] |= 1 << (w % 64)
	s.blocks[w/4096] |= 1 << (w / 64 % 64)
	s.used--
}

// highWater is one more than the highest used slot, 0 when none is used.
func (s *slots) highWater() int {
	if s.used == 0 {
		s.high = 0
		return 0
	}
	for s.high > 0 {
		w := (s.high - 1) / 64
		last := (s.high-1)%64 + 1 // slots of the word below high
		used := ^s.free[w]
		if last < 64 {
			used &= 1<<last - 1
		}
		if used != 0 {
			s.high = w*64 + bits.Len64(used)
			return s.high
		}
		s.high = w * 64
	}
	return 0
}
