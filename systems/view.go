package systems

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/gpu"
)

// View is one camera's picture, into which the particles are drawn.
type View struct {
	// View takes world space to the camera's, which looks along −Z with +Y up. It must
	// not scale: its first two rows are the axes of the billboards.
	View mgl32.Mat4
	// Projection takes the camera's space to clip space with depth 0 to 1. mathgl's own
	// perspective gives −1 to 1; game.Camera corrects it.
	Projection mgl32.Mat4

	// Color is loaded and drawn over; Depth is tested and never written. A nil Depth
	// means no depth test. Both may be transient textures of the frame graph.
	Color, Depth gpu.Resource
	// ColorFormat, DepthFormat and Samples are those of the targets. Samples 0 means 1.
	ColorFormat, DepthFormat gpu.Format
	Samples                  uint32

	// X, Y, Width and Height are the viewport in pixels; a zero Width means all of the
	// target.
	X, Y, Width, Height float32
}

// Views is the world resource that lists the pictures of the next frame. Whoever owns the
// targets refills it each frame before the render stage.
type Views struct {
	List []View
}

// particleView is the view as the billboards need it.
func (v *View) particleView(rewind float32) gpu.ParticleView {
	m := &v.View
	return gpu.ParticleView{
		ViewProjection: v.Projection.Mul4(v.View),
		Right:          [3]float32{m[0], m[4], m[8]},
		Up:             [3]float32{m[1], m[5], m[9]},
		Rewind:         rewind,
	}
}

func (v *View) target() gpu.ParticleTarget {
	return gpu.ParticleTarget{Color: v.ColorFormat, Depth: v.DepthFormat, Samples: v.Samples}
}
