package sim

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/gomotes/motes/components"
)

// keeper follows a pool as a driver does: it knows who lives only from births and expiry.
type keeper struct {
	pool    *Pool
	rows    []int
	streams *Streams
	away    []components.Particle // while another driver has the particles
	out     bool
}

// R12, R35, C1, C12: after any sequence of births, deaths, bursts, changes of driver, policy and
// pace, restarts and clears, free and living slots are together exactly all slots, each once;
// no slot is given to two births of a tick; and every count agrees.
func TestFreeAndLivingSlotsAreAlwaysAllSlots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(1, 300).Draw(t, "capacity")
		k := &keeper{pool: NewPool(capacity), streams: NewStreams(capacity)}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				e := components.Emitter{
					Rate: rapid.Float32Range(0, 3000).Draw(t, "rate"), Life: components.Between(0.01, rapid.Float32Range(0.01, 6).Draw(t, "life")),
				}
				if len(k.rows) < 8 {
					k.rows = append(k.rows, k.pool.AddEmitter(rapid.Uint64().Draw(t, "seed"), NewRecipe(&e)))
				}
			},
			"remove": func(*rapid.T) {
				if n := len(k.rows); n > 0 {
					k.pool.RemoveEmitter(k.rows[n-1])
					k.rows = k.rows[:n-1]
				}
			},
			"tick": func(t *rapid.T) {
				if k.out {
					return
				}
				k.tick(t, rapid.SampledFrom([]float32{0, 1. / 144, 1. / 60, 0.25, 3}).Draw(t, "dt"))
			},
			"clear": func(t *rapid.T) {
				if k.out {
					return
				}
				if len(k.rows) > 0 && rapid.Bool().Draw(t, "one") {
					k.pool.ClearEmitter(rapid.SampledFrom(k.rows).Draw(t, "row"))
					k.pool.Sweep()
				} else {
					k.pool.Clear()
				}
			},
			"restart": func(t *rapid.T) {
				if len(k.rows) > 0 && !k.out {
					k.pool.Restart(rapid.SampledFrom(k.rows).Draw(t, "row"))
					k.pool.Sweep()
				}
			},
			"pace": func(t *rapid.T) {
				if len(k.rows) > 0 {
					e := components.Emitter{
						Rate: 50, Life: components.Exactly(1), TimeScale: rapid.SampledFrom([]float32{0, 0.01, 0.5, 1, 3, 100}).Draw(t, "pace"),
						Frozen: rapid.Bool().Draw(t, "frozen"),
					}
					k.pool.SetRecipe(rapid.SampledFrom(k.rows).Draw(t, "row"), NewRecipe(&e))
				}
			},
			"policy": func(t *rapid.T) {
				policy := rapid.SampledFrom([]components.FullPolicy{
					components.FullDropsNew, components.FullReplacesOldest, components.FullGrows,
				}).Draw(t, "policy")
				k.pool.SetFullPolicy(policy, 2*capacity)
			},
			"swap": func(*rapid.T) {
				if k.out {
					k.pool.Admit(k.streams, k.away)
				} else {
					k.away = k.pool.Withdraw(k.streams, nil)
				}
				k.out = !k.out
			},
			"": k.check,
		})
	})
}

func (k *keeper) tick(t *rapid.T, dt float32) {
	k.pool.Step(dt)
	k.streams.Grow(k.pool.Capacity())
	k.pool.Integrate(k.streams, 0, k.pool.Capacity())
	for _, row := range k.rows {
		if k.pool.LiveOf(row) == 0 && rapid.IntRange(0, 9).Draw(t, "prewarm") == 0 {
			k.pool.Run(row, 0.3, &still, 3, true, nil)
			continue
		}
		k.pool.Burst(row, &still, rapid.IntRange(0, 40).Draw(t, "burst"))
		k.pool.Emit(row, &still, true)
	}
	k.streams.Grow(k.pool.Capacity())
	k.streams.Put(k.pool.Births())
	given := map[uint32]bool{}
	for _, b := range k.pool.Births() {
		if given[b.Slot] {
			t.Fatalf("slot %d is given to two births of a tick", b.Slot)
		}
		given[b.Slot] = true
		if k.pool.expiry[b.Slot] != b.Expiry || k.pool.owner[b.Slot] != b.Emitter {
			t.Fatalf("slot %d does not hold its birth", b.Slot)
		}
	}
	k.pool.Settled()
}

// check compares the ways in which the pool tells who lives.
func (k *keeper) check(t *rapid.T) {
	p := k.pool
	living := map[uint32]bool{}
	last := -1
	for _, slot := range p.Living(nil) {
		if int(slot) <= last || int(slot) >= p.Capacity() {
			t.Fatalf("slot %d of %d is listed after %d", slot, p.Capacity(), last)
		}
		last = int(slot)
		living[slot] = true
	}
	free := 0
	for slot := range uint32(p.Capacity()) {
		if p.slots.free[slot/64]>>(slot%64)&1 == 1 {
			free++
			if living[slot] {
				t.Fatalf("slot %d is free and alive", slot)
			}
		}
	}
	alive := p.Alive(nil)
	for slot := range uint32(p.Capacity()) {
		if (alive[slot/32]>>(slot%32)&1 == 1) != living[slot] {
			t.Fatalf("the mask has slot %d otherwise", slot)
		}
	}
	if free+len(living) != p.Capacity() || p.Live() != len(living) || p.HighWater() != last+1 {
		t.Fatalf("%d free and %d alive of %d; counted %d, high water %d", free, len(living), p.Capacity(), p.Live(), p.HighWater())
	}
	rows := make([]int, len(p.emitters))
	for slot := range living {
		rows[p.owner[slot]]++
	}
	for row, n := range rows {
		if !k.out && p.emitters[row].live != n {
			t.Fatalf("row %d counts %d alive, there are %d", row, p.emitters[row].live, n)
		}
	}
	c := p.Counters()
	if !k.out && c.Born < c.Died {
		t.Fatalf("%d died of %d born", c.Died, c.Born)
	}
}
