package game

import (
	_ "embed"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

//go:embed bloom.wgsl
var bloomWGSL string

// Bloom has bright light spread to what lies around it in the picture, as in a lens: flames and sparks glow. Light is kept:
// what spreads is taken from where it was (to within 2 % with Threshold 0, of light that is not near the picture's border).
// The zero value is off and costs nothing.
//
// Change App.Bloom at any time; the next frame shows it.
type Bloom struct {
	// Intensity is the share of light that spreads, in [0,1]; 0.1 is a good lens, 0.5 a dream. 0 is off.
	Intensity float32
	// Threshold is the radiance, of the brightest channel, from which on light spreads: what is less bright does not, and of
	// what is brighter the excess does. 0, the default, is all light, so that nothing has an edge where it begins to glow.
	Threshold float32
	// Radius is how far light spreads, as a share of the picture's height, in [0,1]. The halo thins out evenly up to about
	// there, in pictures of any size. 0 means 0.15.
	Radius float32
}

// Validate returns nil, or an error that names the field, its value and what it must be.
func (b *Bloom) Validate() error {
	return checkSettings("bloom",
		setting{"Intensity", b.Intensity, 0, 1, "in [0,1]; 0 is off"},
		setting{"Threshold", b.Threshold, 0, most, "a finite radiance, 0 or more"},
		setting{"Radius", b.Radius, 0, 1, "in [0,1], a share of the picture's height (0 means 0.15)"})
}

// on reports whether there is anything to do; what Validate refuses does nothing.
func (b *Bloom) on() bool { return b.Intensity > 0 && b.Validate() == nil }

// bloomBlock is Bloom of bloom.wgsl.
type bloomBlock struct {
	threshold, intensity float32
	fine, coarse         float32
}

// bloomSystem spreads the light of every view. It stands in StagePostRender before the other effects of the finished
// light. What it needs on the device is made when it is first on.
type bloomSystem struct {
	app     *App
	sampler *gpu.Sampler
	first   *screenPass // light to the first half
	down    *screenPass // a level to the next coarser one
	up      *screenPass // a level and the sum of the coarser ones to the sum
	lay     *screenPass // the sum over the light
	views   []*bloomView
}

func (s *bloomSystem) Initialize(*ark.World) error { return nil }

func (s *bloomSystem) build() (err error) {
	d := s.app.device
	if s.sampler, err = d.NewSampler(gpu.SamplerDesc{Label: "bloom"}); err != nil {
		return err
	}
	one := []gpu.BindingKind{gpu.TextureBinding, gpu.SamplerBinding}
	two := []gpu.BindingKind{gpu.TextureBinding, gpu.SamplerBinding, gpu.TextureBinding}
	for _, p := range []struct {
		pass  **screenPass
		label string
		entry string
		reads []gpu.BindingKind
	}{
		{&s.first, "bloom first", "fs_first", one},
		{&s.down, "bloom down", "fs_down", one},
		{&s.up, "bloom up", "fs_up", two},
		{&s.lay, "bloom", "fs_bloom", two},
	} {
		*p.pass, err = newScreenPass(d, screenDesc{
			label: p.label, source: bloomWGSL, fragment: p.entry, uniform: sizeOf[bloomBlock](), reads: p.reads,
			targets: []gpu.ColorTarget{{Format: lightFormat}}, samples: 1,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *bloomSystem) Update(*ark.World) error {
	b := &s.app.Bloom
	if err := b.Validate(); err != nil || b.Intensity == 0 || s.app.targets.out == nil {
		return err
	}
	if s.lay == nil {
		if err := s.build(); err != nil {
			s.release()
			return err
		}
	}
	for _, p := range []*screenPass{s.first, s.down, s.up, s.lay} {
		p.groups.Sweep()
	}
	return s.spread()
}

// spread puts the steps of every view of the frame on the graph.
func (s *bloomSystem) spread() error {
	b := &s.app.Bloom
	if s.lay == nil || !b.on() {
		return nil
	}
	for i, v := range s.app.targets.views {
		if len(s.views) == i {
			made, err := s.newView()
			if err != nil {
				return err
			}
			s.views = append(s.views, made)
		}
		s.views[i].add(v, *b)
	}
	return nil
}

func (s *bloomSystem) release() {
	for _, p := range []**screenPass{&s.first, &s.down, &s.up, &s.lay} {
		(*p).release()
		*p = nil
	}
	if s.sampler != nil {
		s.sampler.Release()
		s.sampler = nil
	}
	for _, v := range s.views {
		v.blocks.release()
	}
	s.views = nil
}

func (s *bloomSystem) Finalize(*ark.World) error {
	s.release()
	return nil
}
