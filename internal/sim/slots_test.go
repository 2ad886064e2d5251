package sim

import (
	"testing"

	"pgregory.net/rapid"
)

// The allocator hands out the lowest free slot, knows its highest used one, and agrees with
// a plain set, at capacities around the sizes of its levels.
func TestSlotsAgreeWithASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.SampledFrom([]int{1, 2, 63, 64, 65, 4095, 4096, 4097, 300_000}).Draw(t, "capacity")
		s, used := newSlots(capacity), map[uint32]bool{}
		// Most actions happen with the pool partly full: a start of whole words.
		for range rapid.SampledFrom([]int{0, 1, 64, 4096, 4160}).Draw(t, "start") {
			if slot, ok := s.alloc(); ok {
				used[slot] = true
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"alloc": func(t *rapid.T) {
				slot, ok := s.alloc()
				if ok != (len(used) < capacity) {
					t.Fatalf("alloc is %v with %d of %d used", ok, len(used), capacity)
				}
				if !ok {
					return
				}
				for lower := range slot {
					if !used[lower] {
						t.Fatalf("slot %d was given, %d is free", slot, lower)
					}
				}
				if used[slot] {
					t.Fatalf("slot %d was given twice", slot)
				}
				used[slot] = true
			},
			"release": func(*rapid.T) {
				for slot := range used {
					s.release(slot)
					delete(used, slot)
					return
				}
			},
			"": func(t *rapid.T) {
				high := 0
				for slot := range used {
					high = max(high, int(slot)+1)
				}
				if s.used != len(used) || s.highWater() != high {
					t.Fatalf("%d used up to %d, want %d up to %d", s.used, s.highWater(), len(used), high)
				}
			},
		})
	})
}

func BenchmarkSlotsAllocAndRelease(b *testing.B) {
	s := newSlots(1 << 20)
	for range 1 << 19 {
		s.alloc()
	}
	for b.Loop() {
		slot, _ := s.alloc()
		s.release(slot)
	}
}

// A full pool of three levels gives back what is released, the lowest first, at every edge
// of a word and a block.
func TestFullSlotsGiveBackTheLowest(t *testing.T) {
	const capacity = 300_000
	s := newSlots(capacity)
	for want := range uint32(capacity) {
		if slot, ok := s.alloc(); !ok || slot != want {
			t.Fatalf("got %d, %v, want %d", slot, ok, want)
		}
	}
	if _, ok := s.alloc(); ok {
		t.Fatal("a full pool gave a slot")
	}
	edges := []uint32{0, 63, 64, 4095, 4096, 262_143, 262_144, 262_145, 299_999}
	for i := len(edges) - 1; i >= 0; i-- {
		s.release(edges[i])
	}
	if high := s.highWater(); high != 299_999 {
		t.Errorf("the high-water mark is %d, want 299 999", high)
	}
	for _, want := range edges {
		if slot, ok := s.alloc(); !ok || slot != want {
			t.Errorf("got %d, %v, want %d", slot, ok, want)
		}
	}
	if high := s.highWater(); high != capacity {
		t.Errorf("the high-water mark is %d, want %d", high, capacity)
	}
}
