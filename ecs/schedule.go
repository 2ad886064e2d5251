package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	ark "github.com/mlange-42/ark/ecs"
)

// The stages of a new schedule, in order. Those of a step run once for each simulation
// step, those of a frame once for each picture.
const (
	StagePreUpdate  = "PreUpdate"  // step: input, spawning
	StageUpdate     = "Update"     // step: the game
	StagePostUpdate = "PostUpdate" // step: transforms and what follows from them
	StageSimulate   = "Simulate"   // step: particles

	StagePrepare    = "Prepare"    // frame: targets, views, the scene
	StageRender     = "Render"     // frame: particles
	StagePostRender = "PostRender" // frame: tone mapping and what lies over the picture
	StagePresent    = "Present"    // frame: submit and show
)

// ErrUnknownStage says that a schedule has no stage of that name.
var ErrUnknownStage = errors.New("unknown stage")

type stage struct {
	name    string
	frame   bool
	systems []*scheduled
}

type scheduled struct {
	system      System
	name        string
	initialized bool
}

// Schedule runs systems in named, ordered stages. It serves one world, from one goroutine.
type Schedule struct {
	stages []*stage
	order  []*scheduled // as they were initialised
	time   *Time
	errs   []error
}

// NewSchedule returns a schedule with the stages above and no systems.
func NewSchedule() *Schedule {
	s := &Schedule{}
	for _, name := range []string{StagePreUpdate, StageUpdate, StagePostUpdate, StageSimulate} {
		s.stages = append(s.stages, &stage{name: name})
	}
	for _, name := range []string{StagePrepare, StageRender, StagePostRender, StagePresent} {
		s.stages = append(s.stages, &stage{name: name, frame: true})
	}
	return s
}

// Stages returns the names of the stages in order.
func (s *Schedule) Stages() []string {
	names := make([]string, len(s.stages))
	for i, st := range s.stages {
		names[i] = st.name
	}
	return names
}

// AddStageBefore adds a stage in front of an existing one, and of its sort: step or frame.
func (s *Schedule) AddStageBefore(existing, name string) error { return s.addStage(existing, name, 0) }

// AddStageAfter adds a stage behind an existing one, and of its sort: step or frame.
func (s *Schedule) AddStageAfter(existing, name string) error { return s.addStage(existing, name, 1) }

func (s *Schedule) addStage(existing, name string, shift int) error {
	at, err := s.find(existing)
	if err != nil {
		return err
	}
	if name == "" || slices.Contains(s.Stages(), name) {
		return fmt.Errorf("stage %q: the name is empty or taken; choose another", name)
	}
	s.stages = slices.Insert(s.stages, at+shift, &stage{name: name, frame: s.stages[at].frame})
	return nil
}

func (s *Schedule) find(name string) (int, error) {
	for i, st := range s.stages {
		if st.name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("stage %q: %w; there are %s", name, ErrUnknownStage, strings.Join(s.Stages(), ", "))
}

// AddSystem puts a system at the end of a stage.
func (s *Schedule) AddSystem(stage string, system System) error {
	at, err := s.find(stage)
	if err != nil {
		return err
	}
	if system == nil {
		return fmt.Errorf("stage %q: the system is nil", stage)
	}
	s.stages[at].systems = append(s.stages[at].systems, &scheduled{system: system, name: systemName(system)})
	return nil
}

func systemName(system System) string {
	t := reflect.TypeOf(system)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.String()
}

// Run runs one frame: as many steps as are due after that many seconds, and then the
// frame's stages once. Errors of systems are joined, each with the system's name in front;
// one system's error does not keep the others from running.
func (s *Schedule) Run(w *ark.World, seconds float64) error {
	t := s.provide(w)
	steps, err := t.advance(seconds)
	if err != nil {
		return err
	}
	for range steps {
		t.step()
		s.run(w, false)
	}
	s.run(w, true)
	return s.joined()
}

// Step runs the stages of a step once, of the length that [Time].Delta holds, without
// counting frames. It is for hosts with a loop of their own. A Delta that is no time is
// refused, and nothing runs.
func (s *Schedule) Step(w *ark.World) error {
	t := s.provide(w)
	if d := float64(t.Delta); !(d >= 0 && d <= MaxStep) {
		return fmt.Errorf("time: Delta is %v; it must be between 0 and %d seconds", d, MaxStep)
	}
	t.Elapsed += float64(t.Delta)
	t.Steps++
	s.run(w, false)
	return s.joined()
}

// Frame runs the stages of a frame once.
func (s *Schedule) Frame(w *ark.World) error {
	s.provide(w)
	s.run(w, true)
	return s.joined()
}

// Close finalizes the systems that were initialised, the last first. A second call does
// nothing.
func (s *Schedule) Close(w *ark.World) error {
	for i := len(s.order) - 1; i >= 0; i-- {
		entry := s.order[i]
		entry.initialized = false
		s.note(entry, entry.system.Finalize(w))
	}
	s.order = nil
	return s.joined()
}

func (s *Schedule) run(w *ark.World, frame bool) {
	for _, st := range s.stages {
		if st.frame != frame {
			continue
		}
		for _, entry := range st.systems {
			if !entry.initialized {
				if err := entry.system.Initialize(w); err != nil {
					s.note(entry, err)
					continue
				}
				entry.initialized = true
				s.order = append(s.order, entry)
			}
			s.note(entry, entry.system.Update(w))
		}
	}
}

func (s *Schedule) note(entry *scheduled, err error) {
	if err != nil {
		s.errs = append(s.errs, fmt.Errorf("%s: %w", entry.name, err))
	}
}

func (s *Schedule) joined() error {
	if len(s.errs) == 0 {
		return nil
	}
	err := errors.Join(s.errs...)
	s.errs = s.errs[:0]
	return err
}

// provide returns the world's Time and adds one where there is none.
func (s *Schedule) provide(w *ark.World) *Time {
	if s.time == nil {
		s.time = ark.GetResource[Time](w)
	}
	if s.time == nil {
		s.time = &Time{Alpha: 1}
		ark.AddResource(w, s.time)
	}
	return s.time
}
