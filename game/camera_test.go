package game

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// clip returns the place of a world point in normalised device coordinates, and its w.
func clip(c *Camera, aspect float32, p mgl32.Vec3) (mgl32.Vec3, float32) {
	v := c.Projection(aspect).Mul4(c.View()).Mul4x1(p.Vec4(1))
	return v.Vec3().Mul(1 / v[3]), v[3]
}

func near(a, b mgl32.Vec3, eps float32) bool { return a.Sub(b).Len() <= eps }

// T37: WebGPU clips 0 ≤ z ≤ w, while mathgl's projections are OpenGL's.
func TestCameraMapsNearPlaneToDepthZeroAndFarPlaneToOne(t *testing.T) {
	c := Camera{Near: 0.5, Far: 40}
	for _, row := range []struct {
		what  string
		depth float32
		want  float32
	}{{"near plane", 0.5, 0}, {"far plane", 40, 1}} {
		got, w := clip(&c, 1.5, mgl32.Vec3{0, 0, -row.depth})
		if math.Abs(float64(got[2]-row.want)) > 1e-5 || math.Abs(float64(w-row.depth)) > 1e-4 {
			t.Errorf("%s: depth %v with w %v, want %v with w %v", row.what, got[2], w, row.want, row.depth)
		}
	}
}

// C31, T37: the same for parallel lines of sight, on which nothing shrinks with the distance.
func TestOrthographicCameraShowsTheSameHeightAtEveryDistance(t *testing.T) {
	c := Camera{Near: 0.5, Far: 40, Orthographic: 6}
	for _, row := range []struct{ depth, want float32 }{{0.5, 0}, {20.25, 0.5}, {40, 1}} {
		got, w := clip(&c, 2, mgl32.Vec3{6, 3, -row.depth})
		if !near(got, mgl32.Vec3{1, 1, row.want}, 1e-5) || w != 1 {
			t.Errorf("the corner at %v metres is at %v with w %v, want depth %v", row.depth, got, w, row.want)
		}
	}
}

func TestCameraPutsTargetInTheMiddleAndUpAbove(t *testing.T) {
	for _, c := range []Camera{
		{Position: mgl32.Vec3{3, 2, 5}, Target: mgl32.Vec3{0, 1, 0}},
		{Position: mgl32.Vec3{-3, 8, 1}, Target: mgl32.Vec3{10, 1, 3}, FieldOfView: 90},
		{Position: mgl32.Vec3{0, 5, 0}, Target: mgl32.Vec3{}},                                 // straight down, no up of its own
		{Position: mgl32.Vec3{0, 0, 2}, Target: mgl32.Vec3{0, 0, 0}, Up: mgl32.Vec3{1, 0, 0}}, // rolled
	} {
		middle, _ := clip(&c, 16./9, c.Target)
		if !near(middle, mgl32.Vec3{0, 0, middle[2]}, 1e-5) {
			t.Errorf("%+v: the target is at %v", c, middle)
		}
		right, up, forward := c.Axes()
		above, _ := clip(&c, 16./9, c.Target.Add(up.Mul(0.1)))
		beside, _ := clip(&c, 16./9, c.Target.Add(right.Mul(0.1)))
		if above[1] <= 0 || math.Abs(float64(above[0])) > 1e-5 || beside[0] <= 0 || math.Abs(float64(beside[1])) > 1e-5 {
			t.Errorf("%+v: up is at %v, right at %v", c, above, beside)
		}
		if d := right.Cross(up).Add(forward); d.Len() > 1e-5 {
			t.Errorf("%+v: axes %v %v %v are not right-handed", c, right, up, forward)
		}
	}
}

// T36: the shader's camera axes are the rows of the view matrix.
func TestCameraAxesAreTheRowsOfTheViewMatrix(t *testing.T) {
	c := Camera{Position: mgl32.Vec3{3, 2, 5}, Target: mgl32.Vec3{0, 1, 0}}
	right, up, forward := c.Axes()
	m := c.View()
	if m.Row(0).Vec3() != right || m.Row(1).Vec3() != up || m.Row(2).Vec3() != forward.Mul(-1) {
		t.Errorf("rows of %v are not %v %v %v", m, right, up, forward)
	}
}

func TestCameraFieldOfViewIsVerticalAndAspectWidens(t *testing.T) {
	c := Camera{FieldOfView: 90}
	top, _ := clip(&c, 2, mgl32.Vec3{0, 3, -3})
	side, _ := clip(&c, 2, mgl32.Vec3{6, 0, -3})
	if math.Abs(float64(top[1]-1)) > 1e-5 || math.Abs(float64(side[0]-1)) > 1e-5 {
		t.Errorf("the top is at %v, the side at %v, want 1 and 1", top[1], side[0])
	}
}

func TestCameraWithBadNumbersStillGivesAFiniteMatrix(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []Camera{{}, {FieldOfView: nan, Near: nan, Far: nan}, {FieldOfView: 400, Near: -1, Far: -2}, {Near: 5, Far: 1}} {
		for _, x := range c.Projection(1) {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				t.Errorf("%+v: projection %v", c, c.Projection(1))
				break
			}
		}
	}
}
