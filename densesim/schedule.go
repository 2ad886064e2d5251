package densesim

import "math"

// schedule says how many births are due: a rate that accumulates, and bursts.
type schedule struct {
	rate   float64
	bursts []Burst
	phase  float64 // of the next birth of the rate, 0 to 1
	fired  []int64 // per burst, how often it was due
}

func newSchedule(c *Config) schedule {
	return schedule{
		rate:   float64(c.Rate),
		bursts: append([]Burst(nil), c.Bursts...),
		fired:  make([]int64, len(c.Bursts)),
	}
}

// due counts the births of a step of dt seconds that ends at now.
func (s *schedule) due(now float64, dt float32) (births uint64) {
	s.phase += s.rate * float64(dt)
	whole := math.Floor(s.phase)
	s.phase -= whole
	births = uint64(whole)
	for i := range s.bursts {
		times := s.bursts[i].times(now)
		births += uint64(times-s.fired[i]) * uint64(s.bursts[i].Count)
		s.fired[i] = times
	}
	return births
}

func (s *schedule) reset() {
	s.phase = 0
	clear(s.fired)
}

// times is how often the burst has been due up to now.
func (b *Burst) times(now float64) int64 {
	since := now - float64(b.At)
	switch {
	case since < 0:
		return 0
	case b.Every == 0:
		return 1
	}
	return 1 + int64(since/float64(b.Every))
}
