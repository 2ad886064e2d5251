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

func TestEveryShapeKindHasANameOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for kind := range shapeKinds {
		name := kind.String()
		if seen[name] || !strings.HasPrefix(name, "Shape") || strings.Contains(name, "(") {
			t.Errorf("kind %d is called %q", uint32(kind), name)
		}
		seen[name] = true
	}
	if shapeKinds.String() != "ShapeKind(11)" {
		t.Errorf("a kind that there is not is called %q", shapeKinds)
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
		{func(e *Emitter) { e.Shape = SpawnBoxSurface(mgl32.Vec3{1, 1, -1}) }, "Shape.HalfExtents[2]"},
		{func(e *Emitter) { e.Shape = SpawnSphereSurface(inf) }, "Shape.Radius"},
		{func(e *Emitter) { e.Shape = SpawnHemisphere(mgl32.Vec3{0, nan, 0}, 1) }, "Shape.Axis[1]"},
		{func(e *Emitter) { e.Shape = SpawnHemisphere(mgl32.Vec3{}, -1) }, "Shape.Radius"},
		{func(e *Emitter) { e.Shape = SpawnCone(mgl32.Vec3{inf, 0, 0}, 1, 1) }, "Shape.Axis[0]"},
		{func(e *Emitter) { e.Shape = SpawnCone(mgl32.Vec3{}, 90, 1) }, "Shape.HalfAngle"},
		{func(e *Emitter) { e.Shape = SpawnCone(mgl32.Vec3{}, 45, -1) }, "Shape.Height"},
		{func(e *Emitter) { e.Shape = SpawnPlane(mgl32.Vec3{0, 0, nan}, mgl32.Vec2{1, 1}) }, "Shape.Normal[2]"},
		{func(e *Emitter) { e.Shape = SpawnPlane(mgl32.Vec3{}, mgl32.Vec2{1, -1}) }, "Shape.HalfWidths[1]"},
		{func(e *Emitter) { e.Shape = SpawnDisc(mgl32.Vec3{0, nan, 0}, 1) }, "Shape.Normal[1]"},
		{func(e *Emitter) { e.Shape = SpawnDisc(mgl32.Vec3{}, 1); e.Shape.InnerRadius = 1.5 }, "Shape.InnerRadius"},
		{func(e *Emitter) { e.Shape = SpawnRing(mgl32.Vec3{nan, 0, 0}, 1) }, "Shape.Normal[0]"},
		{func(e *Emitter) { e.Shape = SpawnRing(mgl32.Vec3{}, 2e6) }, "Shape.Radius"},
		{func(e *Emitter) { e.Shape = SpawnLine(mgl32.Vec3{2e6, 0, 0}, 1) }, "Shape.Axis[0]"},
		{func(e *Emitter) { e.Shape = SpawnLine(mgl32.Vec3{}, nan) }, "Shape.HalfLength"},
		{func(e *Emitter) { e.Shape.Kind = shapeKinds }, "Shape.Kind"},
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
