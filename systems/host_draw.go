package systems

import "github.com/gomotes/motes/gpu"

// Draw draws all visible pools into a render pass of the host's own, for programs that
// have no frame graph node for it. v says the pass's formats and the camera; its Color and
// Depth are not used. The pass must have been begun with a depth attachment if v has a
// DepthFormat; it is tested and not written.
//
// The host calls it after the schedule's Frame and before it submits. An error leaves the
// pass as it was.
func (p *ParticlePlugin) Draw(pass *gpu.RenderPass, v View) error {
	s := p.state
	if s == nil || !s.anyVisible() {
		return nil
	}
	for _, pool := range s.pools {
		if pool.visible() {
			if err := s.particles.PrepareDraw(pool.blend(), v.target()); err != nil {
				return err
			}
		}
	}
	number, err := s.particles.AddView(v.particleView(s.rewind()))
	if err != nil {
		return err
	}
	if err := s.particles.WriteView(number); err != nil {
		return err
	}
	if v.Width > 0 && v.Height > 0 {
		pass.SetViewport(v.X, v.Y, v.Width, v.Height)
	}
	for _, pool := range s.pools {
		if pool.visible() && !s.unseen(pool, &v) {
			pool.device.Draw(pass, number, pool.blend(), pool.image.onDevice(), v.target())
		}
	}
	return nil
}
