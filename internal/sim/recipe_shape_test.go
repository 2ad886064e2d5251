package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/gomotes/motes/components"
)

// A tilted axis and two perpendicular to it, all of length 3, by which tests look at shapes.
var (
	tilted = mgl32.Vec3{1, 2, 2}
	axis   = mgl64.Vec3{1. / 3, 2. / 3, 2. / 3}
	left   = mgl64.Vec3{2. / 3, -2. / 3, 1. / 3}
	up     = mgl64.Vec3{2. / 3, 1. / 3, -2. / 3}
)

// seen is a place as seen along the tilted axis.
type seen struct {
	mgl64.Vec3
	height, radius, turn float64 // turn is 0 to 1
}

func see(position [3]float32) seen {
	p := mgl64.Vec3{float64(position[0]), float64(position[1]), float64(position[2])}
	x, y := p.Dot(left), p.Dot(up)
	return seen{p, p.Dot(axis), math.Hypot(x, y), math.Atan2(y, x)/(2*math.Pi) + 0.5}
}

func near(got, want float64) bool { return math.Abs(got-want) < 3e-6 }

// R69, T22: births lie within their shape, and fill its volume, area or length uniformly. Each
// row maps its shape to the unit line, square or cube so that equal parts of the one are equal
// parts of the other; there the births must be uniform.
func TestEveryShapeIsFilledUniformly(t *testing.T) {
	const n = 20_000
	const rounding = 3e-6
	tan := math.Tan(30 * math.Pi / 180)
	washer := components.SpawnDisc(tilted, 3)
	washer.InnerRadius = 2
	for _, row := range []struct {
		what   string
		shape  components.SpawnShape
		within func(p seen) bool
		unit   func(p seen) []float64
	}{
		{"hemisphere of radius 2", components.SpawnHemisphere(tilted, 2),
			func(p seen) bool { return p.Len() <= 2+rounding && p.height >= -rounding },
			func(p seen) []float64 { return []float64{p.turn, p.height / p.Len(), math.Pow(p.Len()/2, 3)} }},
		{"sphere surface of radius 2", components.SpawnSphereSurface(2),
			func(p seen) bool { return near(p.Len(), 2) },
			func(p seen) []float64 { return []float64{p.turn, (p.height/2 + 1) / 2} }},
		{"cone of 30°, 3 high", components.SpawnCone(tilted, 30, 3),
			func(p seen) bool {
				return p.height >= -rounding && p.height <= 3+rounding && p.radius <= p.height*tan+rounding
			},
			func(p seen) []float64 {
				return []float64{p.turn, p.radius * p.radius / (p.height * tan * p.height * tan), p.height * p.height * p.height / 27}
			}},
		{"cone of 0°, 3 high", components.SpawnCone(tilted, 0, 3),
			func(p seen) bool { return near(p.radius, 0) && p.height >= -rounding && p.height <= 3+rounding },
			func(p seen) []float64 { return []float64{p.height * p.height * p.height / 27} }},
		{"disc of radius 3", components.SpawnDisc(tilted, 3),
			func(p seen) bool { return near(p.height, 0) && p.radius <= 3+rounding },
			func(p seen) []float64 { return []float64{p.turn, p.radius * p.radius / 9} }},
		{"disc of radius 3 with a hole of 2", washer,
			func(p seen) bool { return near(p.height, 0) && p.radius >= 2-rounding && p.radius <= 3+rounding },
			func(p seen) []float64 { return []float64{p.turn, (p.radius*p.radius - 4) / 5} }},
		{"ring of radius 3", components.SpawnRing(tilted, 3),
			func(p seen) bool { return near(p.height, 0) && near(p.radius, 3) },
			func(p seen) []float64 { return []float64{p.turn} }},
		{"line 5 to either side", components.SpawnLine(tilted, 5),
			func(p seen) bool { return near(p.radius, 0) && math.Abs(p.height) <= 5+rounding },
			func(p seen) []float64 { return []float64{(p.height/5 + 1) / 2} }},
		{"surface of a box of 2 by 4 by 6", components.SpawnBoxSurface(mgl32.Vec3{1, 2, 3}), onBox, unfoldBox},
		{"surface of a box without height", components.SpawnBoxSurface(mgl32.Vec3{1, 0, 3}),
			func(p seen) bool { return math.Abs(p.X()) <= 1 && p.Y() == 0 && math.Abs(p.Z()) <= 3 },
			func(p seen) []float64 { return []float64{(p.X() + 1) / 2, (p.Z()/3 + 1) / 2} }},
		{"surface of a box with one extent", components.SpawnBoxSurface(mgl32.Vec3{0, 0, 2}),
			func(p seen) bool { return p.X() == 0 && p.Y() == 0 && math.Abs(p.Z()) <= 2 },
			func(p seen) []float64 { return []float64{(p.Z()/2 + 1) / 2} }},
	} {
		points := make([][]float64, 0, n)
		for _, b := range burst(n, components.Emitter{Shape: row.shape}, still) {
			p := see(b.Position)
			if !row.within(p) {
				t.Errorf("%s: a birth at %v is outside", row.what, b.Position)
				break
			}
			points = append(points, row.unit(p))
		}
		if len(points) == n {
			uniform(t, row.what, points)
		}
	}
}

// onBox reports whether a place is on the surface of the box that reaches to 1, 2, 3.
func onBox(p seen) bool {
	faces := 0
	for i, half := range []float64{1, 2, 3} {
		if math.Abs(p.Vec3[i]) > half {
			return false
		}
		if math.Abs(p.Vec3[i]) == half {
			faces++
		}
	}
	return faces > 0
}

// unfoldBox lays the faces of that box side by side, each as wide as its share of the area.
func unfoldBox(p seen) []float64 {
	half := mgl64.Vec3{1, 2, 3}
	begin := 0.
	for normal := range 3 {
		a, b := (normal+1)%3, (normal+2)%3
		share := half[a] * half[b] / 22 // of 2·3 + 3·1 + 1·2, twice
		for _, side := range []float64{-1, 1} {
			if p.Vec3[normal] == side*half[normal] {
				return []float64{begin + share*(p.Vec3[a]/half[a]+1)/2, (p.Vec3[b]/half[b] + 1) / 2}
			}
			begin += share
		}
	}
	return nil
}

// uniform requires points of the unit line, square or cube to be uniform: each coordinate
// by its Kolmogorov distance, at the level of 1 in 10 000, and all together by the counts
// in 4 cells along each, within 5 standard deviations.
func uniform(t *testing.T, what string, points [][]float64) {
	t.Helper()
	n, dims := float64(len(points)), len(points[0])
	for d := range dims {
		values := make([]float64, len(points))
		for i, p := range points {
			values[i] = p[d]
		}
		slices.Sort(values)
		distance := 0.
		for i, v := range values {
			distance = max(distance, math.Abs(v-float64(i)/n), math.Abs(v-float64(i+1)/n))
		}
		if !(distance < 2.23/math.Sqrt(n)) {
			t.Errorf("%s: coordinate %d is %.4f from uniform", what, d, distance)
		}
	}
	cells := make([]int, int(math.Pow(4, float64(dims))))
	for _, p := range points {
		cell := 0
		for _, v := range p {
			cell = cell*4 + min(3, max(0, int(v*4)))
		}
		cells[cell]++
	}
	expected := n / float64(len(cells))
	for cell, count := range cells {
		if math.Abs(float64(count)-expected) > 5*math.Sqrt(expected) {
			t.Errorf("%s: cell %d of %d has %d births, want about %.0f", what, cell, len(cells), count, expected)
		}
	}
}

// C30: without a direction, or with one too short or too long for a float32 to square, a
// shape is that of its unit vector, and of +Y where there is none.
func TestShapesWithoutDirectionPointUp(t *testing.T) {
	for _, of := range []func(direction mgl32.Vec3) components.SpawnShape{
		func(d mgl32.Vec3) components.SpawnShape { return components.SpawnHemisphere(d, 2) },
		func(d mgl32.Vec3) components.SpawnShape { return components.SpawnCone(d, 20, 2) },
		func(d mgl32.Vec3) components.SpawnShape { return components.SpawnPlane(d, mgl32.Vec2{2, 2}) },
		func(d mgl32.Vec3) components.SpawnShape { return components.SpawnDisc(d, 2) },
		func(d mgl32.Vec3) components.SpawnShape { return components.SpawnRing(d, 2) },
		func(d mgl32.Vec3) components.SpawnShape { return components.SpawnLine(d, 2) },
	} {
		for _, row := range []struct{ direction, same mgl32.Vec3 }{
			{mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}},
			{mgl32.Vec3{0, 0, 1e-38}, mgl32.Vec3{0, 0, 1}},
			{mgl32.Vec3{1e6, 1e6, 0}, mgl32.Vec3{1, 1, 0}},
		} {
			got := burst(50, components.Emitter{Shape: of(row.direction)}, still)
			want := burst(50, components.Emitter{Shape: of(row.same)}, still)
			for i := range got {
				if got[i].Position != want[i].Position {
					t.Errorf("%v along %v gave %v, along %v %v",
						of(row.same).Kind, row.direction, got[i].Position, row.same, want[i].Position)
					break
				}
			}
		}
	}
}

// C30: the smallest, the greatest and the flattest shapes that an emitter can have give finite
// places, at every corner of the random numbers. So do cones that Validate refuses.
func TestDegenerateShapesAreFinite(t *testing.T) {
	least, most := float32(math.SmallestNonzeroFloat32), float32(components.MaxMagnitude)
	extents := []float32{0, least, 1e-20, 1, most}
	var valid []components.SpawnShape
	for _, a := range extents {
		for _, b := range extents {
			disc := components.SpawnDisc(tilted, max(a, b))
			disc.InnerRadius = min(a, b)
			valid = append(valid, disc,
				components.SpawnBoxSurface(mgl32.Vec3{a, b, 0}),
				components.SpawnBoxSurface(mgl32.Vec3{b, a, most}),
				components.SpawnBox(mgl32.Vec3{a, b, least}),
				components.SpawnPlane(tilted, mgl32.Vec2{a, b}),
				components.SpawnCone(mgl32.Vec3{b, 0, 0}, min(a, components.MaxConeHalfAngle), b))
		}
		valid = append(valid, components.SpawnSphere(a), components.SpawnSphereSurface(a),
			components.SpawnHemisphere(tilted, a), components.SpawnRing(tilted, a), components.SpawnLine(tilted, a))
	}
	finite := func(s components.SpawnShape) {
		e := components.Emitter{Shape: s}
		r := NewRecipe(&e)
		corners := []float32{0, 0.5, 1 - 1./(1<<24)}
		for _, x := range corners {
			for _, y := range corners {
				for _, z := range corners {
					p := r.position(&draws{dimShapeX: x, dimShapeY: y, dimShapeZ: z})
					if p.Sub(p) != (mgl32.Vec3{}) {
						t.Errorf("%+v gave %v", s, p)
						return
					}
				}
			}
		}
	}
	for _, s := range valid {
		if err := (&components.Emitter{Shape: s}).Validate(); err != nil {
			t.Error(err)
		}
		finite(s)
	}
	for _, angle := range []float32{90, 135, 180} {
		finite(components.SpawnCone(tilted, angle, most))
	}
}

// A seed promises its births: these places are those of the first release. The slack is for
// processors that fuse a multiplication with an addition.
func TestPlacesFollowFromTheSeedForGood(t *testing.T) {
	for _, row := range []struct {
		shape components.SpawnShape
		first mgl32.Vec3
	}{
		{components.SpawnBox(mgl32.Vec3{1, 2, 0.3}), mgl32.Vec3{0.0019055605, -1.2260063, -0.19323443}},
		{components.SpawnSphere(2.5), mgl32.Vec3{-1.1109562, -0.86197776, -0.006650813}},
		{components.SpawnPlane(mgl32.Vec3{1, 2, 3}, mgl32.Vec2{3, 4}), mgl32.Vec3{0.00550875, -2.0410454, 1.3588605}},
	} {
		got := mgl32.Vec3(burst(1, components.Emitter{Shape: row.shape}, still)[0].Position)
		if got.Sub(row.first).Len() > 1e-6 {
			t.Errorf("the first birth of a %v is at %v, was at %v", row.shape.Kind, got, row.first)
		}
	}
}

func TestNoShapeAllocates(t *testing.T) {
	for kind := components.ShapePoint; kind <= components.ShapeBoxSurface; kind++ {
		e := components.Emitter{Shape: components.SpawnShape{
			Kind: kind, HalfExtents: mgl32.Vec3{1, 2, 3}, Radius: 1, HalfAngle: 20, Height: 1, HalfLength: 1,
		}}
		r := NewRecipe(&e)
		var d draws
		var sink mgl32.Vec3
		if n := testing.AllocsPerRun(100, func() { sink = sink.Add(r.position(&d)) }); n != 0 {
			t.Errorf("%v: %v allocations a birth", kind, n)
		}
	}
}
