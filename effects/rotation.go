package effects

import (
	"math"
	"reflect"

	"github.com/go-gl/mathgl/mgl32"
)

// A rotation is written as three angles in degrees: about x, then y, then z, the axes of what it is
// in; or as the four numbers x, y, z, w of a quaternion, where three angles would not give the same
// one again.

// rotation reads either.
func (d *decoder) rotation(n *node, q *mgl32.Quat, field string) {
	if n.form != array || len(n.items) != 3 && len(n.items) != 4 {
		d.refuse(n, field, "it must be three angles in degrees, about x, y and z, or a quaternion [x, y, z, w]")
		return
	}
	before := len(d.errs)
	var numbers [4]float32
	for i, item := range n.items {
		d.number(item, reflect.ValueOf(&numbers[i]).Elem(), field)
	}
	switch {
	case len(d.errs) > before:
	case len(n.items) == 3:
		*q = fromDegrees([3]float32(numbers[:3]))
	default:
		*q = mgl32.Quat{W: numbers[3], V: mgl32.Vec3(numbers[:3])}
	}
}

// rotation writes the shorter form that loses nothing.
func (e *encoder) rotation(q mgl32.Quat) *node {
	if angles, ok := toDegrees(q); ok {
		return encodeArray(reflect.ValueOf(angles))
	}
	return e.value(reflect.ValueOf([4]float32{q.V[0], q.V[1], q.V[2], q.W}), "")
}

// fromDegrees turns about x, then y, then z.
func fromDegrees(angles [3]float32) mgl32.Quat {
	var sin, cos [3]float64
	for i, angle := range angles {
		sin[i], cos[i] = math.Sincos(float64(angle) * math.Pi / 360)
	}
	return mgl32.Quat{
		W: float32(cos[0]*cos[1]*cos[2] + sin[0]*sin[1]*sin[2]),
		V: mgl32.Vec3{
			float32(sin[0]*cos[1]*cos[2] - cos[0]*sin[1]*sin[2]),
			float32(cos[0]*sin[1]*cos[2] + sin[0]*cos[1]*sin[2]),
			float32(cos[0]*cos[1]*sin[2] - sin[0]*sin[1]*cos[2]),
		},
	}
}

// toDegrees finds angles that give exactly q, whole thousandths of a degree. Not every q has some.
func toDegrees(q mgl32.Quat) (angles [3]float32, ok bool) {
	x, y, z, w := float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)
	round := func(radians float64) float32 {
		return float32(math.Round(radians*180/math.Pi*1000)) / 1000
	}
	// About one axis alone the angle is exact; the general formula is not near 90 degrees about y.
	for i, v := range [3]float64{x, y, z} {
		var one [3]float32
		if one[i] = round(2 * math.Atan2(v, w)); fromDegrees(one) == q {
			return one, true
		}
	}
	angles = [3]float32{
		round(math.Atan2(2*(w*x+y*z), 1-2*(x*x+y*y))),
		round(math.Asin(min(max(2*(w*y-z*x), -1), 1))),
		round(math.Atan2(2*(w*z+x*y), 1-2*(y*y+z*z))),
	}
	return angles, fromDegrees(angles) == q
}
