package gpu

import "github.com/cogentcore/webgpu/wgpu"

// HostView returns the binding's view of a texture, for a host that begins a render pass of
// its own on it; nil after Release. The texture keeps it and releases it.
func (t *Texture) HostView() *wgpu.TextureView {
	if t.released {
		return nil
	}
	return t.view
}
