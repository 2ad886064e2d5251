package ecs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/ecs"
)

// recorder notes what is done to it in a list that tests share.
type recorder struct {
	name  string
	notes *[]string
	fails error
	init  error
}

func (r *recorder) Initialize(*ark.World) error {
	*r.notes = append(*r.notes, "+"+r.name)
	return r.init
}

func (r *recorder) Update(*ark.World) error {
	*r.notes = append(*r.notes, r.name)
	return r.fails
}

func (r *recorder) Finalize(*ark.World) error {
	*r.notes = append(*r.notes, "-"+r.name)
	return nil
}

func add(t *testing.T, s *ecs.Schedule, stage string, system ecs.System) {
	t.Helper()
	if err := s.AddSystem(stage, system); err != nil {
		t.Fatal(err)
	}
}

func TestStagesRunInOrderWhateverTheOrderOfAdding(t *testing.T) {
	var notes []string
	s := ecs.NewSchedule()
	for _, stage := range slices.Backward(s.Stages()) {
		add(t, s, stage, &recorder{name: stage, notes: &notes})
	}
	w := ark.NewWorld()
	if err := s.Run(w, 0.01); err != nil {
		t.Fatal(err)
	}
	notes = notes[:0]
	if err := s.Run(w, 0.01); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(notes, s.Stages()) {
		t.Errorf("got %v, want %v", notes, s.Stages())
	}
}

func TestFixedStepsRunTheStepStagesAndOneFrame(t *testing.T) {
	var notes []string
	s, w := ecs.NewSchedule(), ark.NewWorld()
	ark.AddResource(w, &ecs.Time{FixedStep: 0.01})
	add(t, s, ecs.StageUpdate, &recorder{name: "step", notes: &notes})
	add(t, s, ecs.StageRender, &recorder{name: "frame", notes: &notes})
	if err := s.Run(w, 0.035); err != nil {
		t.Fatal(err)
	}
	if want := []string{"+step", "step", "step", "step", "+frame", "frame"}; !slices.Equal(notes, want) {
		t.Errorf("got %v, want %v", notes, want)
	}
	notes = notes[:0]
	if err := s.Run(w, 0.001); err != nil {
		t.Fatal(err)
	}
	if want := []string{"frame"}; !slices.Equal(notes, want) {
		t.Errorf("a frame between steps: got %v, want %v", notes, want)
	}
}

func TestOneFailingSystemDoesNotStopTheOthers(t *testing.T) {
	var notes []string
	cause, other := errors.New("out of fuel"), errors.New("no oars")
	s, w := ecs.NewSchedule(), ark.NewWorld()
	add(t, s, ecs.StageUpdate, &recorder{name: "a", notes: &notes, fails: cause})
	add(t, s, ecs.StageUpdate, &recorder{name: "b", notes: &notes})
	add(t, s, ecs.StageRender, &recorder{name: "c", notes: &notes, fails: other})
	err := s.Run(w, 0.01)
	if !errors.Is(err, cause) || !errors.Is(err, other) || !strings.Contains(err.Error(), "ecs_test.recorder: out of fuel") {
		t.Errorf("got %v", err)
	}
	if want := []string{"+a", "a", "+b", "b", "+c", "c"}; !slices.Equal(notes, want) {
		t.Errorf("got %v, want %v", notes, want)
	}
}

func TestSystemThatCannotStartIsTriedAgainAndNotUpdated(t *testing.T) {
	var notes []string
	s, w := ecs.NewSchedule(), ark.NewWorld()
	system := &recorder{name: "a", notes: &notes, init: errors.New("no device")}
	add(t, s, ecs.StageUpdate, system)
	if err := s.Run(w, 0.01); !errors.Is(err, system.init) {
		t.Errorf("got %v", err)
	}
	system.init = nil
	if err := s.Run(w, 0.01); err != nil {
		t.Error(err)
	}
	if want := []string{"+a", "+a", "a"}; !slices.Equal(notes, want) {
		t.Errorf("got %v, want %v", notes, want)
	}
}

func TestCloseFinalizesInReverseAndOnce(t *testing.T) {
	var notes []string
	s, w := ecs.NewSchedule(), ark.NewWorld()
	for _, name := range []string{"a", "b", "c"} {
		add(t, s, ecs.StageUpdate, &recorder{name: name, notes: &notes})
	}
	if err := s.Close(w); err != nil || len(notes) != 0 {
		t.Errorf("closing what never ran: %v, %v", err, notes)
	}
	if err := s.Run(w, 0.01); err != nil {
		t.Fatal(err)
	}
	notes = notes[:0]
	for range 2 {
		if err := s.Close(w); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"-c", "-b", "-a"}; !slices.Equal(notes, want) {
		t.Errorf("got %v, want %v", notes, want)
	}
}

func TestOwnStages(t *testing.T) {
	s := ecs.NewSchedule()
	if err := s.AddStageBefore(ecs.StageUpdate, "Input"); err != nil {
		t.Fatal(err)
	}
	if err := s.AddStageAfter(ecs.StageRender, "Sky"); err != nil {
		t.Fatal(err)
	}
	stages := s.Stages()
	if slices.Index(stages, "Input")+1 != slices.Index(stages, ecs.StageUpdate) ||
		slices.Index(stages, "Sky")-1 != slices.Index(stages, ecs.StageRender) {
		t.Errorf("got %v", stages)
	}
	if err := s.AddStageAfter(ecs.StageRender, "Sky"); err == nil {
		t.Error("a name was taken twice")
	}
	if err := s.AddStageAfter(ecs.StageRender, ""); err == nil {
		t.Error("an empty name was taken")
	}
	var notes []string
	err := s.AddSystem("Updat", &recorder{name: "a", notes: &notes})
	if !errors.Is(err, ecs.ErrUnknownStage) || !strings.Contains(err.Error(), "PreUpdate, Input, Update") {
		t.Errorf("an unknown stage: %v", err)
	}
	if err := s.AddStageBefore("Nowhere", "x"); !errors.Is(err, ecs.ErrUnknownStage) {
		t.Errorf("an unknown stage: %v", err)
	}
	if err := s.AddSystem(ecs.StageUpdate, nil); err == nil {
		t.Error("a nil system was taken")
	}
}

func TestSteadyRunAllocatesNothing(t *testing.T) {
	s, w := ecs.NewSchedule(), ark.NewWorld()
	add(t, s, ecs.StageUpdate, silent{})
	if err := s.Run(w, 0.01); err != nil {
		t.Fatal(err)
	}
	if allocs := testing.AllocsPerRun(100, func() {
		if s.Run(w, 0.01) != nil {
			t.Fatal("a run failed")
		}
	}); allocs != 0 {
		t.Errorf("%v allocations a run", allocs)
	}
}

// silent is a system that does nothing.
type silent struct{}

func (silent) Initialize(*ark.World) error { return nil }
func (silent) Update(*ark.World) error     { return nil }
func (silent) Finalize(*ark.World) error   { return nil }

func BenchmarkRun(b *testing.B) {
	s, w := ecs.NewSchedule(), ark.NewWorld()
	for _, stage := range s.Stages() {
		if err := s.AddSystem(stage, silent{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Run(w, 0.01); err != nil {
			b.Fatal(err)
		}
	}
}
