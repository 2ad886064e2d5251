package sim

import (
	"testing"

	"pgregory.net/rapid"
)

// Every slot comes out of the wheel once, not before its time and no later than the first
// collect at or after it, whatever its life, the steps, and the slowing of clocks.
func TestWheelYieldsEverySlotInTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const capacity = 200
		w := newWheel(capacity)
		due := make([]float64, capacity) // 0: not in the wheel
		now, free := 0., make([]uint32, 0, capacity)
		for slot := range uint32(capacity) {
			free = append(free, slot)
		}
		life := rapid.OneOf(
			rapid.Float64Range(0.001, 0.02), rapid.Float64Range(0.1, 5),
			rapid.Float64Range(3.9, 4.1), rapid.Float64Range(1000, 1100), rapid.Float64Range(5000, 10_000))
		step := rapid.SampledFrom([]float64{0, 1e-6, 0.004, 1. / 60, 0.1, 0.25, 4, 60, 1020, 1030})
		dueOf := func(slot uint32) float64 { return due[slot] }
		expire := func(slot uint32) bool {
			if due[slot] == 0 {
				t.Fatalf("slot %d comes out twice", slot)
			}
			if due[slot] > now {
				return false
			}
			due[slot] = 0
			free = append(free, slot)
			return true
		}
		for range rapid.IntRange(10, 60).Draw(t, "ticks") {
			for range min(len(free), rapid.IntRange(0, 30).Draw(t, "births")) {
				slot := free[len(free)-1]
				free = free[:len(free)-1]
				due[slot] = now + life.Draw(t, "life")
				w.add(slot, due[slot])
			}
			for slot := range due { // some clocks are slowed: their slots come due later
				if due[slot] != 0 && slot%7 == 0 && rapid.IntRange(0, 9).Draw(t, "slow") == 0 {
					due[slot] += 0.3
				}
			}
			now += step.Draw(t, "step")
			w.collect(now, dueOf, expire)
			for slot, at := range due {
				if at != 0 && at <= now {
					t.Fatalf("slot %d was due at %v and is still in at %v", slot, at, now)
				}
			}
		}
		now += 30_000
		w.collect(now, dueOf, expire)
		if len(free) != capacity {
			t.Fatalf("%d slots never came out", capacity-len(free))
		}
	})
}

// Lives around the spans of the wheel's levels, entered at many phases, come out in the
// right step; also when the decision to expire rounds a little later than the due time.
func TestWheelIsExactAroundItsSpans(t *testing.T) {
	lives := []float64{0.06245, 3.98, 3.99, 3.99995, 4, 4.01, 4.02, 1019.9, 1020, 1023.9, 1023.99995, 1024, 1024.1, 1027.9, 1028, 1030, 2047.9, 2048.1, 3100}
	for _, late := range []float64{0, 1e-4} {
		for phase := range 40 {
			w := newWheel(len(lives))
			start := float64(phase) * 27.37
			due := make([]float64, len(lives))
			now := 0.
			dueOf := func(slot uint32) float64 { return due[slot] }
			expire := func(slot uint32) bool {
				if due[slot]+late > now {
					return false
				}
				due[slot] = 0
				return true
			}
			for now < start {
				now += 0.25
				w.collect(now, dueOf, expire)
			}
			for slot, life := range lives {
				due[slot] = now + life
				w.add(uint32(slot), due[slot])
			}
			for end := now + 3200; now < end; {
				now += 0.0625
				w.collect(now, dueOf, expire)
				for slot, at := range due {
					if at != 0 && at+late <= now {
						t.Fatalf("phase %d: life %v is still in %v after its end", phase, lives[slot], now-at)
					}
				}
			}
		}
	}
}
