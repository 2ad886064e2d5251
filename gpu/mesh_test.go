package gpu_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/gomotes/motes/gpu"
)

func meshScene(t *testing.T) *gpu.MeshScene {
	t.Helper()
	s := must(gpu.NewMeshScene(device, "meshes", 16))(t)
	t.Cleanup(s.Release)
	return s
}

func meshView(t *testing.T, s *gpu.MeshScene, name string) *gpu.MeshView {
	t.Helper()
	v := s.NewMeshView(name)
	t.Cleanup(v.Release)
	return v
}

// meshFrame executes a frame of a scene and its views.
func meshFrame(t *testing.T, g *gpu.FrameGraph, s *gpu.MeshScene, views ...*gpu.MeshView) {
	t.Helper()
	if err := s.AddTo(g); err != nil {
		t.Fatal(err)
	}
	for _, v := range views {
		if err := v.AddTo(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
}

func addMesh(t *testing.T, s *gpu.MeshScene, batch int, at mgl32.Vec3) gpu.MeshSlot {
	t.Helper()
	return must(s.Add(batch, gpu.PlaceMesh(at, [4]float32{0, 0, 0, 1}, [3]float32{1, 1, 1}), make([]byte, 16)))(t)
}

func counts(t *testing.T, v *gpu.MeshView) []uint32 {
	t.Helper()
	return must(v.Counts())(t)
}

// lens is a projection with depth in [0,1] and 90 degrees of view, from the origin along −Z.
func lens(near, far float32) mgl32.Mat4 {
	d := 1 / (near - far)
	return mgl32.Mat4{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, far * d, -1, 0, 0, near * far * d, 0}
}

// R164, R171, T43: what is seen has its full count, what lies beyond the far plane none, and arguments that no batch
// uses are zeros; with culling off all are drawn.
func TestWhatIsSeenHasItsFullCountAndTheRestNone(t *testing.T) {
	noLeak(t)
	s, g := meshScene(t), graph(t)
	v := meshView(t, s, "camera")
	low, high := [3]float32{-1, -1, -1}, [3]float32{1, 1, 1}
	near, far := s.NewBatch(low, high, 36), s.NewBatch(low, high, 12)
	addMesh(t, s, near, mgl32.Vec3{0, 0, -5})
	addMesh(t, s, far, mgl32.Vec3{0, 0, -60})
	for _, row := range []struct {
		mode gpu.MeshCulling
		want [2]uint32
	}{
		{gpu.CullSpheres, [2]uint32{1, 0}}, {gpu.CullBoxes, [2]uint32{1, 0}}, {gpu.CullNothing, [2]uint32{1, 1}}, {gpu.CullSpheres, [2]uint32{1, 0}},
	} {
		v.SetCulling(row.mode, lens(0.1, 50))
		meshFrame(t, g, s, v)
		got := counts(t, v)
		if got[near] != row.want[0] || got[far] != row.want[1] {
			t.Errorf("culling %s: counts %v, want %v", row.mode, got[:2], row.want)
		}
		for i, n := range got[2:] {
			if n != 0 {
				t.Errorf("culling %s: batch %d does not exist and has %d instances", row.mode, i+2, n)
			}
		}
	}
}

// R163: the planes of a projection with depth in [0,1] cut where clip space does.
func TestPlanesAgreeWithClipSpace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := lens(0.5, 40).Mul4(mgl32.LookAtV(mgl32.Vec3{3, 2, 1}, mgl32.Vec3{-4, 1, 9}, mgl32.Vec3{0, 1, 0}))
	planes := gpu.FrustumPlanes(m)
	for _, p := range planes {
		if l := math.Hypot(math.Hypot(float64(p[0]), float64(p[1])), float64(p[2])); math.Abs(l-1) > 1e-6 {
			t.Errorf("plane %v has a normal of length %v", p, l)
		}
	}
	for range 2000 {
		p := mgl32.Vec3{r.Float32()*80 - 40, r.Float32()*80 - 40, r.Float32()*80 - 40}
		c := m.Mul4x1(p.Vec4(1))
		inside := c[3] > 0 && mgl32.Abs(c[0]) <= c[3] && mgl32.Abs(c[1]) <= c[3] && c[2] >= 0 && c[2] <= c[3]
		within := true
		for _, plane := range planes {
			within = within && mgl32.Vec4(plane).Dot(p.Vec4(1)) >= 0
		}
		if inside != within {
			t.Errorf("%v: inside clip space %v, inside the planes %v", p, inside, within)
		}
	}
}

// R158, R166, T43: slots stay; those of removed instances are used again under another generation, and a handle of the
// old one is refused.
func TestSlotsAreStableAndUsedAgain(t *testing.T) {
	noLeak(t)
	s, g := meshScene(t), graph(t)
	v := meshView(t, s, "camera")
	b := s.NewBatch([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, 3)
	first, second, third := addMesh(t, s, b, mgl32.Vec3{}), addMesh(t, s, b, mgl32.Vec3{}), addMesh(t, s, b, mgl32.Vec3{})
	if err := s.Remove(second); err != nil {
		t.Fatal(err)
	}
	meshFrame(t, g, s, v)
	if got := must(v.Slots(b))(t); !slices.Equal(got, []uint32{first.Index, third.Index}) {
		t.Errorf("after a removal the slots are %v", got)
	}
	again := addMesh(t, s, b, mgl32.Vec3{})
	if again.Index != second.Index || again.Generation == second.Generation {
		t.Errorf("slot %v is used again as %v", second, again)
	}
	for what, err := range map[string]error{
		"remove": s.Remove(second), "place": s.Place(second, gpu.PlaceMeshMatrix([3][4]float32{})), "dress": s.Dress(second, make([]byte, 16)),
	} {
		if err == nil {
			t.Errorf("%s of a removed instance is not refused", what)
		}
	}
	if err := s.RemoveBatch(b); err != nil {
		t.Fatal(err)
	}
	meshFrame(t, g, s, v)
	if got := counts(t, v); got[b] != 0 || s.Instances() != 0 {
		t.Errorf("a removed batch draws %d, %d instances are left", got[b], s.Instances())
	}
}

// R158, R169: no cap of 256, or anything near it; the list is the order of the slots in every run.
func TestAHundredThousandInstancesInEightBatches(t *testing.T) {
	noLeak(t)
	s, g := meshScene(t), graph(t)
	v := meshView(t, s, "camera")
	for range 8 {
		s.NewBatch([3]float32{-.1, -.1, -.1}, [3]float32{.1, .1, .1}, 36)
	}
	r := rand.New(rand.NewPCG(3, 4))
	want := make([][]uint32, 8)
	for i := range 100_000 {
		x := r.Float32()*100 - 50
		slot := addMesh(t, s, i%8, mgl32.Vec3{x, 0, -20})
		if x > -20 && x < 20 {
			want[i%8] = append(want[i%8], slot.Index)
		}
		if x >= -20.5 && x <= -20 || x >= 20 && x <= 20.5 { // near the edge either is right
			if err := s.Remove(slot); err != nil {
				t.Fatal(err)
			}
		}
	}
	v.SetCulling(gpu.CullBoxes, lens(0.1, 50))
	meshFrame(t, g, s, v)
	for b := range want {
		slices.Sort(want[b])
		if got := must(v.Slots(b))(t); !slices.Equal(got, want[b]) {
			t.Errorf("batch %d: %d slots are seen, want %d, in order", b, len(got), len(want[b]))
		}
	}
}

// R162, R164, T42: neither test hides what a reference in float64 sees: boxes off their origin, scales of both signs,
// uneven ones, and sheared matrices; and the spheres hide what is far outside.
func TestCullingNeverHidesWhatAReferenceSees(t *testing.T) {
	noLeak(t)
	r := rand.New(rand.NewPCG(5, 6))
	s, g := meshScene(t), graph(t)
	views := []*gpu.MeshView{meshView(t, s, "spheres"), meshView(t, s, "boxes")}
	m := lens(0.3, 60).Mul4(mgl32.LookAtV(mgl32.Vec3{30, 20, -10}, mgl32.Vec3{0, 1, 2}, mgl32.Vec3{0, 1, 0}))
	planes := gpu.FrustumPlanes(m)
	number := func(size float32) float32 { return (r.Float32()*2 - 1) * size }
	seen := map[int][]uint32{}
	hidden := 0
	for range 6 {
		low := mgl32.Vec3{number(4), number(4), number(4)}
		high := low.Add(mgl32.Vec3{r.Float32() * 3, r.Float32() * 3, r.Float32() * 3})
		b := s.NewBatch(low, high, 3)
		for i := range 1500 {
			at := mgl32.Vec3{number(60), number(60), number(60)}
			q := mgl32.Quat{W: number(1), V: mgl32.Vec3{number(1), number(1), number(1)}}.Normalize()
			scale := mgl32.Vec3{number(3), number(3), number(3)}
			model := mgl64.Translate3D(float64(at[0]), float64(at[1]), float64(at[2])).
				Mul4(mgl64.Quat{W: float64(q.W), V: mgl64.Vec3{float64(q.V[0]), float64(q.V[1]), float64(q.V[2])}}.Mat4()).
				Mul4(mgl64.Scale3D(float64(scale[0]), float64(scale[1]), float64(scale[2])))
			place := gpu.PlaceMesh(at, [4]float32{q.V[0], q.V[1], q.V[2], q.W}, scale)
			if i%3 == 0 { // sheared
				model[4] += float64(number(2))
				model[8] += float64(number(2))
				var rows [3][4]float32
				for y := range rows {
					for x := range rows[y] {
						rows[y][x] = float32(model.At(y, x))
						model.Set(y, x, float64(rows[y][x]))
					}
				}
				place = gpu.PlaceMeshMatrix(rows)
			}
			slot := must(s.Add(b, place, make([]byte, 16)))(t)
			if boxIsSeen(planes, model, low, high) {
				seen[b] = append(seen[b], slot.Index)
			} else {
				hidden++
			}
		}
	}
	views[0].SetCulling(gpu.CullSpheres, m)
	views[1].SetCulling(gpu.CullBoxes, m)
	meshFrame(t, g, s, views...)
	var drawn [2]int
	for i, v := range views {
		for b, slots := range seen {
			got := must(v.Slots(b))(t)
			drawn[i] += len(got)
			for _, slot := range slots {
				if _, found := slices.BinarySearch(got, slot); !found {
					t.Errorf("view %d hides slot %d of batch %d, which the reference sees", i, slot, b)
				}
			}
		}
	}
	total := 9000 - hidden
	if drawn[1] > total+5 || drawn[0] < drawn[1] || drawn[0] > 9000*3/4 {
		t.Errorf("of 9000 the reference sees %d, boxes draw %d, spheres %d", total, drawn[1], drawn[0])
	}
}

// boxIsSeen reports whether some corner of a box lies within each plane.
func boxIsSeen(planes [6][4]float32, model mgl64.Mat4, low, high mgl32.Vec3) bool {
	for _, p := range planes {
		within := false
		for corner := range 8 {
			at := mgl64.Vec4{3: 1}
			for axis := range 3 {
				at[axis] = float64(low[axis])
				if corner>>axis&1 == 1 {
					at[axis] = float64(high[axis])
				}
			}
			w := model.Mul4x1(at)
			within = within || float64(p[0])*w[0]+float64(p[1])*w[1]+float64(p[2])*w[2]+float64(p[3]) >= 0
		}
		if !within {
			return false
		}
	}
	return true
}

// R161, R170, R172: what did not change is not uploaded and not culled again; each view has its own frustum; a frame
// that was thrown away is made up for.
func TestOnlyWhatChangedIsUploaded(t *testing.T) {
	noLeak(t)
	s, g := meshScene(t), graph(t)
	camera, light := meshView(t, s, "camera"), meshView(t, s, "light")
	b := s.NewBatch([3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, 3)
	var slots []gpu.MeshSlot
	for i := range 4096 {
		slots = append(slots, addMesh(t, s, b, mgl32.Vec3{0, 0, float32(i%2)*40 - 20}))
	}
	camera.SetCulling(gpu.CullSpheres, lens(0.1, 50))
	light.SetCulling(gpu.CullSpheres, lens(0.1, 50).Mul4(mgl32.HomogRotate3DY(math.Pi)))
	meshFrame(t, g, s, camera, light)
	meshFrame(t, g, s, camera, light)
	if got := g.Stats(); got.UploadBytes != 0 || got.Nodes != 0 {
		t.Errorf("an unchanged frame uploads %d bytes for %d nodes", got.UploadBytes, got.Nodes)
	}
	if c, l := counts(t, camera)[b], counts(t, light)[b]; c != 2048 || l != 2048 {
		t.Errorf("the camera sees %d, the light %d", c, l)
	}
	for _, i := range []int{1, 4001} { // both stand behind the camera
		if err := s.Place(slots[i], gpu.PlaceMesh([3]float32{0, 0, -9}, [4]float32{0, 0, 0, 1}, [3]float32{1, 1, 1})); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddTo(g); err != nil {
		t.Fatal(err)
	}
	g.Reset()
	meshFrame(t, g, s, camera, light)
	if got := g.Stats().UploadBytes; got > 2*256*64+1000 {
		t.Errorf("two moved instances upload %d bytes", got)
	}
	if c, l := counts(t, camera)[b], counts(t, light)[b]; c != 2050 || l != 2046 {
		t.Errorf("after two moved the camera sees %d, the light %d", c, l)
	}
}
