package gpu

import (
	"fmt"

	"github.com/gomotes/motes/shaders"
)

// Particles is the device half of a particle system: what its pools share. It holds
// nothing on the device until the first pool is made.
type Particles struct {
	device *Device

	kernels                             *particleKernels
	viewLayout, poolLayout, imageLayout *BindGroupLayout
	pipelines                           map[billboardKey]*RenderPipeline
	sampler                             *Sampler
	disc                                *ParticleImage

	settling *FrameGraph // for steps that cannot wait for the frame

	views     *Buffer
	viewGroup *BindGroup
	viewBytes []byte
	viewCount int
}

// NewParticles returns an empty particle system on a device. It allocates nothing there.
func NewParticles(d *Device) *Particles {
	return &Particles{device: d, pipelines: make(map[billboardKey]*RenderPipeline)}
}

// Prepared reports whether the shared pipelines exist: whether a pool was ever made.
func (p *Particles) Prepared() bool { return p.kernels != nil }

// prepare builds what pools share, once.
func (p *Particles) prepare() error {
	if p.kernels != nil {
		return nil
	}
	if err := p.build(); err != nil {
		p.Release()
		return fmt.Errorf("particles: %w", err)
	}
	return nil
}

func (p *Particles) build() (err error) {
	vertex := func(binding uint32, kind BindingKind, dynamic bool) LayoutEntry {
		return LayoutEntry{Binding: binding, Stages: StageVertex, Kind: kind, Dynamic: dynamic}
	}
	p.viewLayout, err = p.device.NewBindGroupLayout("particle view", vertex(0, UniformBinding, true))
	if err != nil {
		return err
	}
	p.poolLayout, err = p.device.NewBindGroupLayout("particle pool",
		vertex(0, ReadStorageBinding, true),
		vertex(1, ReadStorageBinding, false), vertex(2, ReadStorageBinding, false),
		vertex(3, ReadStorageBinding, false), vertex(4, ReadStorageBinding, false),
		vertex(5, ReadStorageBinding, false), vertex(6, ReadStorageBinding, false),
		vertex(7, ReadStorageBinding, false))
	if err != nil {
		return err
	}
	p.imageLayout, err = p.device.NewBindGroupLayout("particle image",
		LayoutEntry{Binding: 0, Stages: StageFragment, Kind: TextureBinding},
		LayoutEntry{Binding: 1, Stages: StageFragment, Kind: SamplerBinding})
	if err != nil {
		return err
	}
	p.sampler, err = p.device.NewSampler(SamplerDesc{Label: "particle image", Filter: Linear, Wrap: Clamp})
	if err != nil {
		return err
	}
	p.disc, err = p.newImage("soft disc", SoftDiscSize, SoftDiscSize, SoftDiscPixels())
	if err != nil {
		return err
	}
	if err = p.buildViews(); err != nil {
		return err
	}
	p.kernels, err = newParticleKernels(p.device)
	return err
}

// private is a graph for what cannot wait for the frame.
func (p *Particles) private() *FrameGraph {
	if p.settling == nil {
		p.settling = NewFrameGraph(p.device)
	}
	return p.settling
}

// Device is the device that the particles are on.
func (p *Particles) Device() *Device { return p.device }

// Release frees everything that the pools share. Pools are released by their owners,
// before. A second call does nothing; a pool made afterwards builds it again.
func (p *Particles) Release() {
	for key, pipeline := range p.pipelines {
		pipeline.Release()
		delete(p.pipelines, key)
	}
	if p.kernels != nil {
		p.kernels.release()
		p.kernels = nil
	}
	if p.disc != nil {
		p.disc.Release()
		p.disc = nil
	}
	p.releaseViews()
	if p.sampler != nil {
		p.sampler.Release()
		p.sampler = nil
	}
	for _, l := range []**BindGroupLayout{&p.viewLayout, &p.poolLayout, &p.imageLayout} {
		if *l != nil {
			(*l).Release()
			*l = nil
		}
	}
}

// billboardKey is what decides a draw pipeline; pools that agree in it share one.
type billboardKey struct {
	blend        ParticleBlend
	color, depth Format
	samples      uint32
}

// pipeline returns the draw pipeline for a target, built at its first use.
func (p *Particles) pipeline(key billboardKey) (*RenderPipeline, error) {
	if pipeline := p.pipelines[key]; pipeline != nil {
		return pipeline, nil
	}
	fragment := "fs_main"
	if key.blend == ParticleAdditive {
		fragment = "fs_additive"
	}
	pipeline, err := p.device.NewRenderPipeline(RenderPipelineDesc{
		Label:         "particle billboards " + key.blend.String(),
		Source:        shaders.ParticleBillboard(),
		VertexEntry:   "vs_main",
		FragmentEntry: fragment,
		Layouts:       []*BindGroupLayout{p.viewLayout, p.poolLayout, p.imageLayout},
		Topology:      TriangleStrip,
		Targets:       []ColorTarget{{Format: key.color, Blend: key.blend.state()}},
		DepthFormat:   key.depth,
		DepthCompare:  CompareLessEqual,
		Samples:       key.samples,
	})
	if err != nil {
		return nil, err
	}
	p.pipelines[key] = pipeline
	return pipeline, nil
}
