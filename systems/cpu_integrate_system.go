package systems

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/internal/sim"
)

// chunkSlots is how many slots a worker takes at a time: enough to be worth waking it.
const chunkSlots = 4096

// CPUIntegrateSystem moves the particles of the pools that the CPU drives, in chunks on several
// goroutines that end with the step. It comes before births, which are moved from the next
// step on.
type CPUIntegrateSystem struct {
	state *state
	work  func() // a worker's life
	chunk []chunk
	next  atomic.Int64
	group sync.WaitGroup
}

// chunk is a worker's piece of a step.
type chunk struct {
	pool       *pool
	first, end int
	panicked   error
}

// Initialize implements ecs.System.
func (s *CPUIntegrateSystem) Initialize(*ark.World) error {
	s.work = func() {
		defer s.group.Done()
		s.take()
	}
	return nil
}

// Update implements ecs.System.
func (s *CPUIntegrateSystem) Update(*ark.World) error {
	s.chunk = s.chunk[:0]
	for _, p := range s.state.pools {
		if p.stepping && p.host != nil {
			for first := 0; first < p.sim.HighWater(); first += chunkSlots {
				s.chunk = append(s.chunk, chunk{pool: p, first: first, end: min(first+chunkSlots, p.sim.Capacity())})
			}
		}
	}
	if len(s.chunk) == 0 {
		return nil
	}
	s.next.Store(0)
	workers := min(len(s.chunk), runtime.GOMAXPROCS(0))
	s.group.Add(workers - 1)
	for range workers - 1 {
		go s.work()
	}
	s.take()
	s.group.Wait()
	for i := range s.chunk {
		if c := &s.chunk[i]; c.panicked != nil {
			s.state.report(&c.pool.forceFailed, c.panicked)
		}
	}
	return s.state.reported()
}

// take works on chunks until there are none left.
func (s *CPUIntegrateSystem) take() {
	var scratch *sim.ForceScratch
	for {
		i := int(s.next.Add(1)) - 1
		if i >= len(s.chunk) {
			break
		}
		c := &s.chunk[i]
		if c.pool.forces() && scratch == nil {
			scratch = s.state.scratch.Get().(*sim.ForceScratch)
		}
		c.panicked = c.pool.integrate(c.first, c.end, scratch)
	}
	if scratch != nil {
		s.state.scratch.Put(scratch)
	}
}

// forces reports whether the pool has a force that works.
func (p *pool) forces() bool { return p.force != nil && p.forceFailed == nil }

// integrate moves a part of the pool. A force that panics is reported and not asked again.
func (p *pool) integrate(first, end int, scratch *sim.ForceScratch) (err error) {
	if !p.forces() {
		p.sim.Integrate(p.host.streams, first, end)
		return nil
	}
	defer func() {
		if problem := recover(); problem != nil {
			err = p.panicked(problem)
		}
	}()
	p.sim.IntegrateForced(p.host.streams, first, end, p.force, scratch)
	return nil
}

// panicked says what became of a force.
func (p *pool) panicked(problem any) error {
	return fmt.Errorf("pool %q: its Force panicked: %v; it is left out until the component is removed and added again",
		p.config.Label, problem)
}

// integrateAlone moves a whole pool, if the CPU drives it, outside of the system.
func (s *state) integrateAlone(p *pool) {
	if p.host == nil {
		return
	}
	scratch := s.scratch.Get().(*sim.ForceScratch)
	defer s.scratch.Put(scratch)
	if err := p.integrate(0, p.sim.Capacity(), scratch); err != nil {
		s.report(&p.forceFailed, err)
	}
}

// newScratch is the gathering space of a worker.
func newScratch() any { return sim.NewForceScratch() }

// Finalize implements ecs.System.
func (s *CPUIntegrateSystem) Finalize(*ark.World) error { return nil }
