package game

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Plane returns a flat square in the plane y = 0 that faces +Y, centred on the origin, size metres wide and deep. It
// is split into 16 × 16 cells, so that depth and fog stay exact on a large one.
func Plane(size float32) *Geometry {
	const cells = 16
	s := shape{label: "plane"}
	for z := range cells + 1 {
		for x := range cells + 1 {
			u, v := float32(x)/cells-0.5, float32(z)/cells-0.5
			s.vertex(mgl32.Vec3{u * size, 0, v * size}, mgl32.Vec3{0, 1, 0})
		}
	}
	s.grid(0, cells, cells)
	return s.build()
}

// Box returns a box centred on the origin with these full lengths in metres along x, y and z.
func Box(x, y, z float32) *Geometry {
	s := shape{label: "box"}
	half := mgl32.Vec3{x / 2, y / 2, z / 2}
	for i := range 3 {
		for _, sign := range [2]float32{1, -1} {
			var n, a, b mgl32.Vec3
			n[i] = sign
			a[(i+1)%3] = sign
			b[(i+2)%3] = 1
			base := uint32(len(s.vertices))
			for _, c := range [4][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
				p := n.Add(a.Mul(c[0])).Add(b.Mul(c[1]))
				s.vertex(mgl32.Vec3{p[0] * half[0], p[1] * half[1], p[2] * half[2]}, n)
			}
			s.triangle(base, base+1, base+2)
			s.triangle(base+2, base+1, base+3)
		}
	}
	return s.build()
}

// Sphere returns a ball of this radius in metres round the origin, with 32 × 16 faces.
func Sphere(radius float32) *Geometry {
	const around, rings = 32, 16
	s := shape{label: "sphere"}
	for r := range rings + 1 {
		sinP, cosP := sincos(float64(r) / rings * math.Pi)
		for a := range around + 1 {
			// The last column repeats the first exactly, so that the seam stays closed when the shape is deformed.
			sinA, cosA := sincos(float64(a%around) / around * 2 * math.Pi)
			n := mgl32.Vec3{sinA * sinP, cosP, cosA * sinP}
			if r == 0 || r == rings {
				n = mgl32.Vec3{0, cosP, 0}
			}
			s.vertex(n.Mul(radius), n)
		}
	}
	s.grid(0, around, rings)
	return s.build()
}

// Cylinder returns a closed cylinder round the y axis, centred on the origin, of this radius and length in metres, with
// 24 sides in 4 rings.
func Cylinder(radius, length float32) *Geometry {
	const around, rings = 24, 4
	s := shape{label: "cylinder"}
	for r := range rings + 1 {
		y := (0.5 - float32(r)/rings) * length
		for a := range around + 1 {
			sinA, cosA := sincos(float64(a%around) / around * 2 * math.Pi)
			s.vertex(mgl32.Vec3{sinA * radius, y, cosA * radius}, mgl32.Vec3{sinA, 0, cosA})
		}
	}
	s.grid(0, around, rings)
	for _, end := range [2]float32{1, -1} {
		n := mgl32.Vec3{0, end, 0}
		centre := uint32(len(s.vertices))
		s.vertex(mgl32.Vec3{0, end * length / 2, 0}, n)
		for a := range around {
			sinA, cosA := sincos(float64(a) / around * 2 * math.Pi)
			s.vertex(mgl32.Vec3{sinA * radius, end * length / 2, cosA * radius}, n)
		}
		for a := range uint32(around) {
			p, q := centre+1+a, centre+1+(a+1)%around
			if end < 0 {
				p, q = q, p
			}
			s.triangle(centre, p, q)
		}
	}
	return s.build()
}

// shape collects the vertices and triangles of a primitive.
type shape struct {
	label    string
	vertices []Vertex
	indices  []uint32
}

func (s *shape) vertex(position, normal mgl32.Vec3) {
	s.vertices = append(s.vertices, Vertex{Position: position, Normal: normal})
}

func (s *shape) triangle(a, b, c uint32) { s.indices = append(s.indices, a, b, c) }

// grid joins rows+1 rows of columns+1 vertices, from the vertex base on: columns run to the right and rows downward, seen
// from outside.
func (s *shape) grid(base uint32, columns, rows int) {
	stride := uint32(columns + 1)
	for r := range uint32(rows) {
		for c := range uint32(columns) {
			i := base + r*stride + c
			s.triangle(i, i+stride, i+1)
			s.triangle(i+1, i+stride, i+stride+1)
		}
	}
}

// build returns the shape; a primitive's indices are right by construction.
func (s *shape) build() *Geometry {
	return &Geometry{label: s.label, vertices: s.vertices, indices: s.indices}
}

func sincos(angle float64) (sin, cos float32) {
	s, c := math.Sincos(angle)
	return float32(s), float32(c)
}
