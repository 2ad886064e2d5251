package game

import (
	"fmt"
	"time"

	"github.com/gomotes/motes/gpu"
)

// Metrics says what frames cost. Times of the device come from a frame that is measured every half second.
type Metrics struct {
	Adapter       string // name of the graphics device, and of the interface it is driven through
	Width, Height int    // pixels of the picture; 0 while the window is minimised
	Frames        int    // frames since the App was opened, those before Config.Start too
	Elapsed       time.Duration
	FPS           float64       // frames per second over the last half second
	CPU           time.Duration // mean time of a frame's systems over the last half second, without the wait for the display
	GPU           time.Duration // time of the last measured frame on the device; 0: not measured, or the device cannot
	Particles     int           // alive in the particle plugin, 0 without one
}

// meter works the numbers of Metrics out.
type meter struct {
	opened time.Time
	since  time.Time // start of the current half second
	frames int
	work   time.Duration

	fps      float64
	cpu, gpu time.Duration
}

func (m *meter) start(now time.Time) { *m = meter{opened: now, since: now} }

// frame counts a frame that kept the CPU busy for so long, and reports whether a half second is over.
func (m *meter) frame(now time.Time, work time.Duration) bool {
	if m.cpu == 0 {
		// The first frame builds pipelines: it is shown until there is another, and counts for nothing.
		m.cpu, m.since = work, now
		return false
	}
	if m.fps == 0 {
		m.cpu = work
	}
	m.frames++
	m.work += work
	span := now.Sub(m.since)
	if span < profileEvery {
		return false
	}
	m.fps = float64(m.frames) / span.Seconds()
	m.cpu = m.work / time.Duration(m.frames)
	m.since, m.frames, m.work = now, 0, 0
	return true
}

// readDevice takes the device's times of the frame that was just executed.
func (m *meter) readDevice(g *gpu.FrameGraph) error {
	passes, err := g.Timings()
	if err != nil {
		return err
	}
	m.gpu = 0
	for _, p := range passes {
		m.gpu += p.GPU
	}
	return nil
}

// Metrics returns the numbers of the last frame. They stay readable after Close.
func (a *App) Metrics() Metrics {
	m := Metrics{
		Adapter: a.adapter,
		Width:   a.targets.width, Height: a.targets.height,
		Frames:  a.frames,
		Elapsed: a.elapsed,
		FPS:     a.metrics.fps, CPU: a.metrics.cpu, GPU: a.metrics.gpu,
		Particles: a.link.live(),
	}
	return m
}

// title is the window's line: what the game is called, and how it does.
func (m Metrics) title(name string) string {
	line := fmt.Sprintf("%s — %d particles, %.0f fps, CPU %.2f ms", name, m.Particles, m.FPS, m.CPU.Seconds()*1e3)
	if m.GPU > 0 {
		line += fmt.Sprintf(", GPU %.2f ms", m.GPU.Seconds()*1e3)
	}
	return line
}
