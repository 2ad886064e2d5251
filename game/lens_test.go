package game

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// C31: effects that read depth find the distance with both kinds of camera.
func TestLensTurnsDepthIntoTheDistanceAlongTheLineOfSight(t *testing.T) {
	for _, c := range []Camera{{Near: 2, Far: 10}, {Near: 2, Far: 10, Orthographic: 3}, {}} {
		l := lensOf(&c, 1.5)
		near, far := c.planes()
		for _, share := range []float32{0, 0.1, 0.5, 0.9, 1} {
			want := near + (far-near)*share
			p, _ := clip(&c, 1.5, mgl32.Vec3{0.3, 0.2, -want})
			got := (l.depth[0] + l.depth[1]*p[2]) / (l.depth[2] + l.depth[3]*p[2])
			if math.Abs(float64(got/want-1)) > 1e-3 {
				t.Errorf("%+v: depth %v is taken for %v m, it is %v m", c, p[2], got, want)
			}
		}
	}
}
