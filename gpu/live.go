package gpu

import (
	"fmt"
	"slices"
	"strings"
)

// kind is what sort of thing an object on a device is.
type kind uint8

const (
	bufferKind kind = iota
	textureKind
	viewKind
	samplerKind
	bindGroupKind
	layoutKind
	pipelineKind
	shaderModuleKind
	querySetKind
	kinds
)

var kindNames = [kinds][2]string{
	bufferKind:       {"buffer", "buffers"},
	textureKind:      {"texture", "textures"},
	viewKind:         {"texture view", "texture views"},
	samplerKind:      {"sampler", "samplers"},
	bindGroupKind:    {"bind group", "bind groups"},
	layoutKind:       {"bind group layout", "bind group layouts"},
	pipelineKind:     {"pipeline", "pipelines"},
	shaderModuleKind: {"shader module", "shader modules"},
	querySetKind:     {"query set", "query sets"},
}

// Counts says how many objects of a device are alive, by kind.
type Counts struct {
	Buffers, Textures, Views, Samplers                int
	BindGroups, Layouts, Pipelines                    int
	ShaderModules, QuerySets                          int
	Bytes                                             uint64 // of buffers and textures
	PipelinesCreated, BuffersCreated, TexturesCreated uint64 // since the device was opened; these never fall
}

// Total is the number of objects alive.
func (c Counts) Total() int {
	return c.Buffers + c.Textures + c.Views + c.Samplers + c.BindGroups + c.Layouts + c.Pipelines +
		c.ShaderModules + c.QuerySets
}

// object is what every wrapper has: its device, its label and whether it is still alive.
type object struct {
	device   *Device
	kind     kind
	label    string
	bytes    uint64
	released bool
	graph    graphMark
}

// Label returns the name given at creation.
func (o *object) Label() string { return o.label }

// alive reports why an object cannot be used on a device: it was released, or is another's.
func (o *object) usable(d *Device) error {
	switch {
	case o.released:
		return &Error{kindNames[o.kind][0], o.label, "it was released", ErrUseAfterRelease}
	case o.device != d:
		return &Error{kindNames[o.kind][0], o.label, "it belongs to another device", ErrForeign}
	}
	return nil
}

// registry knows the living objects of a device.
type registry struct {
	living  map[*object]struct{}
	counts  [kinds]int
	created [kinds]uint64
	bytes   uint64
}

func (r *registry) add(o *object) {
	if r.living == nil {
		r.living = make(map[*object]struct{})
	}
	r.living[o] = struct{}{}
	r.counts[o.kind]++
	r.created[o.kind]++
	r.bytes += o.bytes
}

// remove forgets an object; it reports false if that was done before.
func (r *registry) remove(o *object) bool {
	if o.released {
		return false
	}
	o.released = true
	delete(r.living, o)
	r.counts[o.kind]--
	r.bytes -= o.bytes
	return true
}

func (r *registry) snapshot() Counts {
	c := &r.counts
	return Counts{
		Buffers: c[bufferKind], Textures: c[textureKind], Views: c[viewKind], Samplers: c[samplerKind],
		BindGroups: c[bindGroupKind], Layouts: c[layoutKind], Pipelines: c[pipelineKind],
		ShaderModules: c[shaderModuleKind], QuerySets: c[querySetKind],
		Bytes:            r.bytes,
		PipelinesCreated: r.created[pipelineKind],
		BuffersCreated:   r.created[bufferKind],
		TexturesCreated:  r.created[textureKind],
	}
}

// leftovers lists what is alive by kind and label, or returns "".
func (r *registry) leftovers() string {
	var parts []string
	for k := range kinds {
		if r.counts[k] == 0 {
			continue
		}
		var labels []string
		for o := range r.living {
			if o.kind == k {
				labels = append(labels, fmt.Sprintf("%q", o.label))
			}
		}
		slices.Sort(labels)
		const shown = 8
		if more := len(labels) - shown; more > 0 {
			labels = append(labels[:shown], fmt.Sprintf("and %d more", more))
		}
		name := kindNames[k][min(1, r.counts[k]-1)]
		parts = append(parts, fmt.Sprintf("%d %s (%s)", r.counts[k], name, strings.Join(labels, ", ")))
	}
	return strings.Join(parts, "; ")
}
