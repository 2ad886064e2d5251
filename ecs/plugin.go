package ecs

import (
	"errors"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"
)

// ErrPluginRegistered says that a world has a plugin of that name already.
var ErrPluginRegistered = errors.New("plugin is registered already")

// registeredPlugins is the world resource with the names of its plugins. It goes away
// with ark's World.Reset, after which plugins can be registered again.
type registeredPlugins struct {
	names map[string]bool
}

// AddPlugin builds a plugin into the world and the schedule. A second plugin of the same
// name in one world is refused with [ErrPluginRegistered], also through another schedule,
// and changes nothing. After World.Reset register plugins again, with a new schedule.
func (s *Schedule) AddPlugin(w *ark.World, p Plugin) error {
	if p == nil {
		return errors.New("the plugin is nil")
	}
	s.provide(w)
	registered := ark.GetResource[registeredPlugins](w)
	if registered == nil {
		registered = &registeredPlugins{names: make(map[string]bool)}
		ark.AddResource(w, registered)
	}
	if registered.names[p.Name()] {
		return fmt.Errorf("plugin %q: %w in this world; add it once, or reset the world first", p.Name(), ErrPluginRegistered)
	}
	if err := p.Build(w, s); err != nil {
		return fmt.Errorf("plugin %q: %w", p.Name(), err)
	}
	registered.names[p.Name()] = true
	return nil
}
