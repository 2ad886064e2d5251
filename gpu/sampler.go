package gpu

import "github.com/cogentcore/webgpu/wgpu"

// Filter is how a sampler reads between texels.
type Filter uint8

// The filters.
const (
	Linear  Filter = iota // mixes the four nearest texels
	Nearest               // takes the nearest texel
)

// WrapMode is what a sampler reads outside a texture.
type WrapMode uint8

// The ways to read outside a texture.
const (
	Clamp  WrapMode = iota // the nearest edge
	Repeat                 // the texture again
)

// SamplerDesc describes a sampler. The zero value filters linearly and clamps.
type SamplerDesc struct {
	Label   string
	Filter  Filter
	Wrap    WrapMode
	Compare Compare // other than CompareNone: for depth textures, bound as ComparisonSamplerBinding
}

// Sampler is how shaders read a texture.
type Sampler struct {
	object
	ref  *wgpu.Sampler
	desc SamplerDesc
}

// NewSampler makes a sampler.
func (d *Device) NewSampler(desc SamplerDesc) (*Sampler, error) {
	if err := d.open("sampler", desc.Label); err != nil {
		return nil, err
	}
	if desc.Filter > Nearest || desc.Wrap > Repeat || desc.Compare > CompareAlways {
		return nil, &Error{"sampler", desc.Label, "Filter, Wrap or Compare is not one of the values of this package", ErrUsage}
	}
	filter, mip, wrap := wgpu.FilterModeLinear, wgpu.MipmapFilterModeLinear, wgpu.AddressModeClampToEdge
	if desc.Filter == Nearest {
		filter, mip = wgpu.FilterModeNearest, wgpu.MipmapFilterModeNearest
	}
	if desc.Wrap == Repeat {
		wrap = wgpu.AddressModeRepeat
	}
	ref, err := d.ref.CreateSampler(&wgpu.SamplerDescriptor{
		Label:        desc.Label,
		AddressModeU: wrap, AddressModeV: wrap, AddressModeW: wrap,
		MagFilter: filter, MinFilter: filter, MipmapFilter: mip,
		LodMaxClamp:   32,
		Compare:       desc.Compare.native(),
		MaxAnisotropy: 1,
	})
	if err != nil {
		return nil, driverError("sampler", desc.Label, err)
	}
	s := &Sampler{object: object{device: d, kind: samplerKind, label: desc.Label}, ref: ref, desc: desc}
	d.registry.add(&s.object)
	return s, nil
}

// Release frees the sampler. A second call does nothing.
func (s *Sampler) Release() {
	s.device.drop(&s.object, s.ref.Release)
}
