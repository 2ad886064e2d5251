package main

import (
	"math"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
)

// repeater is the system that fires the one-shots again and again, by simulated time.
type repeater struct {
	shown    []shown
	emitters *ark.Map[components.Emitter]
	time     ark.Resource[ecs.Time]
}

func (g *gallery) addRepeats() { g.app.AddSystem(ecs.StageUpdate, &repeater{shown: g.shown}) }

func (r *repeater) Initialize(w *ark.World) error {
	r.emitters = ark.NewMap[components.Emitter](w)
	r.time = ark.NewResource[ecs.Time](w)
	return nil
}

func (r *repeater) Update(*ark.World) error {
	t := r.time.Get()
	for _, x := range r.shown {
		if x.repeats == 0 {
			continue
		}
		now, before := t.Elapsed/x.repeats, (t.Elapsed-float64(t.Delta))/x.repeats
		if math.Floor(now) > math.Floor(before) && before > 0 {
			r.emitters.Get(x.emitter).Burst(int(x.effect.PendingBurst))
		}
	}
	return nil
}

func (r *repeater) Finalize(*ark.World) error { return nil }
