package densesim

// host moves the particles of an emitter that is not bound: the simulation on the CPU. Each
// product is rounded to a float32 before it is added, as no processor may then fuse the two.
type host struct {
	positions, velocities [][3]float32
}

func newHost(capacity int) *host {
	return &host{make([][3]float32, capacity), make([][3]float32, capacity)}
}

func (h *host) IsGpuSimulation() bool { return true }

func (h *host) Capacity() int { return len(h.positions) }

func (h *host) Integrate(count int, dt float32, gravity [3]float32, extras IntegrateExtras) error {
	impulse := [3]float32{float32(gravity[0] * dt), float32(gravity[1] * dt), float32(gravity[2] * dt)}
	damping := max(0, 1-float32(extras.Drag*dt))
	positions := h.positions[:count]
	for slot := range positions {
		v := &h.velocities[slot]
		for i := range 3 {
			v[i] = (v[i] + impulse[i]) * damping
			positions[slot][i] += float32(v[i] * dt)
		}
	}
	return nil
}

func (h *host) MoveSlot(from, to int) error {
	h.positions[to], h.velocities[to] = h.positions[from], h.velocities[from]
	return nil
}

func (h *host) WriteSpawn(index int, position, velocity [3]float32) error {
	h.positions[index], h.velocities[index] = position, velocity
	return nil
}
