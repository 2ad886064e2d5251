package systems

import (
	"errors"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// DrawSystem puts one indirect draw for each visible pool and view on the frame graph, in
// the pools' order.
type DrawSystem struct {
	state *state
	views ark.Resource[Views]
}

// drawNode is the draw of a pool in one view. It lives as long as the pool, so that a
// frame allocates nothing.
type drawNode struct {
	device *gpu.ParticlePool
	image  *gpu.ParticleImage
	blend  gpu.ParticleBlend
	view   *View
	number int
	raster gpu.RasterNode
	depth  gpu.DepthAttachment
}

// node returns the pool's draw for the view of that number.
func (p *pool) node(number int) *drawNode {
	for len(p.nodes) <= number {
		n := &drawNode{device: p.device, number: len(p.nodes), depth: gpu.DepthAttachment{ReadOnly: true}}
		n.raster = gpu.RasterNode{
			Label:  p.config.Label + ": draw",
			Color:  make([]gpu.ColorAttachment, 1),
			Uses:   p.device.Reads(),
			Record: n.record,
		}
		p.nodes = append(p.nodes, n)
	}
	return p.nodes[number]
}

// Initialize implements ecs.System.
func (s *DrawSystem) Initialize(w *ark.World) error {
	s.views = ark.NewResource[Views](w)
	return s.state.attach(w)
}

// Update implements ecs.System.
func (s *DrawSystem) Update(*ark.World) error {
	st := s.state
	if st.pending {
		return nil // GPUDispatchSystem has said so
	}
	st.particles.BeginViews()
	if !s.views.Has() || !st.anyVisible() {
		return nil
	}
	views := s.views.Get()
	var errs []error
	for i := range views.List {
		view := &views.List[i]
		number, err := st.particles.AddView(view.particleView(st.rewind()))
		if err != nil {
			errs = append(errs, err)
			break
		}
		for _, p := range st.pools {
			if !p.visible() || st.unseen(p, view) {
				continue
			}
			if err := st.addDraw(p, view, number); err != nil {
				errs = append(errs, err)
			}
		}
	}
	st.particles.UploadViews(st.graph)
	return errors.Join(errs...)
}

// rewind is how far the frame lies behind the last step, as a share of a step.
func (s *state) rewind() float32 { return max(0, 1-s.time.Alpha) }

func (s *state) anyVisible() bool {
	for _, p := range s.pools {
		if p.visible() {
			return true
		}
	}
	return false
}

func (p *pool) visible() bool {
	return p.active() && !p.config.Hidden && !p.config.Paused && p.live() > 0
}

func (p *pool) blend() gpu.ParticleBlend {
	if p.config.Blending == components.Alpha {
		return gpu.ParticleAlpha
	}
	return gpu.ParticleAdditive
}

// addDraw puts the draw of a pool in one view on the graph.
func (s *state) addDraw(p *pool, view *View, number int) error {
	if err := s.particles.PrepareDraw(p.blend(), view.target()); err != nil {
		return err
	}
	node := p.node(number)
	node.view, node.image, node.blend = view, p.image.onDevice(), p.blend()
	node.raster.Color[0].Target = view.Color
	node.raster.Depth = nil
	if view.Depth != nil {
		node.depth.Target = view.Depth
		node.raster.Depth = &node.depth
	}
	s.graph.AddRaster(&node.raster)
	s.added = s.graph.Serial()
	return nil
}

func (n *drawNode) record(pass *gpu.RenderPass) {
	v := n.view
	if v.Width > 0 && v.Height > 0 {
		pass.SetViewport(v.X, v.Y, v.Width, v.Height)
	}
	n.device.Draw(pass, n.number, n.blend, n.image, v.target())
}

// Finalize implements ecs.System.
func (s *DrawSystem) Finalize(*ark.World) error { return nil }
