package main

import (
	"errors"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// take moves the particles of a pool, whoever drives it, into a Manual one, and leaves the source empty and to the GPU.
// It takes two steps: the first call asks for the source, a call in the next step gets it. It returns how many it has
// taken; 0 means call again.
func take(plugin *systems.ParticlePlugin, drivers *ark.Map[components.Driver], source ark.Entity, into *systems.ManualPool) (int, error) {
	from := plugin.Manual(source)
	if from == nil {
		*drivers.Get(source) = components.Driver{Kind: components.DriverManual} // the handle comes with the next step
		return 0, nil
	}
	particles := make([]components.Particle, min(from.Count(), into.Capacity()))
	for i := range particles {
		var err error
		if particles[i], err = from.Get(i); err != nil {
			return 0, err
		}
	}
	*drivers.Get(source) = components.Driver{Kind: components.DriverGPU, Discard: true}
	return len(particles), errors.Join(into.WriteRange(0, particles), into.SetCount(len(particles)))
}
