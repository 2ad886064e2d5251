package main

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

// normalDots is how many dots a vertex gets: one on it and the others along its normal.
const normalDots = 7

// showNormals marks every vertex of a mesh that stands at a place, and where its normal points.
func showNormals(m *systems.ManualPool, vertices []game.Vertex, place components.Transform) error {
	for i, v := range vertices {
		at := place.Position.Add(place.UnitRotation().Rotate(v.Position))
		normal := place.UnitRotation().Rotate(v.Normal)
		for k := range normalDots {
			p := dot(at.Add(normal.Mul(0.02+0.055*float32(k))), 0.035, mgl32.Vec3{0.9, 0.15, 0.7})
			if k == 0 {
				p = dot(at.Add(normal.Mul(0.02)), 0.09, mgl32.Vec3{1.6, 1.3, 0.4})
			}
			if err := m.Set(i*normalDots+k, p); err != nil {
				return err
			}
		}
	}
	return m.SetCount(len(vertices) * normalDots)
}

// crystal is a mesh and what it is made of.
type crystal struct {
	vertices []game.Vertex
	entity   ark.Entity
	places   *ark.Map[components.Transform]
}

// newCrystal puts an octahedron into the world, whose faces have vertices and normals of their own.
func newCrystal(w *ark.World) *crystal {
	c := &crystal{places: ark.NewMap[components.Transform](w)}
	var indices []uint32
	for face := range 8 {
		sign := func(bit int) float32 { return float32(face>>bit&1)*2 - 1 }
		x, y, z := mgl32.Vec3{0.5 * sign(0), 0, 0}, mgl32.Vec3{0, 0.75 * sign(1), 0}, mgl32.Vec3{0, 0, 0.5 * sign(2)}
		if sign(0)*sign(1)*sign(2) < 0 {
			y, z = z, y // so that they run counter-clockwise as seen from outside
		}
		normal := y.Sub(x).Cross(z.Sub(x)).Normalize()
		for _, corner := range []mgl32.Vec3{x, y, z} {
			indices = append(indices, uint32(len(indices)))
			c.vertices = append(c.vertices, game.Vertex{Position: corner, Normal: normal})
		}
	}
	shape, err := game.NewGeometry("crystal", append([]game.Vertex(nil), c.vertices...), indices)
	if err != nil {
		panic(err) // the shape is the program's own
	}
	c.entity = ark.NewMap3[game.Mesh, game.Material, components.Transform](w).NewEntity(
		&game.Mesh{Geometry: shape}, &game.Material{Color: mgl32.Vec3{0.5, 0.45, 0.75}, Roughness: 0.4, Emissive: mgl32.Vec3{0.012, 0.008, 0.03}}, &components.Transform{})
	return c
}

// turn moves the crystal and returns its place.
func (c *crystal) turn(seconds float64) components.Transform {
	place := c.places.Get(c.entity)
	place.Position = mgl32.Vec3{2.85, 1.15, 0}
	place.Rotation = mgl32.QuatRotate(0.2, mgl32.Vec3{1, 0, 0}).Mul(mgl32.QuatRotate(float32(seconds)*0.5, mgl32.Vec3{0, 1, 0}))
	return *place
}
