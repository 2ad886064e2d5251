package gpu

import "github.com/gomotes/motes/shaders"

// Workgroup sizes of the particle kernels; they stand in the WGSL as numbers.
const (
	slotsPerGroup  = 256
	groupsPerBlock = 256
	birthsPerGroup = 64
)

// particleKernels are the compute pipelines that all pools of a device share.
type particleKernels struct {
	integrateLayout, scatterLayout, compactLayout *BindGroupLayout
	integrate, scatter, count, offsets, expand    *ComputePipeline
}

func newParticleKernels(d *Device) (*particleKernels, error) {
	k := &particleKernels{}
	if err := k.build(d); err != nil {
		k.release()
		return nil, err
	}
	return k, nil
}

func (k *particleKernels) build(d *Device) (err error) {
	entry := func(binding uint32, kind BindingKind) LayoutEntry {
		return LayoutEntry{Binding: binding, Stages: StageCompute, Kind: kind}
	}
	staged := LayoutEntry{Binding: 0, Stages: StageCompute, Kind: ReadStorageBinding, Dynamic: true}

	k.integrateLayout, err = d.NewBindGroupLayout("particle integrate", staged,
		entry(1, StorageBinding), entry(2, StorageBinding), entry(3, ReadStorageBinding), entry(4, StorageBinding))
	if err != nil {
		return err
	}
	k.scatterLayout, err = d.NewBindGroupLayout("particle scatter", staged,
		entry(1, StorageBinding), entry(2, StorageBinding), entry(3, StorageBinding), entry(4, StorageBinding),
		entry(5, StorageBinding), entry(6, StorageBinding), entry(7, StorageBinding))
	if err != nil {
		return err
	}
	k.compactLayout, err = d.NewBindGroupLayout("particle compact", staged,
		entry(1, ReadStorageBinding), entry(2, StorageBinding), entry(3, StorageBinding),
		entry(4, StorageBinding), entry(5, StorageBinding))
	if err != nil {
		return err
	}

	for _, p := range []struct {
		pipeline      **ComputePipeline
		source, entry string
		layout        *BindGroupLayout
	}{
		{&k.integrate, shaders.ParticleIntegrate(), "integrate", k.integrateLayout},
		{&k.scatter, shaders.ParticleScatter(), "scatter", k.scatterLayout},
		{&k.count, shaders.ParticleCompact(), "count", k.compactLayout},
		{&k.offsets, shaders.ParticleCompact(), "offsets", k.compactLayout},
		{&k.expand, shaders.ParticleCompact(), "expand", k.compactLayout},
	} {
		*p.pipeline, err = d.NewComputePipeline(ComputePipelineDesc{
			Label:   "particle " + p.entry,
			Source:  p.source,
			Entry:   p.entry,
			Layouts: []*BindGroupLayout{p.layout},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *particleKernels) release() {
	for _, p := range []*ComputePipeline{k.integrate, k.scatter, k.count, k.offsets, k.expand} {
		if p != nil {
			p.Release()
		}
	}
	for _, l := range []*BindGroupLayout{k.integrateLayout, k.scatterLayout, k.compactLayout} {
		if l != nil {
			l.Release()
		}
	}
}
