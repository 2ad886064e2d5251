package gpu

import "github.com/gomotes/motes/shaders"

// meshPage is how many slots a page has: the workgroup size of the mesh kernels, which stands in the WGSL as a number.
const meshPage = 256

// meshKernels are the compute pipelines of a mesh scene.
type meshKernels struct {
	worldLayout, cullLayout, drawLayout *BindGroupLayout
	world, cull, expand                 *ComputePipeline
}

func (k *meshKernels) build(d *Device, label string) (err error) {
	entry := func(binding uint32, kind BindingKind) LayoutEntry {
		return LayoutEntry{Binding: binding, Stages: StageCompute, Kind: kind}
	}
	for _, l := range []struct {
		layout  **BindGroupLayout
		name    string
		entries []LayoutEntry
	}{
		{&k.worldLayout, "world", []LayoutEntry{entry(0, UniformBinding), entry(1, ReadStorageBinding), entry(2, StorageBinding)}},
		{&k.cullLayout, "cull", []LayoutEntry{
			entry(0, UniformBinding), entry(1, ReadStorageBinding), entry(2, ReadStorageBinding), entry(3, ReadStorageBinding),
			entry(4, ReadStorageBinding), entry(5, StorageBinding), entry(6, StorageBinding), entry(7, StorageBinding), entry(8, StorageBinding),
		}},
		{&k.drawLayout, "draw", []LayoutEntry{
			{Binding: 0, Stages: StageVertex, Kind: ReadStorageBinding}, {Binding: 1, Stages: StageVertex, Kind: ReadStorageBinding},
		}},
	} {
		if *l.layout, err = d.NewBindGroupLayout(label+": "+l.name, l.entries...); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		pipeline      **ComputePipeline
		source, entry string
		layout        *BindGroupLayout
	}{
		{&k.world, shaders.MeshWorld(), "world", k.worldLayout},
		{&k.cull, shaders.MeshCull(), "cull", k.cullLayout},
		{&k.expand, shaders.MeshCull(), "expand", k.cullLayout},
	} {
		*p.pipeline, err = d.NewComputePipeline(ComputePipelineDesc{
			Label: label + ": " + p.entry, Source: p.source, Entry: p.entry, Layouts: []*BindGroupLayout{p.layout},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *meshKernels) release() {
	for _, p := range []*ComputePipeline{k.world, k.cull, k.expand} {
		if p != nil {
			p.Release()
		}
	}
	for _, l := range []*BindGroupLayout{k.worldLayout, k.cullLayout, k.drawLayout} {
		if l != nil {
			l.Release()
		}
	}
	*k = meshKernels{}
}
