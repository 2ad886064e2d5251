package gpu

import "math"

// MeshCulling is what a view does with instances outside its frustum.
type MeshCulling uint8

// The ways of culling.
const (
	// CullNothing draws every instance.
	CullNothing MeshCulling = iota
	// CullSpheres leaves out instances whose bounding sphere lies beyond a plane of the frustum: quick, and never too much.
	CullSpheres
	// CullBoxes tests the bounding box, turned and scaled as the instance is: leaves out more of long and flat meshes.
	CullBoxes
)

// String returns "nothing", "spheres" or "boxes".
func (c MeshCulling) String() string {
	switch c {
	case CullNothing:
		return "nothing"
	case CullSpheres:
		return "spheres"
	case CullBoxes:
		return "boxes"
	}
	return "?"
}

// FrustumPlanes returns the planes left, right, bottom, top, near and far of a matrix from world to clip space, column by
// column, with depth in [0,1]. A point p is inside where xyz·p + w ≥ 0 for all; xyz has unit length, w is in world units.
//
// The planes are sums and differences of the matrix's rows (Gribb and Hartmann 2001). One whose normal vanishes, as the
// far plane of an infinite projection, cuts nothing: it is 0, 0, 0, 1.
func FrustumPlanes(m [16]float32) (planes [6][4]float32) {
	row := func(i int) (r [4]float64) {
		for k := range r {
			r[k] = float64(m[k*4+i])
		}
		return r
	}
	x, y, z, w := row(0), row(1), row(2), row(3)
	for i, p := range [6]struct {
		sign float64
		of   [4]float64
	}{{1, x}, {-1, x}, {1, y}, {-1, y}, {0, z}, {-1, z}} {
		var plane [4]float64
		for k := range plane {
			plane[k] = w[k] + p.sign*p.of[k]
			if p.sign == 0 {
				plane[k] = z[k]
			}
		}
		length := math.Sqrt(plane[0]*plane[0] + plane[1]*plane[1] + plane[2]*plane[2])
		if !(length > 1e-12) || math.IsInf(length, 0) {
			planes[i] = [4]float32{3: 1}
			continue
		}
		for k := range plane {
			planes[i][k] = float32(plane[k] / length)
		}
	}
	return planes
}
