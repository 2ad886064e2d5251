package game

import (
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/ecs"
)

// particleLink is all that the framework knows of the particle plugin: where it may draw, and how many are alive.
type particleLink struct{ views int }

func (l *particleLink) see(ecs.Plugin)         {}
func (l *particleLink) live() int              { return 0 }
func (l *particleLink) open(*ark.World)        {}
func (l *particleLink) close(*ark.World)       {}
func (l *particleLink) begin()                 { l.views = 0 }
func (l *particleLink) show(*Camera, *targets) { l.views++ }
func (l *particleLink) count() int             { return l.views }
