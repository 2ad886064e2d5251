package sim

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/gomotes/motes/components"
)

// R73–R80, T31: for 20 s no preset drops a particle in a pool of its own, that pool is not
// needlessly large, and as many are alive as the preset's documentation says.
func TestPresetsFitTheirPools(t *testing.T) {
	documented := map[string]float64{ // alive on average once the first have died
		"WaterJet": 600, "Rain": 4000, "Smoke": 60, "Fire": 90, "Snow": 900, "Sparkles": 120,
		"Explosion": 0, "Debris": 0,
	}
	for _, preset := range components.Presets() {
		p, row := newTestPool(preset.Pool.MaxParticles, 1, preset.Emitter)
		peak, alive := 0, 0.
		for tick := range 20 * 60 {
			burst := 0
			if tick == 0 {
				burst = int(preset.Emitter.PendingBurst)
			}
			p.Step(1. / 60)
			p.Burst(row, &still, burst)
			p.Emit(row, &still, true)
			peak = max(peak, p.Live())
			if tick >= 10*60 {
				alive += float64(p.Live()) / (10 * 60)
			}
		}
		if n := p.Counters().Dropped; n != 0 {
			t.Errorf("%s dropped %d particles", preset.Name, n)
		}
		if peak < preset.Pool.MaxParticles/3 {
			t.Errorf("%s has %d alive at most, in a pool of %d", preset.Name, peak, preset.Pool.MaxParticles)
		}
		want, ok := documented[preset.Name]
		if !ok || math.Abs(alive-want) > want*0.05 {
			t.Errorf("%s has %.0f alive, its documentation says %.0f", preset.Name, alive, want)
		}
	}
}

// T31: the two presets without a rate burst once, and again when they are asked to, beside
// what is still alive (C19).
func TestOneShotPresetsBurstAgain(t *testing.T) {
	for _, e := range []components.Emitter{components.Explosion(), components.Debris()} {
		n := int(e.PendingBurst)
		p, row := newTestPool(2*n, 1, e)
		for tick := range 30 {
			p.Step(1. / 60)
			burst := 0
			if tick == 0 || tick == 20 {
				burst = n
			}
			p.Burst(row, &still, burst)
			p.Emit(row, &still, true)
			want := n
			if tick >= 20 {
				want = 2 * n
			}
			if tick < 25 && p.Live() != want {
				t.Fatalf("%s: %d alive in tick %d, want %d", e.Label, p.Live(), tick, want)
			}
		}
	}
}

// flight is the course of a newborn until an age, in steps of a 60th of a second: its last
// place and its greatest height.
func flight(b *Birth, e *components.Emitter, age float32) (last [3]float32, top float64) {
	const dt = 1. / 60
	at, v := b.Position, b.Velocity
	for range int(age / dt) {
		for i := range 3 {
			v[i] = (v[i] + e.Gravity[i]*dt) * max(0, 1-e.Drag*dt)
			at[i] += v[i] * dt
		}
		top = max(top, float64(at[1]))
	}
	return at, top
}

// T31: presets reach as far as their documentation says.
func TestPresetsReachAsFarAsTheySay(t *testing.T) {
	atItsEnd := func(b *Birth, e *components.Emitter) float64 {
		last, _ := flight(b, e, b.Life)
		return float64(last[1])
	}
	for _, row := range []struct {
		what          string
		emitter       components.Emitter
		reach         func(b *Birth, e *components.Emitter) float64
		lowest, above float64
	}{
		{"rain at its end", components.Rain(), atItsEnd, -25, -15},
		{"snow at its end", components.Snow(), atItsEnd, -5, -2.5},
		{"a water jet at its end", components.WaterJet(), atItsEnd, -14, 0.1},
		{"a water jet at its top", components.WaterJet(), func(b *Birth, e *components.Emitter) float64 {
			_, top := flight(b, e, b.Life)
			return top
		}, 0.4, 1.3},
		{"an explosion, sideways after half a second", components.Explosion(), func(b *Birth, e *components.Emitter) float64 {
			last, _ := flight(b, e, 0.5)
			return float64(last[0])
		}, -4, 4},
	} {
		low, high := math.Inf(1), math.Inf(-1)
		for _, b := range burst(5000, row.emitter, still) {
			r := row.reach(&b, &row.emitter)
			low, high = min(low, r), max(high, r)
		}
		slack := (row.above - row.lowest) / 10
		within(t, row.what+": the least", low, row.lowest, slack)
		within(t, row.what+": the greatest", high, row.above, slack)
	}
}

// A pool that PoolFor sizes drops nothing, whatever rate, lives and burst, in even and uneven
// steps no longer than the greatest life.
func TestPoolsForAnyEmitterDropNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		life := rapid.Float32Range(0.05, 3).Draw(t, "greatest life")
		e := components.Emitter{
			Rate:         rapid.Float32Range(0, 20_000).Draw(t, "rate"),
			Life:         components.Between(life*rapid.SampledFrom([]float32{0.2, 1}).Draw(t, "least by greatest"), life),
			PendingBurst: uint32(rapid.IntRange(0, 500).Draw(t, "burst")),
		}
		longest := min(life, 0.25)
		p, row := newTestPool(components.PoolFor(e).MaxParticles, 1, e)
		fixed := rapid.Float32Range(0.002, longest).Draw(t, "step")
		even := rapid.Bool().Draw(t, "even")
		step := rapid.Float32Range(0, longest)
		burst := int(e.PendingBurst)
		for range 60 {
			dt := fixed
			if !even {
				dt = step.Draw(t, "uneven step")
			}
			p.Step(dt)
			p.Burst(row, &still, burst)
			p.Emit(row, &still, true)
			burst = 0
			if n := p.Counters().Dropped; n != 0 {
				t.Fatalf("%d of %d were dropped", n, p.Capacity())
			}
		}
	})
}

// A pool that PoolFor sizes is little larger than what a steady emitter fills.
func TestPoolsForSteadyEmittersAreNearlyFull(t *testing.T) {
	e := components.Emitter{Rate: 10_000, Life: components.Exactly(0.5)}
	p, row := newTestPool(components.PoolFor(e).MaxParticles, 1, e)
	for range 120 {
		p.Step(1. / 60)
		p.Emit(row, &still, true)
	}
	if p.Live() < 4990 || p.Capacity() > 5120 {
		t.Errorf("%d are alive in a pool of %d", p.Live(), p.Capacity())
	}
}
