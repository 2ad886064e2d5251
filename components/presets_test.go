package components

import (
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// The presets have the numbers of their table, R73 to R80, in its order.
func TestPresetsHaveTheNumbersOfTheTable(t *testing.T) {
	up := mgl32.Vec3{0, 1, 0}
	earth := mgl32.Vec3{0, -9.8, 0}
	color := func(r, g, b, toR, toG, toB float32) ColorRange {
		return ColorRange{Min: mgl32.Vec3{r, g, b}, Max: mgl32.Vec3{toR, toG, toB}}
	}
	// T22: the table's 20×20 and 10×10 are whole widths.
	square := func(width float32) SpawnShape { return SpawnPlane(up, mgl32.Vec2{width / 2, width / 2}) }
	fall := func(speed, drift float32) VelocityPattern {
		return VelocityBox(mgl32.Vec3{-drift, -speed, -drift}, mgl32.Vec3{drift, -speed, drift})
	}
	type numbers struct {
		Shape           SpawnShape
		Velocity        VelocityPattern
		Direction       mgl32.Vec3
		Speed           Range
		Gravity         mgl32.Vec3
		Drag            float32
		Life, Size      Range
		SizeGrowth      float32
		AngularVelocity Range
		Color           ColorRange
		AlphaScale      float32
		Blending        Blending
	}
	table := []struct {
		code, name string
		want       numbers
	}{
		{"R73", "Explosion", numbers{SpawnPoint(), VelocitySphere(), mgl32.Vec3{}, Between(2, 8), earth, 0.1,
			Between(0.5, 1.5), Between(0.05, 0.15), -0.05, PlusMinus(5), color(0.8, 0.3, 0, 1, 0.8, 0.3), 1, Additive}},
		{"R74", "WaterJet", numbers{SpawnPoint(), VelocityCone(10), up, Between(3, 5), earth, 0.01,
			Between(1, 2), Between(0.03, 0.05), 0, Exactly(0), color(0.3, 0.5, 0.8, 0.5, 0.8, 1), 0.8, Alpha}},
		{"R75", "Rain", numbers{square(20), fall(5, 0.3), mgl32.Vec3{}, Range{}, mgl32.Vec3{}, 0,
			Between(3, 5), Between(0.01, 0.02), 0, Exactly(0), color(0.7, 0.8, 1, 1, 1, 1), 0.3, Alpha}},
		{"R76", "Smoke", numbers{SpawnBox(mgl32.Vec3{0.15, 0, 0.15}), VelocityCone(45), up, Between(0.3, 1), mgl32.Vec3{0, 0.3, 0}, 0.3,
			Between(2, 4), Between(0.2, 0.4), 0.3, PlusMinus(2), color(0.3, 0.3, 0.3, 0.7, 0.7, 0.7), 0.4, Alpha}},
		{"R77", "Fire", numbers{SpawnPoint(), VelocityCone(20), up, Between(1, 3), mgl32.Vec3{0, 0.5, 0}, 0.2,
			Between(0.3, 0.8), Between(0.15, 0.3), -0.2, PlusMinus(8), color(1, 0.3, 0, 1, 0.9, 0.2), 1, Additive}},
		{"R78", "Snow", numbers{square(10), fall(0.5, 0.2), mgl32.Vec3{}, Range{}, mgl32.Vec3{}, 0,
			Between(5, 10), Between(0.02, 0.04), 0, PlusMinus(3), color(0.9, 0.9, 1, 1, 1, 1), 0.8, Alpha}},
		{"R79", "Sparkles", numbers{SpawnSphere(0.3), VelocitySphere(), mgl32.Vec3{}, Between(0.1, 0.5), mgl32.Vec3{}, 0.5,
			Between(1, 3), Between(0.02, 0.05), -0.01, Exactly(0), color(1, 0.8, 0.4, 1, 1, 1), 1, Additive}},
		{"R80", "Debris", numbers{SpawnPoint(), VelocitySphere(), mgl32.Vec3{}, Between(1, 6), earth, 0.02,
			Between(1, 3), Between(0.03, 0.08), 0, PlusMinus(10), color(0.4, 0.3, 0.15, 0.8, 0.6, 0.3), 1, Alpha}},
	}
	presets := Presets()
	if len(presets) != len(table) {
		t.Fatalf("there are %d presets, want %d", len(presets), len(table))
	}
	for i, row := range table {
		preset := presets[i]
		if preset.Name != row.name {
			t.Errorf("%s: preset %d is %s, want %s", row.code, i, preset.Name, row.name)
			continue
		}
		got, want := reflect.ValueOf(preset.Emitter), reflect.ValueOf(row.want)
		for f := range want.NumField() {
			name := want.Type().Field(f).Name
			if g, w := got.FieldByName(name).Interface(), want.Field(f).Interface(); g != w {
				t.Errorf("%s: %s has %s %v, want %v", row.code, row.name, name, g, w)
			}
		}
	}
}

// T31: every preset can be used as it is, with a pool of its blend mode, and shows something:
// the two without rate by a burst.
func TestPresetsAreReadyToUse(t *testing.T) {
	labels := map[string]bool{}
	for _, p := range Presets() {
		e := p.Emitter
		if err := e.Validate(); err != nil {
			t.Error(err)
		}
		if err := p.Pool.Validate(); err != nil {
			t.Error(err)
		}
		if e.Label == "" || labels[e.Label] || p.Pool.Label != e.Label || p.Pool.Blending != e.Blending {
			t.Errorf("%s: the emitter is %q, %v, the pool %q, %v", p.Name, e.Label, e.Blending, p.Pool.Label, p.Pool.Blending)
		}
		labels[e.Label] = true
		if oneShot := p.Name == "Explosion" || p.Name == "Debris"; oneShot != (e.Rate == 0) || oneShot != (e.PendingBurst > 0) {
			t.Errorf("%s has rate %v and a burst of %d", p.Name, e.Rate, e.PendingBurst)
		}
		// Whatever turns begins anywhere in its turn; whatever does not stays upright.
		want := Range{}
		if e.AngularVelocity != (Range{}) {
			want = Between(0, 2*math.Pi)
		}
		if e.Angle != want {
			t.Errorf("%s begins at an angle of %v, want %v", p.Name, e.Angle, want)
		}
	}
}

// A pool for an emitter follows its documented formula, within what a pool can have.
func TestPoolsAreAsLargeAsTheirEmittersNeed(t *testing.T) {
	nan := float32(math.NaN())
	for _, row := range []struct {
		what    string
		emitter Emitter
		want    int
	}{
		{"nothing to emit", Emitter{}, 64},
		{"a burst alone", Emitter{PendingBurst: 200}, 256},
		{"a burst that just fits", Emitter{PendingBurst: 63}, 64},
		{"a burst that just does not", Emitter{PendingBurst: 64}, 128},
		{"a rate for the default life of 1 s", Emitter{Rate: 1000}, 1024},
		{"a rate for the greatest life", Emitter{Rate: 100, Life: Between(1, 10)}, 1024},
		{"a rate and a burst", Emitter{Rate: 100, Life: Between(1, 10), PendingBurst: 1000}, 2048},
		{"more than a pool can have", Emitter{Rate: MaxRate, Life: Exactly(MaxLife), PendingBurst: math.MaxUint32}, MaxPoolParticles},
		{"no number", Emitter{Rate: nan}, 1},
		{"a negative number", Emitter{Rate: -1e6}, 1},
	} {
		row.emitter.Label, row.emitter.Blending = "it", Alpha
		if got, want := PoolFor(row.emitter), (Pool{Label: "it", Blending: Alpha, MaxParticles: row.want}); got != want {
			t.Errorf("%s: got %+v, want %+v", row.what, got, want)
		}
	}
}
