package game

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// R158, R166: whatever becomes of an entity, the device is told: the rows hold what the world says.
func TestTheDeviceFollowsWhatBecomesOfMeshes(t *testing.T) {
	a := New(headless(1000))
	ball, cube := Sphere(1), Box(1, 1, 1)
	var e []ark.Entity
	for i := range 200 {
		e = append(e, put(a, ball, mgl32.Vec3{float32(i)}, Material{}))
	}
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	meshes, places := ark.NewMap1[Mesh](a.World), ark.NewMap1[components.Transform](a.World)
	looks := ark.NewMap1[Material](a.World)
	s := &a.meshes.scene
	for _, row := range []struct {
		what   string
		change func()
		shown  int
		holds  func() bool
	}{
		{"nothing", func() {}, 200, func() bool { return true }},
		{"one moves", func() { places.Get(e[70]).Position[1] = 5 }, 200, func() bool { return s.rows[e[70].ID()].transform.Position[1] == 5 }},
		{"one is painted", func() { looks.Get(e[71]).Grain = 1 }, 200, func() bool { return s.rows[e[71].ID()].material.Grain == 1 }},
		{"one hides", func() { meshes.Get(e[3]).Hidden = true }, 199, func() bool { return s.rows[e[3].ID()].shape == nil }},
		{"one hides as another comes back", func() { meshes.Get(e[3]).Hidden, meshes.Get(e[4]).Hidden = false, true }, 199,
			func() bool { return s.rows[e[3].ID()].shape != nil && s.rows[e[4].ID()].shape == nil }},
		{"one changes its shape", func() { meshes.Get(e[5]).Geometry = cube }, 199, func() bool { return s.rows[e[5].ID()].shape.geometry == cube }},
		{"one is removed", func() { a.World.RemoveEntity(e[6]) }, 198, func() bool { return s.rows[e[6].ID()].shape == nil }},
		{"a new one takes its id", func() { e[6] = put(a, cube, mgl32.Vec3{9}, Material{}) }, 199,
			func() bool { return s.rows[e[6].ID()].entity == e[6] && s.rows[e[6].ID()].shape.geometry == cube }},
		{"one loses its material", func() { looks.Remove(e[7]) }, 199, func() bool { return s.rows[e[7].ID()].material == plain }},
		{"one loses its mesh", func() { meshes.Remove(e[8]) }, 198, func() bool { return s.rows[e[8].ID()].shape == nil }},
		{"the only one without a material goes", func() { meshes.Remove(e[7]) }, 197, func() bool { return s.rows[e[7].ID()].shape == nil }},
		{"it comes back as it was", func() { meshes.Add(e[7], &Mesh{Geometry: ball}) }, 198, func() bool { return s.rows[e[7].ID()].shape != nil }},
	} {
		row.change()
		if _, err := a.Frame(); err != nil {
			t.Fatal(err)
		}
		if s.device.Instances() != row.shown || s.live != row.shown || !row.holds() {
			t.Errorf("%s: the device has %d instances of %d rows, want %d; the rows hold it: %v", row.what, s.device.Instances(), s.live, row.shown, row.holds())
		}
	}
}

// R158, R169: as many draws for a hundred meshes as for ten thousand, if the shapes are as many.
func TestDrawsAreAsManyAsShapes(t *testing.T) {
	for _, n := range []int{100, 10_000} {
		a := crowd(n)
		picture(t, a)
		if got := len(a.meshes.drawn); got != 8 {
			t.Errorf("%d meshes of 8 shapes are drawn with %d draws", n, got)
		}
	}
}
