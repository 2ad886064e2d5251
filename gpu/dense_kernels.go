package gpu

import "github.com/gomotes/motes/shaders"

const densePerGroup = 256 // workgroup size of the dense kernels; it stands in the WGSL as a number

// denseKernels are the compute pipelines of a dense simulation. All have one layout: a block
// of the upload, positions, velocities, and the scratch of both.
type denseKernels struct {
	layout                        *BindGroupLayout
	integrate, lift, place, spawn *ComputePipeline
}

func (k *denseKernels) build(d *Device, label string) (err error) {
	entries := []LayoutEntry{{Binding: 0, Stages: StageCompute, Kind: ReadStorageBinding, Dynamic: true}}
	for binding := range uint32(4) {
		entries = append(entries, LayoutEntry{Binding: binding + 1, Stages: StageCompute, Kind: StorageBinding})
	}
	k.layout, err = d.NewBindGroupLayout(label+": dense", entries...)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		pipeline      **ComputePipeline
		source, entry string
	}{
		{&k.integrate, shaders.DenseIntegrate(), "integrate"},
		{&k.lift, shaders.DenseMove(), "lift"},
		{&k.place, shaders.DenseMove(), "place"},
		{&k.spawn, shaders.DenseSpawn(), "spawn"},
	} {
		*p.pipeline, err = d.NewComputePipeline(ComputePipelineDesc{
			Label:   label + ": dense " + p.entry,
			Source:  p.source,
			Entry:   p.entry,
			Layouts: []*BindGroupLayout{k.layout},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *denseKernels) release() {
	for _, p := range []**ComputePipeline{&k.integrate, &k.lift, &k.place, &k.spawn} {
		if *p != nil {
			(*p).Release()
			*p = nil
		}
	}
	if k.layout != nil {
		k.layout.Release()
		k.layout = nil
	}
}
