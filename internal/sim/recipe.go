package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Recipe is an emitter's settings in the form that a birth needs: defaults filled in,
// directions of unit length with two tangents, ranges as start and span.
type Recipe struct {
	config components.Emitter

	shape                                     shape
	axis, tangent, bitangent                  mgl32.Vec3 // of the velocity's cone
	coneSpan                                  float32    // 1 − cos of its half angle
	life, speed, size, angle, angularVelocity interval
	red, green, blue                          interval
}

// interval is a range as start and span.
type interval struct{ start, span float32 }

func intervalOf(r components.Range) interval { return interval{r.Min, r.Max - r.Min} }

func (i interval) at(u float32) float32 { return i.start + float32(i.span*u) }

// NewRecipe compiles a valid emitter.
func NewRecipe(emitter *components.Emitter) *Recipe {
	e := emitter.WithDefaults()
	r := &Recipe{config: e, shape: newShape(&e.Shape)}
	r.axis = direction(e.Direction)
	r.tangent, r.bitangent = tangents(r.axis)
	r.coneSpan = float32(1 - math.Cos(float64(e.Velocity.HalfAngle)*math.Pi/180))
	r.life, r.speed, r.size = intervalOf(e.Life), intervalOf(e.Speed), intervalOf(e.Size)
	r.angle, r.angularVelocity = intervalOf(e.Angle), intervalOf(e.AngularVelocity)
	r.red = interval{e.Color.Min[0], e.Color.Max[0] - e.Color.Min[0]}
	r.green = interval{e.Color.Min[1], e.Color.Max[1] - e.Color.Min[1]}
	r.blue = interval{e.Color.Min[2], e.Color.Max[2] - e.Color.Min[2]}
	return r
}

// direction is v with unit length, and +Y where v has none.
func direction(v mgl32.Vec3) mgl32.Vec3 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	length := math.Sqrt(x*x + y*y + z*z)
	if !(length > 0) || math.IsInf(length, 0) {
		return mgl32.Vec3{0, 1, 0}
	}
	return mgl32.Vec3{float32(x / length), float32(y / length), float32(z / length)}
}

// tangents are two unit vectors that complete a unit normal to a right-handed frame. The
// first is the axis least aligned with the normal, made perpendicular to it.
func tangents(normal mgl32.Vec3) (first, second mgl32.Vec3) {
	least := 0
	for i := 1; i < 3; i++ {
		if abs(normal[i]) < abs(normal[least]) {
			least = i
		}
	}
	var axis mgl32.Vec3
	axis[least] = 1
	first = direction(axis.Sub(normal.Mul(normal[least])))
	return first, normal.Cross(first)
}

func abs(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}

// velocity draws a first velocity in the emitter's local axes.
func (r *Recipe) velocity(d *draws) mgl32.Vec3 {
	v := &r.config.Velocity
	switch v.Kind {
	case components.VelocityKindCone:
		cos := 1 - float32(r.coneSpan*d[dimPolar])
		sin := float32(math.Sqrt(float64(max(0, 1-float32(cos*cos)))))
		s, c := math.Sincos(2 * math.Pi * float64(d[dimAzimuth]))
		speed := r.speed.at(d[dimSpeed])
		return r.axis.Mul(cos * speed).
			Add(r.tangent.Mul(float32(c) * sin * speed)).
			Add(r.bitangent.Mul(float32(s) * sin * speed))
	case components.VelocityKindSphere:
		return anyDirection(d[dimAzimuth], d[dimPolar]).Mul(r.speed.at(d[dimSpeed]))
	case components.VelocityKindBox:
		return mgl32.Vec3{
			interval{v.Min[0], v.Max[0] - v.Min[0]}.at(d[dimSpeed]),
			interval{v.Min[1], v.Max[1] - v.Min[1]}.at(d[dimAzimuth]),
			interval{v.Min[2], v.Max[2] - v.Min[2]}.at(d[dimPolar]),
		}
	default:
		return r.axis.Mul(r.speed.at(d[dimSpeed]))
	}
}
