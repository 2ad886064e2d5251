package game

import (
	"time"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/gpu"
)

// profileEvery is how often a frame is measured on the device: reading the result waits for the frame.
const profileEvery = 500 * time.Millisecond

// presentSystem executes the frame graph and shows the picture. It is the first system of StagePresent.
type presentSystem struct {
	app      *App
	profiled time.Time
}

func (s *presentSystem) Initialize(*ark.World) error { return nil }
func (s *presentSystem) Finalize(*ark.World) error   { return nil }

func (s *presentSystem) Update(*ark.World) error {
	a := s.app
	// The first frame that is drawn builds pipelines and would measure that.
	measure := a.frames > a.config.Start && a.targets.out != nil && a.device.HasTimestamps() && time.Since(s.profiled) >= profileEvery
	mode := gpu.ProfileOff
	if measure {
		mode = gpu.ProfilePasses
	}
	a.graph.SetProfile(mode)
	err := a.graph.Execute()
	if a.targets.out != nil && a.targets.surface != nil {
		a.targets.surface.Present()
	}
	if err != nil || !measure {
		return err
	}
	s.profiled = time.Now()
	return a.metrics.readDevice(a.graph)
}
