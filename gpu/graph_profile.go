package gpu

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/cogentcore/webgpu/wgpu"
)

// ProfileMode says what a graph measures.
type ProfileMode uint8

const (
	// ProfileOff measures nothing.
	ProfileOff ProfileMode = iota
	// ProfilePasses measures each pass.
	ProfilePasses
	// ProfileNodes gives each node a pass of its own and measures it.
	ProfileNodes
)

// NodeTime is what a pass, or a node, took.
type NodeTime struct {
	Label string        // of the node; of a merged pass all its nodes' labels, joined with " + "
	CPU   time.Duration // to record it
	GPU   time.Duration // on the device; 0 where the device cannot measure
}

// maxStamps is the largest query set: passes beyond its half are not measured.
const maxStamps = wgpu.QuerySetMaxQueries

// profiler measures the passes of frames.
type profiler struct {
	mode   ProfileMode
	device *Device
	active bool // this frame is measured
	times  []NodeTime
	stamps int // written in the last measured frame

	queries  *wgpu.QuerySet
	results  *wgpu.Buffer
	capacity int // of queries
	counted  [2]object
}

// SetProfile says what is measured in the frames that follow. ProfileNodes changes the passes of frames and so their cost.
func (g *FrameGraph) SetProfile(mode ProfileMode) {
	if g.profile.mode != mode {
		g.profile.mode = mode
		g.compiled = false
	}
}

// Timings waits for the device and returns what the passes, or nodes, of the last measured frame took, in order. Frames
// recorded by Encode must have been submitted. The device's clock is taken to tick in nanoseconds, as it does on NVIDIA
// hardware and in Mesa's software device; others may need a factor.
func (g *FrameGraph) Timings() ([]NodeTime, error) {
	p := &g.profile
	if p.stamps == 0 || p.results == nil {
		return p.times, nil
	}
	size := uint64(p.stamps) * wgpu.QuerySize
	data, err := g.device.readBack(size, func(enc *wgpu.CommandEncoder, to *wgpu.Buffer) error {
		return enc.CopyBufferToBuffer(p.results, 0, to, 0, size)
	})
	if err != nil {
		return nil, &GraphError{Detail: "reading the timings: " + err.Error(), Cause: err}
	}
	for i := range p.times[:p.stamps/2] {
		from, to := binary.LittleEndian.Uint64(data[16*i:]), binary.LittleEndian.Uint64(data[16*i+8:])
		if to > from {
			p.times[i].GPU = time.Duration(to - from)
		}
	}
	return p.times, nil
}

// begin prepares the measuring of a frame whose passes are known.
func (p *profiler) begin(g *FrameGraph) error {
	p.active = p.mode != ProfileOff
	if !p.active {
		return nil
	}
	p.device = g.device
	p.times, p.stamps = nil, 0
	for i := range g.passes {
		var labels []string
		for _, n := range g.nodesOf(int32(i)) {
			labels = append(labels, g.nodes[n].label())
		}
		p.times = append(p.times, NodeTime{Label: strings.Join(labels, " + ")})
	}
	if !g.device.stamps {
		return nil
	}
	return p.fit(min(2*len(g.passes), maxStamps))
}

// fit sees to room for a number of stamps.
func (p *profiler) fit(stamps int) (err error) {
	if p.capacity >= stamps {
		return nil
	}
	p.release()
	capacity := 64
	for capacity < stamps {
		capacity *= 2
	}
	d := p.device
	fail := func(err error) error {
		return &GraphError{Detail: fmt.Sprintf("measuring %d passes: %v", stamps/2, err), Cause: err}
	}
	queries, err := d.ref.CreateQuerySet(&wgpu.QuerySetDescriptor{Label: "frame graph", Type: wgpu.QueryTypeTimestamp, Count: uint32(capacity)})
	if err != nil {
		return fail(err)
	}
	size := uint64(capacity) * wgpu.QuerySize
	results, err := d.ref.CreateBuffer(&wgpu.BufferDescriptor{
		Label: "frame graph timings", Size: size, Usage: wgpu.BufferUsageQueryResolve | wgpu.BufferUsageCopySrc,
	})
	if err != nil {
		queries.Release()
		return fail(err)
	}
	p.queries, p.results, p.capacity = queries, results, capacity
	p.counted = [2]object{
		{device: d, kind: querySetKind, label: "frame graph"},
		{device: d, kind: bufferKind, label: "frame graph timings", bytes: size},
	}
	for i := range p.counted {
		d.registry.add(&p.counted[i])
	}
	return nil
}

// stamp writes a time between passes.
func (p *profiler) stamp(enc *wgpu.CommandEncoder, at int) error {
	if !p.active || p.queries == nil || at >= p.capacity {
		return nil
	}
	p.stamps = at + 1
	return enc.WriteTimestamp(p.queries, uint32(at))
}

// clock reads the CPU's time, if it is wanted.
func (p *profiler) clock() (now time.Time) {
	if p.active {
		now = time.Now()
	}
	return now
}

func (p *profiler) took(pass int, began time.Time) {
	if p.active {
		p.times[pass].CPU = time.Since(began)
	}
}

// end has the device write the times where they can be read.
func (p *profiler) end(enc *wgpu.CommandEncoder, passes int) error {
	if !p.active || p.stamps == 0 {
		return nil
	}
	p.stamps = min(2*passes, p.capacity)
	if err := enc.ResolveQuerySet(p.queries, 0, uint32(p.stamps), p.results, 0); err != nil {
		return &GraphError{Detail: "measuring: " + err.Error(), Cause: err}
	}
	return nil
}

func (p *profiler) release() {
	if p.queries == nil {
		return
	}
	p.device.drop(&p.counted[0], p.queries.Release)
	p.device.drop(&p.counted[1], p.results.Release)
	p.queries, p.results, p.capacity, p.stamps = nil, nil, 0, 0
}
