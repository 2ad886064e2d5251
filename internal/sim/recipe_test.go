package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// burst is n births of an emitter along a path.
func burst(n int, e components.Emitter, path Path) []Birth {
	p, row := newTestPool(n, 9, e)
	p.Step(0)
	p.Burst(row, &path, n)
	return p.Births()
}

// share is the part of the births for which f holds.
func share(births []Birth, f func(b *Birth) bool) float64 {
	n := 0
	for i := range births {
		if f(&births[i]) {
			n++
		}
	}
	return float64(n) / float64(len(births))
}

func within(t *testing.T, what string, got, want, slack float64) {
	t.Helper()
	if math.Abs(got-want) > slack {
		t.Errorf("%s is %.4f, want %.4f", what, got, want)
	}
}

func length(v [3]float32) float64 {
	return math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
}

// R69, T22: births fill their shape uniformly.
func TestShapesAreFilledUniformly(t *testing.T) {
	const n = 20_000
	for _, b := range burst(10, components.Emitter{}, still) {
		if b.Position != [3]float32{} {
			t.Fatalf("a point gave %v", b.Position)
		}
	}
	box := burst(n, components.Emitter{Shape: components.SpawnBox(mgl32.Vec3{1, 2, 0})}, still)
	within(t, "box: share within half of x", share(box, func(b *Birth) bool { return math.Abs(float64(b.Position[0])) < 0.5 }), 0.5, 0.02)
	within(t, "box: share within bounds", share(box, func(b *Birth) bool {
		return math.Abs(float64(b.Position[0])) <= 1 && math.Abs(float64(b.Position[1])) <= 2 && b.Position[2] == 0
	}), 1, 0)

	ball := burst(n, components.Emitter{Shape: components.SpawnSphere(2)}, still)
	within(t, "sphere: share within half the radius", share(ball, func(b *Birth) bool { return length(b.Position) < 1 }), 1./8, 0.01)
	within(t, "sphere: share within", share(ball, func(b *Birth) bool { return length(b.Position) <= 2.0001 }), 1, 0)
	within(t, "sphere: share above", share(ball, func(b *Birth) bool { return b.Position[1] > 0 }), 0.5, 0.02)

	plane := burst(n, components.Emitter{Shape: components.SpawnPlane(mgl32.Vec3{0, 3, 0}, mgl32.Vec2{10, 4})}, still)
	within(t, "plane: share within", share(plane, func(b *Birth) bool {
		return b.Position[1] == 0 && math.Abs(float64(b.Position[0])) <= 10 && math.Abs(float64(b.Position[2])) <= 4
	}), 1, 0)
	within(t, "plane: share within half of x", share(plane, func(b *Birth) bool { return math.Abs(float64(b.Position[0])) < 5 }), 0.5, 0.02)
}

// R70: directions are uniform in solid angle, speeds within their range.
func TestVelocityPatterns(t *testing.T) {
	const n = 20_000
	e := components.Emitter{Direction: mgl32.Vec3{0, 0, 5}, Speed: components.Between(2, 4)}
	for _, b := range burst(100, e, still) {
		if b.Velocity[0] != 0 || b.Velocity[1] != 0 || b.Velocity[2] < 2 || b.Velocity[2] > 4 {
			t.Fatalf("fixed gave %v", b.Velocity)
		}
	}
	e.Velocity = components.VelocityCone(60)
	cone := burst(n, e, still)
	angle := func(b *Birth) float64 { return math.Acos(float64(b.Velocity[2])/length(b.Velocity)) * 180 / math.Pi }
	within(t, "cone: share within", share(cone, func(b *Birth) bool { return angle(b) <= 60.01 }), 1, 0)
	inner := (1 - math.Cos(30*math.Pi/180)) / (1 - math.Cos(60*math.Pi/180))
	within(t, "cone: share within half the angle", share(cone, func(b *Birth) bool { return angle(b) < 30 }), inner, 0.015)
	within(t, "cone: share to the left", share(cone, func(b *Birth) bool { return b.Velocity[0] < 0 }), 0.5, 0.02)
	within(t, "cone: share of speeds", share(cone, func(b *Birth) bool { return length(b.Velocity) > 1.999 && length(b.Velocity) < 4.001 }), 1, 0)

	e.Velocity = components.VelocitySphere()
	sphere := burst(n, e, still)
	for axis := range 3 {
		within(t, "sphere: share of an octant's half", share(sphere, func(b *Birth) bool { return float64(b.Velocity[axis]) > 0.5*length(b.Velocity) }), 0.25, 0.015)
	}

	e.Velocity = components.VelocityBox(mgl32.Vec3{-1, -5, 2}, mgl32.Vec3{1, -5, 3})
	box := burst(n, e, still)
	within(t, "box: share within", share(box, func(b *Birth) bool {
		return b.Velocity[0] >= -1 && b.Velocity[0] <= 1 && b.Velocity[1] == -5 && b.Velocity[2] >= 2 && b.Velocity[2] <= 3
	}), 1, 0)
	within(t, "box: share of a half", share(box, func(b *Birth) bool { return b.Velocity[2] < 2.5 }), 0.5, 0.02)
}

// R61–R67: each field is drawn within its own range, channels independently, and each uv
// rectangle equally often.
func TestFieldsAreDrawnWithinTheirRanges(t *testing.T) {
	const n = 20_000
	e := components.Emitter{
		Life: components.Between(1, 3), Size: components.Between(0.2, 0.4), SizeGrowth: -0.5,
		Angle: components.Between(1, 2), AngularVelocity: components.PlusMinus(3), AlphaScale: 0.25,
		Color:        components.ColorRange{Min: mgl32.Vec3{0, 0.5, 1}, Max: mgl32.Vec3{0.5, 1, 1}},
		UVRectsCount: 3, UVRects: [8][4]float32{{0, 0, 0.25, 1}, {0.25, 0, 0.25, 1}, {0.5, 0, 0.5, 1}},
	}
	births := burst(n, e, still)
	for _, row := range []struct {
		what      string
		of        func(b *Birth) float32
		low, high float32
	}{
		{"life", func(b *Birth) float32 { return b.MaxLife }, 1, 3},
		{"size", func(b *Birth) float32 { return b.Size }, 0.2, 0.4},
		{"angle", func(b *Birth) float32 { return b.Angle }, 1, 2},
		{"angular velocity", func(b *Birth) float32 { return b.AngularVelocity }, -3, 3},
		{"red", func(b *Birth) float32 { return b.Color[0] }, 0, 0.5},
		{"green", func(b *Birth) float32 { return b.Color[1] }, 0.5, 1},
	} {
		within(t, row.what+": share within", share(births, func(b *Birth) bool { return row.of(b) >= row.low && row.of(b) <= row.high }), 1, 0)
		middle := (row.low + row.high) / 2
		within(t, row.what+": share below the middle", share(births, func(b *Birth) bool { return row.of(b) < middle }), 0.5, 0.02)
	}
	within(t, "fixed fields", share(births, func(b *Birth) bool {
		return b.Color[2] == 1 && b.Color[3] == 0.25 && b.SizeGrowth == -0.5 && b.Life == b.MaxLife
	}), 1, 0)
	within(t, "red and green together", share(births, func(b *Birth) bool { return (b.Color[0] < 0.25) == (b.Color[1] < 0.75) }), 0.5, 0.02)
	for i := range 3 {
		within(t, "uv rectangle", share(births, func(b *Birth) bool { return b.UVRect == e.UVRects[i] }), 1./3, 0.02)
	}
}

// R14: a newborn is moved by one step as long as its age at the end of the tick.
func TestNewbornIsMovedByItsAge(t *testing.T) {
	e := components.Emitter{
		Rate: 10, Speed: components.Exactly(3), Gravity: mgl32.Vec3{0, -10, 0}, Drag: 2, Life: components.Exactly(5),
	}
	p, row := newTestPool(10, 1, e)
	p.Step(0.15)
	p.Emit(row, &still, true) // one birth, at 0.1
	b := p.Births()[0]
	const age = 0.05
	v := (3 - 10*age) * (1 - 2*age)
	within(t, "velocity", float64(b.Velocity[1]), v, 1e-5)
	within(t, "position", float64(b.Position[1]), v*age, 1e-6)
	within(t, "life left", float64(b.Life), 5-age, 1e-5)
	within(t, "expiry", float64(b.Expiry), 0.15+5-age, 1e-5)
}

// A particle whose whole life lies within the tick of its birth takes no slot.
func TestLivesShorterThanATickTakeNoSlot(t *testing.T) {
	p, row := newTestPool(10, 1, components.Emitter{Rate: 1000, Life: components.Exactly(0.002)})
	p.Step(0.1)
	p.Emit(row, &still, true)
	if c := p.Counters(); p.Live() > 3 || c.Born < 5 || c.Born != c.Died+uint64(p.Live()) {
		t.Errorf("%d alive, %+v", p.Live(), c)
	}
}

// C14 in world space, C30: shapes are placed, turned, stretched and mirrored by the
// transform; velocities are turned and mirrored only; nothing degenerate gives NaN.
func TestTransformsOfShapesAndVelocities(t *testing.T) {
	e := components.Emitter{
		Shape: components.SpawnBox(mgl32.Vec3{1, 0, 0}), Direction: mgl32.Vec3{1, 0, 0}, Speed: components.Exactly(2),
	}
	quarter := mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}) // x becomes y
	for _, row := range []struct {
		what     string
		scale    mgl32.Vec3
		velocity [3]float64
		reach    float64
	}{
		{"unscaled", mgl32.Vec3{1, 1, 1}, [3]float64{0, 2, 0}, 1},
		{"stretched", mgl32.Vec3{3, 1, 1}, [3]float64{0, 2, 0}, 3},
		{"mirrored", mgl32.Vec3{-3, 1, 1}, [3]float64{0, -2, 0}, 3},
		{"flattened", mgl32.Vec3{0, 1, 1}, [3]float64{0, 2, 0}, 0},
	} {
		path := At(&components.Transform{Position: mgl32.Vec3{10, 20, 30}, Rotation: quarter, Scale: row.scale})
		reach := 0.
		for _, b := range burst(2000, e, path) {
			for i := range 3 {
				within(t, row.what+": velocity", float64(b.Velocity[i]), row.velocity[i], 1e-5)
			}
			within(t, row.what+": x", float64(b.Position[0]), 10, 1e-4)
			reach = max(reach, math.Abs(float64(b.Position[1])-20))
		}
		within(t, row.what+": reach", reach, row.reach, row.reach*0.01)
	}
	for _, axis := range []mgl32.Vec3{{}, {1e-30, 0, 0}, {1e6, 1e6, 1e6}, {0, 0, 1e-38}} {
		e := components.Emitter{
			Direction: axis, Velocity: components.VelocityCone(30), Speed: components.Exactly(1),
			Shape: components.SpawnPlane(axis, mgl32.Vec2{1, 1}),
		}
		for _, b := range burst(100, e, still) {
			if l := length(b.Velocity); !(l > 0.99 && l < 1.01) || !(length(b.Position) < 1.5) {
				t.Fatalf("direction %v gave velocity %v at %v", axis, b.Velocity, b.Position)
			}
			if axis == (mgl32.Vec3{}) && b.Velocity[1] < 0.8 {
				t.Fatalf("no direction is not +Y: %v", b.Velocity)
			}
		}
	}
}

// A share of the emitter's own velocity is added to the newborn's, in world axes, before gravity
// and drag.
func TestNewbornInheritsTheEmittersVelocity(t *testing.T) {
	for _, row := range []struct {
		what  string
		share float32
		want  mgl32.Vec3
	}{
		{"nothing", 0, mgl32.Vec3{0, 2, 0}},
		{"all", 1, mgl32.Vec3{6, 2, -8}},
		{"half, backwards", -0.5, mgl32.Vec3{-3, 2, 4}},
	} {
		p, emitter := newTestPool(10, 1, components.Emitter{
			Rate: 10, Life: components.Exactly(9), Speed: components.Exactly(2), InheritVelocity: row.share,
		})
		path := still
		path.From, path.To, path.Velocity = mgl32.Vec3{0, 0, 0}, mgl32.Vec3{1.5, 0, -2}, mgl32.Vec3{6, 0, -8}
		p.Step(0.25)
		p.Emit(emitter, &path, true)
		p.Burst(emitter, &path, 1)
		for i, b := range p.Births() {
			if got := mgl32.Vec3(b.Velocity); got.Sub(row.want).Len() > 1e-5 {
				t.Errorf("%s: birth %d flies %v, want %v", row.what, i, got, row.want)
			}
		}
		if len(p.Births()) != 3 {
			t.Errorf("%s: %d births", row.what, len(p.Births()))
		}
	}
}
