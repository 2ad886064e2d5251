package game

import (
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/systems"
)

// particleLink is all that the framework knows of the particle plugin: where it may draw, and how many are alive.
type particleLink struct {
	views  systems.Views
	plugin *systems.ParticlePlugin
	last   int // particles alive when the App was closed
}

func (l *particleLink) see(p ecs.Plugin) {
	if plugin, ok := p.(*systems.ParticlePlugin); ok {
		l.plugin = plugin
	}
}

func (l *particleLink) live() int {
	if l.plugin == nil {
		return 0
	}
	return max(l.last, l.plugin.Stats().Live)
}

func (l *particleLink) open(w *ark.World) { ark.AddResource(w, &l.views) }

// closing is called while the particles still are there.
func (l *particleLink) closing() { l.last = l.live() }

func (l *particleLink) close(w *ark.World) {
	removeResource[systems.Views](w)
	l.begin()
}

func (l *particleLink) begin() { l.views.List = l.views.List[:0] }

func (l *particleLink) show(v *view, samples uint32, fog Fog) {
	l.views.List = append(l.views.List, systems.View{
		View:        v.camera.View(),
		Projection:  v.camera.Projection(v.aspect()),
		Color:       v.color,
		Depth:       v.depth,
		ColorFormat: lightFormat,
		DepthFormat: depthFormat,
		Samples:     samples,
		Fog:         systems.Fog(fog),
	})
}

func (l *particleLink) count() int { return len(l.views.List) }
