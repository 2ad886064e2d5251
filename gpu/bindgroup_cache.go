package gpu

// cachedBindings is how many resources a cached group can have.
const cachedBindings = 8

// cachePatience is for how many sweeps an unused group is kept.
const cachePatience = 8

// BindGroupCache makes bind groups of what is known in Record only, such as the textures of transients, and gives the same
// group for the same things again. The zero value is ready. Its owner calls Sweep once a frame and Release at the end.
type BindGroupCache struct {
	groups []cachedGroup
	sweep  uint64
}

type cachedGroup struct {
	group   *BindGroup
	layout  *BindGroupLayout
	entries [cachedBindings]GroupEntry
	count   int
	sweep   uint64
}

// Get returns a group of these entries for a layout, making it if it is new. The group belongs to the cache.
func (c *BindGroupCache) Get(d *Device, label string, layout *BindGroupLayout, entries ...GroupEntry) (*BindGroup, error) {
	for i := range c.groups {
		k := &c.groups[i]
		if k.layout == layout && k.matches(entries) && k.alive() {
			k.sweep = c.sweep
			return k.group, nil
		}
	}
	if len(entries) > cachedBindings {
		return nil, &Error{"bind group", label, "it has too many entries to be cached: there can be 8", ErrLimit}
	}
	// The entries are copied, so that a call that finds its group allocates nothing.
	k := cachedGroup{layout: layout, count: len(entries), sweep: c.sweep}
	copy(k.entries[:], entries)
	group, err := d.NewBindGroup(label, layout, append([]GroupEntry(nil), k.entries[:k.count]...)...)
	if err != nil {
		return nil, err
	}
	k.group = group
	c.groups = append(c.groups, k)
	return group, nil
}

func (k *cachedGroup) matches(entries []GroupEntry) bool {
	if k.count != len(entries) {
		return false
	}
	for i := range entries {
		if k.entries[i] != entries[i] {
			return false
		}
	}
	return true
}

// alive reports whether nothing in the group was released.
func (k *cachedGroup) alive() bool {
	for _, o := range k.group.bound {
		if o.released {
			return false
		}
	}
	return true
}

// Sweep releases groups whose parts were released, and those that the last frames did not ask for.
func (c *BindGroupCache) Sweep() {
	c.sweep++
	kept := c.groups[:0]
	for _, k := range c.groups {
		if k.alive() && c.sweep-k.sweep <= cachePatience {
			kept = append(kept, k)
		} else {
			k.group.Release()
		}
	}
	clear(c.groups[len(kept):])
	c.groups = kept
}

// Release frees all groups. The cache stays usable.
func (c *BindGroupCache) Release() {
	for _, k := range c.groups {
		k.group.Release()
	}
	c.groups = nil
}
