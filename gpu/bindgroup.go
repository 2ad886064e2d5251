package gpu

import (
	"fmt"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"
)

// GroupEntry binds one thing: a window of a Buffer, a Texture or a Sampler.
type GroupEntry struct {
	Binding uint32
	Buffer  *Buffer
	Offset  uint64 // bytes, a multiple of the device's offset alignment
	Size    uint64 // bytes; 0: to the end of the buffer
	Texture *Texture
	Sampler *Sampler
}

// BindGroup is what shaders find in one @group. It keeps what it binds in memory, but not usable: a graph or pass refuses
// a group of which something was released.
type BindGroup struct {
	object
	ref     *wgpu.BindGroup
	bound   []*object
	dynamic []dynamicWindow
}

// dynamicWindow is a buffer whose offset comes with SetBindGroup.
type dynamicWindow struct {
	binding      uint32
	alignment    uint64
	offset, size uint64
	buffer       *Buffer
}

// NewBindGroup binds entries for a layout: exactly those that it describes, in any order. Its errors are ErrUsage,
// ErrRange, ErrLimit, ErrUseAfterRelease and ErrForeign.
func (d *Device) NewBindGroup(label string, layout *BindGroupLayout, entries ...GroupEntry) (*BindGroup, error) {
	if err := d.open("bind group", label); err != nil {
		return nil, err
	}
	refuse := func(cause error, format string, args ...any) (*BindGroup, error) {
		return nil, &Error{"bind group", label, fmt.Sprintf(format, args...), cause}
	}
	if layout == nil {
		return refuse(ErrUsage, "layout is nil")
	}
	if err := layout.usable(d); err != nil {
		return refuse(err, "%v", err)
	}
	g := &BindGroup{object: object{device: d, kind: bindGroupKind, label: label}}
	native := make([]wgpu.BindGroupEntry, 0, len(entries))
	for i, e := range entries {
		at := slices.IndexFunc(layout.entries, func(l LayoutEntry) bool { return l.Binding == e.Binding })
		if at < 0 {
			return refuse(ErrUsage, "binding %d is not in layout %q", e.Binding, layout.label)
		}
		if slices.ContainsFunc(entries[:i], func(o GroupEntry) bool { return o.Binding == e.Binding }) {
			return refuse(ErrUsage, "binding %d is given twice", e.Binding)
		}
		n, err := g.bind(d, &layout.entries[at], e)
		if err != nil {
			return refuse(err.Cause, "binding %d: %s", e.Binding, err.Detail)
		}
		native = append(native, n)
	}
	for _, l := range layout.entries {
		if !slices.ContainsFunc(entries, func(e GroupEntry) bool { return e.Binding == l.Binding }) {
			return refuse(ErrUsage, "binding %d, a %v, is missing", l.Binding, l.Kind)
		}
	}
	slices.SortFunc(g.dynamic, func(a, b dynamicWindow) int { return int(a.binding) - int(b.binding) })
	ref, err := d.ref.CreateBindGroup(&wgpu.BindGroupDescriptor{Label: label, Layout: layout.ref, Entries: native})
	if err != nil {
		return nil, driverError("bind group", label, err)
	}
	g.ref = ref
	d.registry.add(&g.object)
	return g, nil
}

// bind checks one entry against its layout and translates it.
func (g *BindGroup) bind(d *Device, l *LayoutEntry, e GroupEntry) (n wgpu.BindGroupEntry, err *Error) {
	n.Binding = e.Binding
	refuse := func(cause error, format string, args ...any) (wgpu.BindGroupEntry, *Error) {
		return n, &Error{Detail: fmt.Sprintf(format, args...), Cause: cause}
	}
	var bound *object
	switch {
	case l.Kind.isBuffer() && e.Buffer != nil && e.Texture == nil && e.Sampler == nil:
		bound = &e.Buffer.object
	case l.Kind.isTexture() && e.Texture != nil && e.Buffer == nil && e.Sampler == nil:
		bound = &e.Texture.object
	case !l.Kind.isBuffer() && !l.Kind.isTexture() && e.Sampler != nil && e.Buffer == nil && e.Texture == nil:
		bound = &e.Sampler.object
	default:
		return refuse(ErrUsage, "the layout wants a %v", l.Kind)
	}
	if err := bound.usable(d); err != nil {
		return refuse(err, "%v", err)
	}
	g.bound = append(g.bound, bound)
	switch {
	case l.Kind.isBuffer():
		return g.bindBuffer(d, l, e)
	case l.Kind.isTexture():
		if problem := l.fits(e.Texture); problem != "" {
			return refuse(ErrUsage, "texture %q %s", e.Texture.label, problem)
		}
		n.TextureView = e.Texture.view
	default:
		if comparison := l.Kind == ComparisonSamplerBinding; comparison != (e.Sampler.desc.Compare != CompareNone) {
			return refuse(ErrUsage, "the layout wants a %v, and sampler %q is not one", l.Kind, e.Sampler.label)
		}
		n.Sampler = e.Sampler.ref
	}
	return n, nil
}

func (g *BindGroup) bindBuffer(d *Device, l *LayoutEntry, e GroupEntry) (n wgpu.BindGroupEntry, err *Error) {
	refuse := func(cause error, format string, args ...any) (wgpu.BindGroupEntry, *Error) {
		return n, &Error{Detail: fmt.Sprintf("buffer %q: ", e.Buffer.label) + fmt.Sprintf(format, args...), Cause: cause}
	}
	need, name, limit, alignment := StorageUsage, "StorageUsage", d.limits.MaxStorageBindingSize, d.limits.StorageOffsetAlignment
	if l.Kind == UniformBinding {
		need, name, limit, alignment = UniformUsage, "UniformUsage", d.limits.MaxUniformBindingSize, d.limits.UniformOffsetAlignment
	}
	if e.Buffer.usage&need == 0 {
		return refuse(ErrUsage, "it was made without %s", name)
	}
	if e.Offset%uint64(alignment) != 0 {
		return refuse(ErrRange, "Offset is %d; it must be a multiple of %d", e.Offset, alignment)
	}
	if e.Offset >= e.Buffer.bytes {
		return refuse(ErrRange, "Offset is %d; the buffer has %d bytes", e.Offset, e.Buffer.bytes)
	}
	rest := e.Buffer.bytes - e.Offset
	size := e.Size
	if size == 0 {
		size = rest
	}
	switch {
	case size > rest:
		return refuse(ErrRange, "Size is %d at offset %d; the buffer has %d bytes", size, e.Offset, e.Buffer.bytes)
	case size < l.MinSize:
		return refuse(ErrRange, "the window has %d bytes; the layout wants at least %d", size, l.MinSize)
	case size > limit:
		return refuse(ErrLimit, "the window has %d bytes; the device binds at most %d: give a Size", size, limit)
	case size%4 != 0:
		return refuse(ErrRange, "Size is %d; it must be a multiple of 4", size)
	}
	if l.Dynamic {
		g.dynamic = append(g.dynamic, dynamicWindow{l.Binding, uint64(alignment), e.Offset, size, e.Buffer})
	}
	return wgpu.BindGroupEntry{Binding: e.Binding, Buffer: e.Buffer.ref, Offset: e.Offset, Size: size}, nil
}

// fits says why a texture cannot be bound, or returns "".
func (e *LayoutEntry) fits(t *Texture) string {
	format := t.desc.Format
	switch {
	case t.desc.Usage&TextureSampled == 0:
		return "was made without TextureSampled"
	case e.Kind == DepthTextureBinding && !format.IsDepth(),
		e.Kind != DepthTextureBinding && e.Kind != UnfilteredTextureBinding && e.Kind != MultisampledTextureBinding && format.IsDepth():
		return fmt.Sprintf("is of format %v; the layout wants a %v", format, e.Kind)
	case e.Kind == TextureBinding && !formatTable[format].blend:
		return fmt.Sprintf("is of format %v, which cannot be filtered; use UnfilteredTextureBinding", format)
	case (e.Kind == MultisampledTextureBinding) != (t.desc.Samples > 1):
		return fmt.Sprintf("has %d samples; the layout wants a %v", t.desc.Samples, e.Kind)
	}
	return ""
}

// ready says why the group cannot be set with these offsets, or returns nil.
func (g *BindGroup) ready(d *Device, offsets []uint32) error {
	if err := g.usable(d); err != nil {
		return err
	}
	for _, o := range g.bound {
		if o.released {
			return &Error{"bind group", g.label, fmt.Sprintf("%s %q in it was released", kindNames[o.kind][0], o.label), ErrUseAfterRelease}
		}
	}
	if len(offsets) != len(g.dynamic) {
		return &Error{"bind group", g.label, fmt.Sprintf("%d dynamic offsets; its layout has %d", len(offsets), len(g.dynamic)), ErrUsage}
	}
	for i := range g.dynamic {
		w, offset := &g.dynamic[i], uint64(offsets[i])
		if offset%w.alignment != 0 {
			return &Error{"bind group", g.label, fmt.Sprintf("binding %d: the dynamic offset is %d; it must be a multiple of %d",
				w.binding, offset, w.alignment), ErrRange}
		}
		if w.offset+offset+w.size > w.buffer.bytes {
			return &Error{"bind group", g.label, fmt.Sprintf("binding %d: a window of %d bytes at dynamic offset %d ends beyond buffer %q, which has %d",
				w.binding, w.size, w.offset+offset, w.buffer.label, w.buffer.bytes), ErrRange}
		}
	}
	return nil
}

// Release frees the group. A second call does nothing.
func (g *BindGroup) Release() {
	g.device.drop(&g.object, g.ref.Release)
}
