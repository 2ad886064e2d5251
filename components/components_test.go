package components

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// R11, R12: the particle has 80 bytes and each field its place.
func TestParticleLayout(t *testing.T) {
	var p Particle
	if unsafe.Sizeof(p) != ParticleSize || ParticleSize != 80 || unsafe.Alignof(p) != 4 {
		t.Errorf("size %d, alignment %d", unsafe.Sizeof(p), unsafe.Alignof(p))
	}
	for _, row := range []struct {
		field     string
		got, want uintptr
	}{
		{"Position", unsafe.Offsetof(p.Position), 0},
		{"Velocity", unsafe.Offsetof(p.Velocity), 12},
		{"Life", unsafe.Offsetof(p.Life), 24},
		{"MaxLife", unsafe.Offsetof(p.MaxLife), 28},
		{"Size", unsafe.Offsetof(p.Size), 32},
		{"SizeGrowth", unsafe.Offsetof(p.SizeGrowth), 36},
		{"Angle", unsafe.Offsetof(p.Angle), 40},
		{"AngularVelocity", unsafe.Offsetof(p.AngularVelocity), 44},
		{"Color", unsafe.Offsetof(p.Color), 48},
		{"UVRect", unsafe.Offsetof(p.UVRect), 64},
	} {
		if row.got != row.want {
			t.Errorf("%s is at %d, want %d", row.field, row.got, row.want)
		}
	}
	if p.Alive() {
		t.Error("the zero particle is alive")
	}
}

// R73–R81 as far as they exist: the presets have the numbers of their tables.
func TestPresets(t *testing.T) {
	fire, smoke := Fire(), Smoke()
	for _, e := range []*Emitter{&fire, &smoke} {
		if err := e.Validate(); err != nil {
			t.Error(err)
		}
		if e.Rate <= 0 {
			t.Errorf("%s has no rate", e.Label)
		}
	}
	// R77
	if fire.Shape != SpawnPoint() || fire.Velocity != VelocityCone(20) || fire.Direction != (mgl32.Vec3{0, 1, 0}) ||
		fire.Speed != Between(1, 3) || fire.Gravity != (mgl32.Vec3{0, 0.5, 0}) || fire.Drag != 0.2 ||
		fire.Life != Between(0.3, 0.8) || fire.Size != Between(0.15, 0.3) || fire.SizeGrowth != -0.2 ||
		fire.AngularVelocity != PlusMinus(8) || fire.AlphaScale != 1 || fire.Blending != Additive ||
		fire.Color != (ColorRange{mgl32.Vec3{1, 0.3, 0}, mgl32.Vec3{1, 0.9, 0.2}}) {
		t.Errorf("fire is %+v", fire)
	}
	// R76
	if smoke.Shape != SpawnBox(mgl32.Vec3{0.15, 0, 0.15}) || smoke.Velocity != VelocityCone(45) ||
		smoke.Direction != (mgl32.Vec3{0, 1, 0}) || smoke.Speed != Between(0.3, 1) ||
		smoke.Gravity != (mgl32.Vec3{0, 0.3, 0}) || smoke.Drag != 0.3 || smoke.Life != Between(2, 4) ||
		smoke.Size != Between(0.2, 0.4) || smoke.SizeGrowth != 0.3 || smoke.AngularVelocity != PlusMinus(2) ||
		smoke.AlphaScale != 0.4 || smoke.Blending != Alpha ||
		smoke.Color != (ColorRange{mgl32.Vec3{0.3, 0.3, 0.3}, mgl32.Vec3{0.7, 0.7, 0.7}}) {
		t.Errorf("smoke is %+v", smoke)
	}
}

// C35: an unset field is what its documentation says.
func TestUnsetFieldsAreTheirDocumentedDefaults(t *testing.T) {
	e := Emitter{}.WithDefaults()
	if e.Life != Exactly(1) || e.Size != Exactly(0.1) || e.AlphaScale != 1 || e.Direction != (mgl32.Vec3{0, 1, 0}) ||
		e.UVRectsCount != 1 || e.UVRects[0] != [4]float32{0, 0, 1, 1} ||
		e.Color != (ColorRange{mgl32.Vec3{1, 1, 1}, mgl32.Vec3{1, 1, 1}}) || e.Blending != Additive || e.Rate != 0 {
		t.Errorf("got %+v", e)
	}
	if plane := (Emitter{Shape: SpawnShape{Kind: ShapePlane}}).WithDefaults(); plane.Shape.Normal != (mgl32.Vec3{0, 1, 0}) {
		t.Errorf("a plane's normal is %v", plane.Shape.Normal)
	}
	set := Emitter{Life: Exactly(3), AlphaScale: 0.5}.WithDefaults()
	if set.Life != Exactly(3) || set.AlphaScale != 0.5 {
		t.Errorf("defaults replace what is set: %+v", set)
	}
	var place Transform
	if place.UnitRotation() != mgl32.QuatIdent() || place.EffectiveScale() != (mgl32.Vec3{1, 1, 1}) {
		t.Errorf("the zero transform is %v, %v", place.UnitRotation(), place.EffectiveScale())
	}
	// R23
	if pool := DefaultPool(); pool.MaxParticles != DefaultMaxParticles || pool.Validate() != nil {
		t.Errorf("the default pool is %+v", pool)
	}
}

func TestBurstsAddUpAndStayInBounds(t *testing.T) {
	var e Emitter
	e.Burst(3)
	e.Burst(4)
	e.Burst(-10)
	if e.PendingBurst != 7 {
		t.Errorf("%d are pending, want 7", e.PendingBurst)
	}
	for range 5 {
		e.Burst(math.MaxInt)
	}
	if e.PendingBurst != MaxPoolParticles {
		t.Errorf("%d are pending, want %d", e.PendingBurst, MaxPoolParticles)
	}
}

func TestBadFieldsAreNamedWithValueAndRemedy(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, row := range []struct {
		change func(*Emitter)
		field  string
	}{
		{func(e *Emitter) { e.Rate = nan }, "Rate"},
		{func(e *Emitter) { e.Rate = -1 }, "Rate"},
		{func(e *Emitter) { e.Rate = 1e9 }, "Rate"},
		{func(e *Emitter) { e.Drag = -0.1 }, "Drag"},
		{func(e *Emitter) { e.Gravity[1] = inf }, "Gravity[1]"},
		{func(e *Emitter) { e.Gravity[2] = 1e7 }, "Gravity[2]"},
		{func(e *Emitter) { e.Direction[0] = nan }, "Direction[0]"},
		{func(e *Emitter) { e.Shape = SpawnSphere(-1) }, "Shape.Radius"},
		{func(e *Emitter) { e.Shape = SpawnBox(mgl32.Vec3{1, nan, 1}) }, "Shape.HalfExtents[1]"},
		{func(e *Emitter) { e.Shape.Kind = 77 }, "Shape.Kind"},
		{func(e *Emitter) { e.Velocity = VelocityCone(181) }, "Velocity.HalfAngle"},
		{func(e *Emitter) { e.Velocity = VelocityBox(mgl32.Vec3{2, 0, 0}, mgl32.Vec3{1, 0, 0}) }, "Velocity.Min[0]"},
		{func(e *Emitter) { e.Velocity.Kind = 77 }, "Velocity.Kind"},
		{func(e *Emitter) { e.Speed = Range{3, 1} }, "Speed.Min"},
		{func(e *Emitter) { e.Life = Range{0.0001, 1} }, "Life.Min"},
		{func(e *Emitter) { e.Life = Range{1, 1e6} }, "Life.Max"},
		{func(e *Emitter) { e.Size = Range{-1, 1} }, "Size.Min"},
		{func(e *Emitter) { e.SizeGrowth = inf }, "SizeGrowth"},
		{func(e *Emitter) { e.AlphaScale = 1.5 }, "AlphaScale"},
		{func(e *Emitter) { e.Angle.Max = nan }, "Angle.Max"},
		{func(e *Emitter) { e.AngularVelocity = Range{2, 1} }, "AngularVelocity.Min"},
		{func(e *Emitter) { e.Color.Min[2] = 2 }, "Color.Min[2]"},
		{func(e *Emitter) { e.UVRectsCount = 9 }, "UVRectsCount"},
		{func(e *Emitter) { e.UVRectsCount = 1; e.UVRects[0] = [4]float32{0.5, 0, 0.6, 1} }, "UVRects[0]"},
		{func(e *Emitter) { e.Blending = 9 }, "Blending"},
	} {
		e := Fire()
		row.change(&e)
		err := e.Validate()
		var field *FieldError
		if !errors.As(err, &field) || field.Field != row.field || field.Remedy == "" {
			t.Errorf("%s: got %v", row.field, err)
			continue
		}
		if !strings.HasPrefix(err.Error(), `emitter "fire": `+row.field+" is ") || strings.Contains(err.Error(), "  ") {
			t.Errorf("%s: the sentence is %q", row.field, err)
		}
	}
	both := Emitter{Rate: nan, Drag: nan}
	if err := both.Validate(); !strings.Contains(err.Error(), "Rate") || !strings.Contains(err.Error(), "Drag") {
		t.Errorf("two wrong fields: %v", err)
	}
	for _, size := range []int{0, -1, MaxPoolParticles + 1} {
		pool := Pool{Label: "p", MaxParticles: size}
		if err := pool.Validate(); err == nil || !strings.Contains(err.Error(), "it must be between 1 and 8 388 608") {
			t.Errorf("MaxParticles %d: %v", size, err)
		}
	}
}
