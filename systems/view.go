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

	// Fog lies between the camera and the particles; zero is clear air.
	Fog Fog

	// X, Y, Width and Height are the viewport in pixels; a zero Width means all of the
	// target.
	X, Y, Width, Height float32
}

// Fog is air that takes light of the particles away and, before those that cover, sends some
// of its own. Its density falls with the height, y in world space.
type Fog struct {
	Density       float32    // at Height, 1/metre: after 1/Density metres of it 1/e of a particle's light is left
	Height        float32    // metres
	HeightFalloff float32    // 1/metre: each 1/HeightFalloff metres up there is 1/e of the density
	Color         mgl32.Vec3 // linear radiance
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
		Fog:            v.particleFog(),
	}
}

func (v *View) particleFog() gpu.ParticleFog {
	if v.Fog.Density == 0 {
		return gpu.ParticleFog{}
	}
	m := &v.View
	right, up, back := m.Row(0).Vec3(), m.Row(1).Vec3(), m.Row(2).Vec3()
	eye := right.Mul(-m[12]).Add(up.Mul(-m[13])).Add(back.Mul(-m[14]))
	return gpu.ParticleFog{
		Color: v.Fog.Color, Density: v.Fog.Density, Height: v.Fog.Height, Falloff: v.Fog.HeightFalloff,
		Eye: eye, Forward: back.Mul(-1), Orthographic: v.Projection[15] == 1,
	}
}

func (v *View) target() gpu.ParticleTarget {
	return gpu.ParticleTarget{Color: v.ColorFormat, Depth: v.DepthFormat, Samples: v.Samples}
}
