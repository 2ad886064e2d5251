package game

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// crowd is an App of n boxes and balls in a square on the ground, of eight shapes.
func crowd(n int) *App {
	c := headless(2)
	c.Width, c.Height = 160, 90
	a := New(c)
	var shapes [8]*Geometry
	for i := range shapes {
		shapes[i] = Box(0.2, 0.1+0.05*float32(i), 0.2)
	}
	side := 1
	for side*side < n {
		side++
	}
	entities := ark.NewMap3[Mesh, components.Transform, Material](a.World)
	for i := range n {
		x, z := float32(i%side)-float32(side)/2, -float32(i/side)
		entities.NewEntity(&Mesh{Geometry: shapes[i%8]}, &components.Transform{Position: mgl32.Vec3{x, 0, z}}, &Material{Color: mgl32.Vec3{0.5, 0.4, 0.3}})
	}
	return a
}

// R158, R169: CPU time of a frame with 100 000 meshes of eight shapes that stay where they are, without the submit.
func BenchmarkUnmovedMeshes(b *testing.B) {
	a := crowd(100_000)
	if err := a.Open(); err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	for range 2 {
		if _, err := a.Frame(); err != nil {
			b.Fatal(err)
		}
	}
	target := &targetSystem{app: a}
	for b.Loop() {
		if err := target.Update(a.World); err != nil {
			b.Fatal(err)
		}
		if err := a.meshes.Update(a.World); err != nil {
			b.Fatal(err)
		}
		a.graph.Reset()
	}
}
