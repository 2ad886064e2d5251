package ecs

import ark "github.com/mlange-42/ark/ecs"

// System is a piece of behaviour that runs in a stage of a [Schedule].
//
// Mappers and filters are made in Initialize: while a query is open the world is locked,
// and ark panics on component types that it has not seen before.
type System interface {
	// Initialize is called once, before the first Update.
	Initialize(*ark.World) error
	// Update is called once each time the system's stage runs. An error does not keep
	// the systems after it from running.
	Update(*ark.World) error
	// Finalize is called once, when the schedule is closed. It gives back what the system
	// holds outside the world.
	Finalize(*ark.World) error
}

// Plugin adds systems and resources to a world.
type Plugin interface {
	// Name identifies the plugin in errors; a world takes each name once.
	Name() string
	// Build adds the plugin's systems to the schedule and its resources to the world.
	Build(*ark.World, *Schedule) error
}
