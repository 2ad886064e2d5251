package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// Stage says which shader stages see a binding; values are combined with |.
type Stage uint32

// The shader stages.
const (
	StageVertex Stage = 1 << iota
	StageFragment
	StageCompute
	allStages = 1<<iota - 1
)

var stageNames = [3]string{"vertex", "fragment", "compute"}

// BindingKind is what a shader finds at a binding.
type BindingKind uint8

// What can be bound.
const (
	UniformBinding             BindingKind = iota + 1 // a Buffer with UniformUsage
	StorageBinding                                    // a Buffer with StorageUsage, read and written; not in StageVertex
	ReadStorageBinding                                // a Buffer with StorageUsage, only read
	TextureBinding                                    // a Texture of floats that can be filtered
	UnfilteredTextureBinding                          // a Texture of floats that is loaded, not filtered
	MultisampledTextureBinding                        // a Texture of 4 samples
	DepthTextureBinding                               // a Texture of depth
	SamplerBinding                                    // a Sampler for TextureBinding
	ComparisonSamplerBinding                          // a Sampler with Compare
	bindingKinds
)

var bindingKindNames = [bindingKinds]string{
	"nothing", "uniform buffer", "storage buffer", "read-only storage buffer", "texture", "unfiltered texture",
	"multisampled texture", "depth texture", "sampler", "comparison sampler",
}

// String returns what is bound, in words.
func (k BindingKind) String() string {
	if k < bindingKinds {
		return bindingKindNames[k]
	}
	return fmt.Sprintf("binding kind %d", k)
}

func (k BindingKind) isBuffer() bool { return k >= UniformBinding && k <= ReadStorageBinding }

func (k BindingKind) isTexture() bool { return k >= TextureBinding && k <= DepthTextureBinding }

// LayoutEntry describes one binding of a group.
type LayoutEntry struct {
	Binding uint32 // the number in @binding
	Stages  Stage
	Kind    BindingKind
	Dynamic bool   // the buffer's offset is given anew with each SetBindGroup
	MinSize uint64 // bytes that the buffer's window must have at least; 0: checked by the driver at each draw
}

// BindGroupLayout is the shape of a bind group.
type BindGroupLayout struct {
	object
	ref     *wgpu.BindGroupLayout
	entries []LayoutEntry
}

// bindingTotals counts what a pipeline's bindings take from the limits.
type bindingTotals struct {
	storage, uniform, textures, samplers [len(stageNames)]uint32
	dynamicStorage, dynamicUniform       uint32
}

func (t *bindingTotals) add(e LayoutEntry) {
	for stage := range stageNames {
		if e.Stages&(1<<stage) == 0 {
			continue
		}
		switch {
		case e.Kind == UniformBinding:
			t.uniform[stage]++
		case e.Kind.isBuffer():
			t.storage[stage]++
		case e.Kind.isTexture():
			t.textures[stage]++
		default:
			t.samplers[stage]++
		}
	}
	switch {
	case e.Dynamic && e.Kind == UniformBinding:
		t.dynamicUniform++
	case e.Dynamic:
		t.dynamicStorage++
	}
}

// check names the first limit that is exceeded, or returns "".
func (t *bindingTotals) check(l *Limits) string {
	for stage, name := range stageNames {
		for _, c := range []struct {
			what         string
			count, limit uint32
		}{
			{"storage buffers", t.storage[stage], l.MaxStorageBuffersPerStage},
			{"uniform buffers", t.uniform[stage], l.MaxUniformBuffersPerStage},
			{"textures", t.textures[stage], l.MaxSampledTexturesPerStage},
			{"samplers", t.samplers[stage], l.MaxSamplersPerStage},
		} {
			if c.count > c.limit {
				return fmt.Sprintf("%d %s in the %s stage; the device allows %d", c.count, c.what, name, c.limit)
			}
		}
	}
	if t.dynamicStorage > l.MaxDynamicStorageBuffers {
		return fmt.Sprintf("%d storage buffers with dynamic offsets; the device allows %d", t.dynamicStorage, l.MaxDynamicStorageBuffers)
	}
	if t.dynamicUniform > l.MaxDynamicUniformBuffers {
		return fmt.Sprintf("%d uniform buffers with dynamic offsets; the device allows %d", t.dynamicUniform, l.MaxDynamicUniformBuffers)
	}
	return ""
}

// NewBindGroupLayout makes a layout. Its errors are ErrUsage, ErrLimit and ErrUseAfterRelease (a closed device).
func (d *Device) NewBindGroupLayout(label string, entries ...LayoutEntry) (*BindGroupLayout, error) {
	if err := d.open("bind group layout", label); err != nil {
		return nil, err
	}
	native := make([]wgpu.BindGroupLayoutEntry, len(entries))
	var totals bindingTotals
	for i, e := range entries {
		if err := d.checkLayoutEntry(label, entries[:i], e); err != nil {
			return nil, err
		}
		totals.add(e)
		native[i] = e.native()
	}
	if problem := totals.check(&d.limits); problem != "" {
		return nil, &Error{"bind group layout", label, problem, ErrLimit}
	}
	ref, err := d.ref.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Label: label, Entries: native})
	if err != nil {
		return nil, driverError("bind group layout", label, err)
	}
	l := &BindGroupLayout{
		object:  object{device: d, kind: layoutKind, label: label},
		ref:     ref,
		entries: append([]LayoutEntry(nil), entries...),
	}
	d.registry.add(&l.object)
	return l, nil
}

func (d *Device) checkLayoutEntry(label string, before []LayoutEntry, e LayoutEntry) error {
	refuse := func(cause error, format string, args ...any) error {
		return &Error{"bind group layout", label, fmt.Sprintf("binding %d: ", e.Binding) + fmt.Sprintf(format, args...), cause}
	}
	for _, other := range before {
		if other.Binding == e.Binding {
			return refuse(ErrUsage, "it is described twice")
		}
	}
	switch {
	case e.Kind == 0 || e.Kind >= bindingKinds:
		return refuse(ErrUsage, "Kind is %d; it must be one of the kinds of this package", e.Kind)
	case e.Stages == 0 || e.Stages&^allStages != 0:
		return refuse(ErrUsage, "Stages is %#x; it must combine StageVertex, StageFragment and StageCompute", uint32(e.Stages))
	case e.Kind == StorageBinding && e.Stages&StageVertex != 0:
		return refuse(ErrUsage, "the vertex stage can only read storage: use ReadStorageBinding")
	case e.Dynamic && !e.Kind.isBuffer():
		return refuse(ErrUsage, "Dynamic is for buffers, this is a %v", e.Kind)
	case e.MinSize != 0 && !e.Kind.isBuffer():
		return refuse(ErrUsage, "MinSize is for buffers, this is a %v", e.Kind)
	case e.Binding >= d.limits.MaxBindingsPerGroup:
		return refuse(ErrLimit, "the number must be below %d", d.limits.MaxBindingsPerGroup)
	}
	return nil
}

func (e *LayoutEntry) native() wgpu.BindGroupLayoutEntry {
	n := wgpu.BindGroupLayoutEntry{Binding: e.Binding, Visibility: wgpu.ShaderStage(e.Stages)}
	buffer := func(t wgpu.BufferBindingType) {
		n.Buffer = wgpu.BufferBindingLayout{Type: t, HasDynamicOffset: e.Dynamic, MinBindingSize: e.MinSize}
	}
	texture := func(t wgpu.TextureSampleType, multisampled bool) {
		n.Texture = wgpu.TextureBindingLayout{SampleType: t, ViewDimension: wgpu.TextureViewDimension2D, Multisampled: multisampled}
	}
	switch e.Kind {
	case UniformBinding:
		buffer(wgpu.BufferBindingTypeUniform)
	case StorageBinding:
		buffer(wgpu.BufferBindingTypeStorage)
	case ReadStorageBinding:
		buffer(wgpu.BufferBindingTypeReadOnlyStorage)
	case TextureBinding:
		texture(wgpu.TextureSampleTypeFloat, false)
	case UnfilteredTextureBinding:
		texture(wgpu.TextureSampleTypeUnfilterableFloat, false)
	case MultisampledTextureBinding:
		texture(wgpu.TextureSampleTypeUnfilterableFloat, true)
	case DepthTextureBinding:
		texture(wgpu.TextureSampleTypeDepth, false)
	case SamplerBinding:
		n.Sampler.Type = wgpu.SamplerBindingTypeFiltering
	case ComparisonSamplerBinding:
		n.Sampler.Type = wgpu.SamplerBindingTypeComparison
	}
	return n
}

// Release frees the layout. Groups and pipelines made with it stay valid. A second call does nothing.
func (l *BindGroupLayout) Release() {
	l.device.drop(&l.object, l.ref.Release)
}
