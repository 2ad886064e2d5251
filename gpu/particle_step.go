package gpu

import "fmt"

// QueueStep appends a step to those that the pool takes in the next frame. The bytes are
// copied. Errors name the field and leave the pool as it was.
func (pool *ParticlePool) QueueStep(step ParticleStep) error {
	if step.IntegrateSlots < 0 || step.IntegrateSlots > pool.capacity ||
		step.LiveSlots < 0 || step.LiveSlots > pool.capacity {
		return fmt.Errorf("pool %q: IntegrateSlots is %d and LiveSlots %d; both must be between 0 and %d",
			pool.label, step.IntegrateSlots, step.LiveSlots, pool.capacity)
	}
	waiting := 0
	if !pool.taken {
		waiting = alignUp(len(pool.flight.bytes), pool.alignment())
	}
	if size, limit := waiting+pool.staging.sizeWith(step, pool.alignment()), pool.particles.device.Limits().MaxBufferSize; uint64(size) > limit {
		return fmt.Errorf("pool %q: the steps of a frame come to %d bytes, and the device takes %d in a buffer; "+
			"run frames more often, or emit less in each: %w", pool.label, size, limit, ErrLimit)
	}
	if err := pool.staging.add(step, pool.alignment()); err != nil {
		return fmt.Errorf("pool %q: %w", pool.label, err)
	}
	return nil
}

// AddTo puts the queued steps on the frame graph: one upload, a node that moves the
// living and scatters the births step by step, and one that compacts the result for the
// draw. Without queued steps it adds nothing, and a draw shows the last frame's state. It
// reports whether it added anything.
//
// Steps of a frame graph that was reset or refused are not lost: they are added again, in
// front of the newer ones.
func (pool *ParticlePool) AddTo(g *FrameGraph) (added bool, err error) {
	if pool.taken {
		if len(pool.staging.steps) == 0 {
			return false, nil
		}
		pool.flight.reset()
	}
	pool.flight.take(&pool.staging, pool.alignment())
	pool.taken = false
	if err := pool.fitUpload(); err != nil {
		return false, fmt.Errorf("pool %q: %w", pool.label, err)
	}
	pool.table = pool.flight.steps[len(pool.flight.steps)-1].table
	g.AddUpload(pool.upload, 0, pool.flight.bytes)
	g.AddCompute(&pool.simulate)
	g.AddCompute(&pool.compact)
	return true, nil
}

func (pool *ParticlePool) alignment() int {
	return int(pool.particles.device.Limits().StorageOffsetAlignment)
}

// fitUpload grows the upload buffer to the staged steps. Bind groups hold the sizes of
// their windows on it, so they are made anew with it.
func (pool *ParticlePool) fitUpload() error {
	size := uint64(pool.flight.size(pool.alignment()))
	fits := pool.upload != nil && pool.upload.Size() >= size
	if fits && pool.drawGroup != nil &&
		pool.boundTable == pool.flight.tableWindow && pool.boundRun == pool.flight.runWindow {
		return nil
	}
	if fits {
		return pool.bind()
	}
	device := pool.particles.device
	upload, err := device.NewBuffer(BufferDesc{
		Label: pool.label + ": upload",
		Size:  min(uint64(roundCapacity(int(size))), device.Limits().MaxBufferSize),
		Usage: StorageUsage | CopyDst,
	})
	if err != nil {
		return err
	}
	if pool.upload != nil {
		pool.upload.Release()
	}
	pool.upload = upload
	return pool.bind()
}

func (pool *ParticlePool) bind() (err error) {
	pool.releaseGroups()
	pool.boundTable, pool.boundRun = pool.flight.tableWindow, pool.flight.runWindow
	device, kernels := pool.particles.device, pool.particles.kernels
	table := GroupEntry{Binding: 0, Buffer: pool.upload, Size: uint64(pool.boundTable)}
	births := GroupEntry{Binding: 0, Buffer: pool.upload, Size: uint64(pool.boundRun)}
	whole := func(binding uint32, b *Buffer) GroupEntry { return GroupEntry{Binding: binding, Buffer: b} }
	s := &pool.streams

	pool.integrateGroup, err = device.NewBindGroup(pool.label+": integrate", kernels.integrateLayout,
		table, whole(1, s[0]), whole(2, s[1]), whole(3, pool.owner), whole(4, pool.alive))
	if err != nil {
		return err
	}
	pool.scatterGroup, err = device.NewBindGroup(pool.label+": scatter", kernels.scatterLayout,
		births, whole(1, s[0]), whole(2, s[1]), whole(3, s[2]), whole(4, s[3]), whole(5, s[4]),
		whole(6, pool.owner), whole(7, pool.alive))
	if err != nil {
		return err
	}
	pool.compactGroup, err = device.NewBindGroup(pool.label+": compact", kernels.compactLayout,
		table, whole(1, pool.alive), whole(2, pool.blockTotal), whole(3, pool.offsets),
		whole(4, pool.index), whole(5, pool.args))
	if err != nil {
		return err
	}
	pool.drawGroup, err = device.NewBindGroup(pool.label+": draw", pool.particles.poolLayout,
		table, whole(1, s[0]), whole(2, s[1]), whole(3, s[2]), whole(4, s[3]), whole(5, s[4]),
		whole(6, pool.owner), whole(7, pool.index))
	return err
}

func (pool *ParticlePool) describeNodes() {
	s := &pool.streams
	pool.simulate = ComputeNode{
		Label: pool.label + ": simulate",
		Uses: []Use{
			{s[0], Modify}, {s[1], Modify}, {s[2], Modify}, {s[3], Modify}, {s[4], Modify},
			{pool.owner, Modify}, {pool.alive, Modify},
		},
		Record: pool.recordSimulate,
	}
	pool.compact = ComputeNode{
		Label: pool.label + ": compact",
		Uses: []Use{
			{pool.alive, Read}, {pool.blockTotal, Write}, {pool.offsets, Write},
			{pool.index, Write}, {pool.args, Write},
		},
		Record: pool.recordCompact,
	}
}

func (pool *ParticlePool) recordSimulate(pass *ComputePass) {
	k := pool.particles.kernels
	for _, step := range pool.flight.steps {
		if groups := groupsFor(step.integrateSlots, slotsPerGroup); groups > 0 {
			pass.SetPipeline(k.integrate)
			pass.SetBindGroup(0, pool.integrateGroup, step.table)
			pass.Dispatch(groups, 1, 1)
		}
		for _, run := range pool.flight.runs[step.firstRun : step.firstRun+step.runs] {
			pass.SetPipeline(k.scatter)
			pass.SetBindGroup(0, pool.scatterGroup, run.offset)
			pass.Dispatch(groupsFor(run.births, birthsPerGroup), 1, 1)
		}
	}
}

func (pool *ParticlePool) recordCompact(pass *ComputePass) {
	if len(pool.flight.steps) == 0 {
		return // taken by Settle
	}
	k := pool.particles.kernels
	last := pool.flight.steps[len(pool.flight.steps)-1]
	// With nothing alive one group still runs, to write a count of zero.
	groups := max(1, groupsFor(last.liveSlots, slotsPerGroup))
	blocks := groupsFor(int(groups), groupsPerBlock)
	pass.SetBindGroup(0, pool.compactGroup, last.table)
	pass.SetPipeline(k.count)
	pass.Dispatch(blocks, 1, 1)
	pass.SetPipeline(k.offsets)
	pass.Dispatch(blocks, 1, 1)
	pass.SetPipeline(k.expand)
	pass.Dispatch(groups, 1, 1)
	pool.taken = true
}

func groupsFor(items, perGroup int) uint32 {
	return uint32((items + perGroup - 1) / perGroup)
}
