package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
)

// ParticleBlend is how a pool's premultiplied colours meet what is behind them.
type ParticleBlend uint8

const (
	// ParticleAdditive adds light: fire, sparks, magic. The target's alpha stays.
	ParticleAdditive ParticleBlend = iota
	// ParticleAlpha covers: smoke, snow, steam.
	ParticleAlpha
)

// String returns "additive" or "alpha".
func (b ParticleBlend) String() string {
	if b == ParticleAlpha {
		return "alpha"
	}
	return "additive"
}

func (b ParticleBlend) state() *Blend {
	if b == ParticleAlpha {
		return &BlendPremultiplied
	}
	return &BlendAdditive
}

// MaxParticleViews is how many views one frame can draw.
const MaxParticleViews = 64

const viewStride = 256 // the alignment of dynamic uniform offsets that every device allows

// ParticleView is a camera as the billboards need it. Matrices are column-major.
type ParticleView struct {
	// ViewProjection takes world space to clip space with depth 0 to 1.
	ViewProjection [16]float32
	// Right and Up are the camera's axes in world space, of length 1.
	Right, Up [3]float32
	// Rewind is the share, 0 to 1, of the last step by which the picture lies behind it:
	// 0 draws the newest state; with fixed steps it is 1 minus the interpolation fraction.
	Rewind float32
	// Fog lies between the camera and the particles; its zero value is clear air.
	Fog ParticleFog
}

// ParticleFog is air whose density falls with the height, y in world space. Lengths are metres.
type ParticleFog struct {
	Color   [3]float32 // linear radiance that the air sends to the camera
	Density float32    // at Height, 1/metre
	Height  float32
	Falloff float32 // 1/metre: 1/Falloff higher up there is 1/e of the density

	Eye          [3]float32 // the camera's position
	Forward      [3]float32 // its line of sight, of length 1
	Orthographic bool       // whether all lines of sight are parallel to Forward
}

func (p *Particles) buildViews() (err error) {
	p.views, err = p.device.NewBuffer(BufferDesc{
		Label: "particle views",
		Size:  MaxParticleViews * viewStride,
		Usage: UniformUsage | CopyDst,
	})
	if err != nil {
		return err
	}
	p.viewGroup, err = p.device.NewBindGroup("particle views", p.viewLayout,
		GroupEntry{Binding: 0, Buffer: p.views, Size: viewStride})
	return err
}

func (p *Particles) releaseViews() {
	if p.viewGroup != nil {
		p.viewGroup.Release()
		p.viewGroup = nil
	}
	if p.views != nil {
		p.views.Release()
		p.views = nil
	}
}

// BeginViews starts a frame's list of views.
func (p *Particles) BeginViews() { p.viewBytes, p.viewCount = p.viewBytes[:0], 0 }

// AddView appends a view to the frame and returns its number for Draw.
func (p *Particles) AddView(v ParticleView) (int, error) {
	if p.viewCount == MaxParticleViews {
		return 0, fmt.Errorf("particles: more than %d views in a frame", MaxParticleViews)
	}
	start := len(p.viewBytes)
	for _, f := range v.ViewProjection {
		p.appendFloat(f)
	}
	for _, f := range [...]float32{
		v.Right[0], v.Right[1], v.Right[2], 0,
		v.Up[0], v.Up[1], v.Up[2], 0,
		v.Rewind, 0, 0, 0,
	} {
		p.appendFloat(f)
	}
	fog := &v.Fog
	parallel := float32(0)
	if fog.Orthographic {
		parallel = 1
	}
	for _, f := range [...]float32{
		fog.Color[0], fog.Color[1], fog.Color[2], fog.Density,
		fog.Height, fog.Falloff, 0, 0,
		fog.Eye[0], fog.Eye[1], fog.Eye[2], parallel,
		fog.Forward[0], fog.Forward[1], fog.Forward[2], 0,
	} {
		p.appendFloat(f)
	}
	for len(p.viewBytes) < start+viewStride {
		p.appendFloat(0)
	}
	p.viewCount++
	return p.viewCount - 1, nil
}

func (p *Particles) appendFloat(f float32) {
	p.viewBytes = binary.LittleEndian.AppendUint32(p.viewBytes, math.Float32bits(f))
}

// UploadViews puts the frame's views on the graph.
func (p *Particles) UploadViews(g *FrameGraph) {
	if p.views != nil && p.viewCount > 0 {
		g.AddUpload(p.views, 0, p.viewBytes)
	}
}

// WriteView writes one view at once, for hosts that draw into a pass of their own.
func (p *Particles) WriteView(view int) error {
	if p.views == nil {
		return nil
	}
	offset := view * viewStride
	return p.views.Write(uint64(offset), p.viewBytes[offset:offset+viewStride])
}

// ParticleTarget is what a draw renders into: it decides the pipeline.
type ParticleTarget struct {
	Color   Format
	Depth   Format // FormatNone: no depth test
	Samples uint32 // 0 means 1
}

// PrepareDraw makes sure that the pipeline for a target and blend mode exists. It is
// called outside the pass, so that an error reaches the caller before anything is recorded.
func (p *Particles) PrepareDraw(blend ParticleBlend, target ParticleTarget) error {
	_, err := p.pipeline(target.key(blend))
	return err
}

func (t ParticleTarget) key(blend ParticleBlend) billboardKey {
	return billboardKey{blend: blend, color: t.Color, depth: t.Depth, samples: max(1, t.Samples)}
}

// Draw records one indirect draw of the pool's living particles, tested against depth
// and not writing it. PrepareDraw came before it. A nil image is the soft disc. A pool
// that was never stepped draws nothing.
func (pool *ParticlePool) Draw(pass *RenderPass, view int, blend ParticleBlend, image *ParticleImage, target ParticleTarget) {
	p := pool.particles
	pipeline := p.pipelines[target.key(blend)]
	if pipeline == nil || pool.drawGroup == nil {
		return
	}
	if image == nil {
		image = p.disc
	}
	pass.SetPipeline(pipeline)
	pass.SetBindGroup(0, p.viewGroup, uint32(view*viewStride))
	pass.SetBindGroup(1, pool.drawGroup, pool.table)
	pass.SetBindGroup(2, image.group)
	pass.DrawIndirect(pool.args, 0)
}

// Reads returns what a draw of the pool reads, for the node that records it.
func (pool *ParticlePool) Reads() []Use {
	s := &pool.streams
	return []Use{
		{s[0], Read}, {s[1], Read}, {s[2], Read}, {s[3], Read}, {s[4], Read},
		{pool.owner, Read}, {pool.index, Read}, {pool.args, Read},
	}
}
