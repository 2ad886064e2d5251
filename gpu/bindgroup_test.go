package gpu_test

import (
	"testing"

	"github.com/gomotes/motes/gpu"
)

func TestALayoutThatCannotBeIsRefused(t *testing.T) {
	noLeak(t)
	entry := func(binding uint32, kind gpu.BindingKind) gpu.LayoutEntry {
		return gpu.LayoutEntry{Binding: binding, Stages: gpu.StageCompute, Kind: kind}
	}
	many := func(n int, kind gpu.BindingKind, dynamic bool) (entries []gpu.LayoutEntry) {
		for i := range n {
			e := entry(uint32(i), kind)
			e.Dynamic = dynamic
			entries = append(entries, e)
		}
		return entries
	}
	for _, c := range []struct {
		what    string
		entries []gpu.LayoutEntry
		sort    error
		word    string
	}{
		{"twice the same number", []gpu.LayoutEntry{entry(3, gpu.StorageBinding), entry(3, gpu.StorageBinding)}, gpu.ErrUsage, "binding 3: it is described twice"},
		{"no kind", []gpu.LayoutEntry{entry(0, 0)}, gpu.ErrUsage, "Kind is 0"},
		{"no stage", []gpu.LayoutEntry{{Kind: gpu.UniformBinding}}, gpu.ErrUsage, "Stages is 0"},
		{"written by vertices", []gpu.LayoutEntry{{Kind: gpu.StorageBinding, Stages: gpu.StageVertex}}, gpu.ErrUsage, "ReadStorageBinding"},
		{"a dynamic texture", []gpu.LayoutEntry{{Kind: gpu.TextureBinding, Stages: gpu.StageFragment, Dynamic: true}}, gpu.ErrUsage, "this is a texture"},
		{"a sampler's size", []gpu.LayoutEntry{{Kind: gpu.SamplerBinding, Stages: gpu.StageFragment, MinSize: 4}}, gpu.ErrUsage, "this is a sampler"},
		{"too high a number", []gpu.LayoutEntry{entry(1000, gpu.StorageBinding)}, gpu.ErrLimit, "below 1000"},
		{"9 storage buffers (C32)", many(9, gpu.ReadStorageBinding, false), gpu.ErrLimit, "9 storage buffers in the compute stage; the device allows 8"},
		{"13 uniform buffers", many(13, gpu.UniformBinding, false), gpu.ErrLimit, "13 uniform buffers"},
		{"17 textures", many(17, gpu.TextureBinding, false), gpu.ErrLimit, "17 textures"},
		{"17 samplers", many(17, gpu.SamplerBinding, false), gpu.ErrLimit, "17 samplers"},
		{"5 dynamic storage buffers", many(5, gpu.StorageBinding, true), gpu.ErrLimit, "5 storage buffers with dynamic offsets"},
		{"9 dynamic uniform buffers", many(9, gpu.UniformBinding, true), gpu.ErrLimit, "9 uniform buffers with dynamic offsets"},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := device.NewBindGroupLayout("shape", c.entries...)
			refused(t, err, c.sort, `bind group layout "shape"`, c.word)
		})
	}
}

func TestEveryKindOfBindingCanBeBound(t *testing.T) {
	noLeak(t)
	b := buffer(t, "b", 512, gpu.StorageUsage|gpu.UniformUsage)
	color := texture(t, gpu.TextureDesc{Label: "colour", Width: 1, Height: 1, Format: gpu.FormatRGBA16Float, Usage: gpu.TextureSampled})
	float := texture(t, gpu.TextureDesc{Label: "float", Width: 1, Height: 1, Format: gpu.FormatR32Float, Usage: gpu.TextureSampled})
	multi := texture(t, gpu.TextureDesc{Label: "multi", Width: 1, Height: 1, Samples: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled | gpu.TextureTarget})
	depth := texture(t, gpu.TextureDesc{Label: "depth", Width: 1, Height: 1, Format: gpu.FormatDepth32Float, Usage: gpu.TextureSampled})
	plain := must(device.NewSampler(gpu.SamplerDesc{Label: "plain"}))(t)
	t.Cleanup(plain.Release)
	compare := must(device.NewSampler(gpu.SamplerDesc{Label: "compare", Compare: gpu.CompareLess}))(t)
	t.Cleanup(compare.Release)
	for _, c := range []struct {
		kind  gpu.BindingKind
		entry gpu.GroupEntry
	}{
		{gpu.UniformBinding, gpu.GroupEntry{Buffer: b, Offset: 256, Size: 16}},
		{gpu.StorageBinding, gpu.GroupEntry{Buffer: b}},
		{gpu.ReadStorageBinding, gpu.GroupEntry{Buffer: b, Size: 64}},
		{gpu.TextureBinding, gpu.GroupEntry{Texture: color}},
		{gpu.UnfilteredTextureBinding, gpu.GroupEntry{Texture: float}},
		{gpu.MultisampledTextureBinding, gpu.GroupEntry{Texture: multi}},
		{gpu.DepthTextureBinding, gpu.GroupEntry{Texture: depth}},
		{gpu.SamplerBinding, gpu.GroupEntry{Sampler: plain}},
		{gpu.ComparisonSamplerBinding, gpu.GroupEntry{Sampler: compare}},
	} {
		t.Run(c.kind.String(), func(t *testing.T) {
			layout := must(device.NewBindGroupLayout("l", gpu.LayoutEntry{Stages: gpu.StageFragment, Kind: c.kind}))(t)
			group := must(device.NewBindGroup("g", layout, c.entry))(t)
			group.Release()
			group.Release()
			layout.Release()
			layout.Release()
			_, err := device.NewBindGroup("g", layout, c.entry)
			refused(t, err, gpu.ErrUseAfterRelease, `bind group "g"`, `"l"`)
		})
	}
}

func TestAGroupThatDoesNotFitItsLayoutIsRefused(t *testing.T) {
	noLeak(t)
	b := buffer(t, "b", 512, gpu.StorageUsage)
	uniform := buffer(t, "uniform", 512, gpu.UniformUsage)
	big := buffer(t, "big", device.Limits().MaxUniformBindingSize+256, gpu.UniformUsage)
	gone := must(device.NewBuffer(gpu.BufferDesc{Label: "gone", Size: 16, Usage: gpu.StorageUsage}))(t)
	gone.Release()
	color := texture(t, gpu.TextureDesc{Label: "colour", Width: 1, Height: 1, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled})
	target := texture(t, gpu.TextureDesc{Label: "target", Width: 1, Height: 1, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget})
	depth := texture(t, gpu.TextureDesc{Label: "depth", Width: 1, Height: 1, Format: gpu.FormatDepth32Float, Usage: gpu.TextureSampled})
	float := texture(t, gpu.TextureDesc{Label: "float", Width: 1, Height: 1, Format: gpu.FormatR32Float, Usage: gpu.TextureSampled})
	sampler := must(device.NewSampler(gpu.SamplerDesc{Label: "plain"}))(t)
	t.Cleanup(sampler.Release)
	for _, c := range []struct {
		what  string
		kind  gpu.BindingKind
		entry gpu.GroupEntry
		sort  error
		word  string
	}{
		{"nothing", gpu.StorageBinding, gpu.GroupEntry{}, gpu.ErrUsage, "wants a storage buffer"},
		{"a texture as buffer", gpu.StorageBinding, gpu.GroupEntry{Texture: color}, gpu.ErrUsage, "wants a storage buffer"},
		{"a buffer and a texture", gpu.StorageBinding, gpu.GroupEntry{Buffer: b, Texture: color}, gpu.ErrUsage, "wants a storage buffer"},
		{"another number", gpu.StorageBinding, gpu.GroupEntry{Binding: 4, Buffer: b}, gpu.ErrUsage, "binding 4 is not in layout"},
		{"a released buffer", gpu.StorageBinding, gpu.GroupEntry{Buffer: gone}, gpu.ErrUseAfterRelease, `"gone"`},
		{"a buffer of other usage", gpu.StorageBinding, gpu.GroupEntry{Buffer: uniform}, gpu.ErrUsage, "StorageUsage"},
		{"a uniform of other usage", gpu.UniformBinding, gpu.GroupEntry{Buffer: b}, gpu.ErrUsage, "UniformUsage"},
		{"a window at 64", gpu.StorageBinding, gpu.GroupEntry{Buffer: b, Offset: 64}, gpu.ErrRange, "multiple of"},
		{"a window behind the end", gpu.StorageBinding, gpu.GroupEntry{Buffer: b, Offset: 512}, gpu.ErrRange, "512 bytes"},
		{"a window over the end", gpu.StorageBinding, gpu.GroupEntry{Buffer: b, Offset: 256, Size: 260}, gpu.ErrRange, "512 bytes"},
		{"a window of 6", gpu.StorageBinding, gpu.GroupEntry{Buffer: b, Size: 6}, gpu.ErrRange, "multiple of 4"},
		{"too large a window", gpu.UniformBinding, gpu.GroupEntry{Buffer: big}, gpu.ErrLimit, "give a Size"},
		{"a target nobody reads", gpu.TextureBinding, gpu.GroupEntry{Texture: target}, gpu.ErrUsage, "TextureSampled"},
		{"a depth as colour", gpu.TextureBinding, gpu.GroupEntry{Texture: depth}, gpu.ErrUsage, "depth32float"},
		{"a colour as depth", gpu.DepthTextureBinding, gpu.GroupEntry{Texture: color}, gpu.ErrUsage, "depth texture"},
		{"a float to filter", gpu.TextureBinding, gpu.GroupEntry{Texture: float}, gpu.ErrUsage, "UnfilteredTextureBinding"},
		{"one sample", gpu.MultisampledTextureBinding, gpu.GroupEntry{Texture: color}, gpu.ErrUsage, "1 samples"},
		{"a sampler that does not compare", gpu.ComparisonSamplerBinding, gpu.GroupEntry{Sampler: sampler}, gpu.ErrUsage, "comparison sampler"},
	} {
		t.Run(c.what, func(t *testing.T) {
			layout := must(device.NewBindGroupLayout("l", gpu.LayoutEntry{Stages: gpu.StageFragment, Kind: c.kind}))(t)
			defer layout.Release()
			_, err := device.NewBindGroup("g", layout, c.entry)
			refused(t, err, c.sort, `bind group "g"`, c.word)
		})
	}
	layout := must(device.NewBindGroupLayout("l", gpu.LayoutEntry{Stages: gpu.StageCompute, Kind: gpu.StorageBinding, MinSize: 1024}))(t)
	defer layout.Release()
	_, err := device.NewBindGroup("g", layout, gpu.GroupEntry{Buffer: b})
	refused(t, err, gpu.ErrRange, "at least 1024")
	_, err = device.NewBindGroup("g", layout)
	refused(t, err, gpu.ErrUsage, "binding 0, a storage buffer, is missing")
	_, err = device.NewBindGroup("g", layout, gpu.GroupEntry{Buffer: b}, gpu.GroupEntry{Buffer: b})
	refused(t, err, gpu.ErrRange)
	_, err = device.NewBindGroup("g", nil)
	refused(t, err, gpu.ErrUsage, "layout is nil")
}

func TestACacheGivesTheSameGroupForTheSameThings(t *testing.T) {
	noLeak(t)
	layout := must(device.NewBindGroupLayout("l", gpu.LayoutEntry{Stages: gpu.StageCompute, Kind: gpu.StorageBinding}))(t)
	defer layout.Release()
	a, b := buffer(t, "a", 16, gpu.StorageUsage), buffer(t, "b", 16, gpu.StorageUsage)
	var cache gpu.BindGroupCache
	defer cache.Release()
	get := func(of *gpu.Buffer) *gpu.BindGroup {
		return must(cache.Get(device, "cached", layout, gpu.GroupEntry{Buffer: of}))(t)
	}
	first := get(a)
	if get(a) != first || get(b) == first {
		t.Error("the cache mixes up its groups")
	}
	if n := testing.AllocsPerRun(10, func() { get(a) }); n > 1 { // must's closure is the one
		t.Errorf("a known group costs %v allocations", n)
	}
	for range 20 {
		cache.Sweep()
		get(a)
	}
	if n := device.Live().BindGroups; n != 1 {
		t.Errorf("%d groups are left after 20 frames without b", n)
	}
	a.Release()
	cache.Sweep()
	if n := device.Live().BindGroups; n != 0 {
		t.Errorf("%d groups are left of a released buffer", n)
	}
}
