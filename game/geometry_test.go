package game

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestPrimitivesAreClosedAndFaceOutward(t *testing.T) {
	lumpy := func(p mgl32.Vec3) mgl32.Vec3 {
		return p.Mul(1 + 0.1*float32(math.Sin(float64(p[0]*5+p[1]*3))))
	}
	rock, err := Sphere(1).Deformed("rock", lumpy)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		shape  *Geometry
		volume float64
		slack  float64
	}{
		{Box(1, 2, 3), 6, 1e-4},
		{Sphere(2), 4. / 3 * math.Pi * 8, 0.6},
		{Cylinder(0.5, 4), math.Pi, 0.05},
		{rock, 4. / 3 * math.Pi, 1},
	} {
		g := row.shape
		edges := map[[2]mgl32.Vec3]int{}
		var volume float64
		for i := 0; i < len(g.indices); i += 3 {
			var v [3]Vertex
			for k := range v {
				v[k] = g.vertices[g.indices[i+k]]
			}
			face := v[1].Position.Sub(v[0].Position).Cross(v[2].Position.Sub(v[0].Position))
			if face.Len() < 1e-9 {
				continue // the triangles at a pole of a sphere have no area
			}
			volume += float64(v[0].Position.Dot(face)) / 6
			for k := range v {
				if face.Normalize().Dot(v[k].Normal) < 0.3 {
					t.Fatalf("%s: triangle %d faces %v, its corner %v", g.Label(), i/3, face.Normalize(), v[k])
				}
				a, b := v[k].Position, v[(k+1)%3].Position
				edges[[2]mgl32.Vec3{a, b}]++
				edges[[2]mgl32.Vec3{b, a}]--
			}
		}
		for edge, n := range edges {
			if n != 0 {
				t.Fatalf("%s: edge %v has no neighbour", g.Label(), edge)
			}
		}
		if math.Abs(volume-row.volume) > row.slack {
			t.Errorf("%s: the volume is %v, want %v", g.Label(), volume, row.volume)
		}
	}
}

func TestPlaneFacesUpAndHasItsSize(t *testing.T) {
	g := Plane(6)
	var area float32
	for i := 0; i < len(g.indices); i += 3 {
		a, b, c := g.vertices[g.indices[i]].Position, g.vertices[g.indices[i+1]].Position, g.vertices[g.indices[i+2]].Position
		area += b.Sub(a).Cross(c.Sub(a))[1] / 2
	}
	if math.Abs(float64(area-36)) > 1e-3 {
		t.Errorf("the area seen from above is %v, want 36", area)
	}
}

func TestNewGeometryRefusesWhatCannotBeDrawn(t *testing.T) {
	three := []Vertex{{}, {}, {}}
	inf := float32(math.Inf(1))
	for _, row := range []struct {
		what     string
		vertices []Vertex
		indices  []uint32
		want     string
	}{
		{"nothing", nil, nil, "0 vertices"},
		{"half a triangle", three, []uint32{0, 1}, "multiple of 3"},
		{"index beyond the end", three, []uint32{0, 1, 3}, "index 2 is 3"},
		{"infinite position", []Vertex{{Position: mgl32.Vec3{0, inf, 0}}}, []uint32{0, 0, 0}, "finite"},
	} {
		g, err := NewGeometry("thing", row.vertices, row.indices)
		if g != nil || err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), `"thing"`) {
			t.Errorf("%s: %v, %v; want an error with %q", row.what, g, err, row.want)
		}
	}
}
