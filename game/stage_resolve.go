package game

import ark "github.com/mlange-42/ark/ecs"

// resolveSystem makes one sample per pixel of several, behind everything that draws. Its node has no draws: it joins the
// pass of the last draw, which then resolves as it ends. It is the first system of StagePostRender.
type resolveSystem struct{ app *App }

func (s *resolveSystem) Initialize(*ark.World) error { return nil }
func (s *resolveSystem) Finalize(*ark.World) error   { return nil }

func (s *resolveSystem) Update(*ark.World) error {
	t := &s.app.targets
	if t.out == nil || t.samples == 1 {
		return nil
	}
	for _, v := range t.views {
		s.app.graph.AddRaster(&v.resolve)
	}
	return nil
}
