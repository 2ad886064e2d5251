package game

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Vertex is one corner of a mesh: 24 bytes, in the order that the mesh shader reads.
type Vertex struct {
	Position mgl32.Vec3 // metres, in the mesh's own space
	Normal   mgl32.Vec3 // unit length, outward
}

// Geometry is an immutable shape that any number of entities share by pointer. The device's copy is made when an entity
// first shows it, and freed when none has shown it for a while; the shape itself may outlive an App and serve another.
type Geometry struct {
	label    string
	vertices []Vertex
	indices  []uint32
}

// NewGeometry makes a shape of triangles, three indices each, counter-clockwise seen from outside. It takes ownership
// of both slices. It refuses an empty shape, a number of indices that three does not divide, an index beyond the
// vertices, and positions that are not finite.
func NewGeometry(label string, vertices []Vertex, indices []uint32) (*Geometry, error) {
	if len(vertices) == 0 || len(indices) == 0 {
		return nil, fmt.Errorf("geometry %q: it has %d vertices and %d indices; it needs some of both", label, len(vertices), len(indices))
	}
	if len(indices)%3 != 0 {
		return nil, fmt.Errorf("geometry %q: %d indices; the number must be a multiple of 3, one triple for each triangle", label, len(indices))
	}
	for i, index := range indices {
		if int(index) >= len(vertices) {
			return nil, fmt.Errorf("geometry %q: index %d is %d; it must be below the number of vertices, %d", label, i, index, len(vertices))
		}
	}
	for i, v := range vertices {
		for _, x := range v.Position {
			if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
				return nil, fmt.Errorf("geometry %q: the position of vertex %d is %v; it must be finite", label, i, v.Position)
			}
		}
	}
	return &Geometry{label: label, vertices: vertices, indices: indices}, nil
}

// Label returns the name given at creation.
func (g *Geometry) Label() string { return g.label }

// Triangles returns how many triangles the shape has.
func (g *Geometry) Triangles() int { return len(g.indices) / 3 }

// bounds returns the corners of the box round the shape.
func (g *Geometry) bounds() (low, high mgl32.Vec3) {
	low, high = g.vertices[0].Position, g.vertices[0].Position
	for _, v := range g.vertices {
		for i, x := range v.Position {
			low[i], high[i] = min(low[i], x), max(high[i], x)
		}
	}
	return low, high
}

// Deformed returns a new shape whose vertices are moved by f, with smooth normals worked out again. Vertices that share
// a place before, as along the seam of a sphere, must share it after for the surface to stay closed.
func (g *Geometry) Deformed(label string, f func(mgl32.Vec3) mgl32.Vec3) (*Geometry, error) {
	vertices := make([]Vertex, len(g.vertices))
	for i, v := range g.vertices {
		vertices[i].Position = f(v.Position)
	}
	normals := map[mgl32.Vec3]mgl32.Vec3{}
	for i := 0; i < len(g.indices); i += 3 {
		pa := vertices[g.indices[i]].Position
		pb := vertices[g.indices[i+1]].Position
		pc := vertices[g.indices[i+2]].Position
		face := pb.Sub(pa).Cross(pc.Sub(pa)) // its length weighs by area
		for _, p := range [3]mgl32.Vec3{pa, pb, pc} {
			normals[p] = normals[p].Add(face)
		}
	}
	for i := range vertices {
		n := normals[vertices[i].Position]
		if n.Len() < 1e-12 {
			n = g.vertices[i].Normal
		}
		vertices[i].Normal = n.Normalize()
	}
	return NewGeometry(label, vertices, append([]uint32(nil), g.indices...))
}
