package components

// Burst asks for n more particles, all at the end of the next tick, with their whole life before them.
// Bursts add up until then. While Stopped they are forgotten; while Frozen or Paused they wait. See
// systems.ParticlePlugin.BurstAt for bursts at other places.
func (e *Emitter) Burst(n int) {
	if n <= 0 {
		return
	}
	e.PendingBurst = uint32(min(uint64(e.PendingBurst)+uint64(n), MaxPoolParticles))
}

// Start has a stopped emitter emit again, from now on: nothing has built up.
func (e *Emitter) Start() { e.Stopped = false }

// Stop ends the emission and lets the particles live out. Bursts that wait are forgotten.
func (e *Emitter) Stop() { e.Stopped, e.PendingBurst = true, 0 }

// Clear kills all particles of the emitter in the next tick; it goes on emitting unless it is stopped.
func (e *Emitter) Clear() { e.PendingClear = true }

// StopAndClear ends the emission and kills all particles in the next tick.
func (e *Emitter) StopAndClear() {
	e.Stop()
	e.Clear()
}

// Reset kills all particles and begins anew with the same seed: what follows repeats what came after the
// emitter was made, but for Prewarm. Bursts that wait are forgotten; ask for those of the new beginning
// afterwards.
func (e *Emitter) Reset() { e.PendingReset, e.PendingSeek, e.PendingBurst = true, 0, 0 }

// Seek is Reset followed by having run for some seconds, 0 to 600, at the emitter's present place. A
// burst asked for afterwards, before the tick, happens at the beginning of those seconds.
func (e *Emitter) Seek(seconds float32) {
	e.Reset()
	e.PendingSeek = seconds
}

// Teleport has the emitter jump to where it is in the next tick: nothing is born on the way there, and no
// velocity is inherited from it.
func (e *Emitter) Teleport() { e.PendingTeleport = true }
