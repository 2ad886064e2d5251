package ecs_test

import (
	"math"
	"strings"
	"testing"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/ecs"
)

// clock is a world whose schedule does nothing but keep time.
func clock(t *testing.T, start ecs.Time) (*ecs.Time, func(float64) error) {
	t.Helper()
	w, s := ark.NewWorld(), ecs.NewSchedule()
	time := &start
	ark.AddResource(w, time)
	return time, func(seconds float64) error { return s.Run(w, seconds) }
}

func TestVariableStepsAreAsLongAsTheirFrames(t *testing.T) {
	time, run := clock(t, ecs.Time{})
	for _, seconds := range []float64{0.01, 0.02, 0} {
		if err := run(seconds); err != nil {
			t.Fatal(err)
		}
		if time.Delta != float32(seconds) || time.Alpha != 1 {
			t.Errorf("after %v: %+v", seconds, *time)
		}
	}
	if time.Steps != 3 || time.Frame != 3 || math.Abs(time.Elapsed-0.03) > 1e-8 {
		t.Errorf("%+v", *time)
	}
}

func TestHitchesAreClamped(t *testing.T) {
	time, run := clock(t, ecs.Time{})
	if err := run(5); err != nil || time.Delta != 0.25 {
		t.Errorf("%v, %+v", err, *time)
	}
	time, run = clock(t, ecs.Time{MaxDelta: 0.1})
	if err := run(5); err != nil || time.Delta != 0.1 {
		t.Errorf("%v, %+v", err, *time)
	}
}

func TestFixedStepsKeepTheRestAndTellTheFraction(t *testing.T) {
	time, run := clock(t, ecs.Time{FixedStep: 0.01})
	for _, row := range []struct {
		seconds float64
		steps   uint64
		alpha   float32
	}{{0.015, 1, 0.5}, {0.0025, 1, 0.75}, {0.005, 2, 0.25}, {0.0375, 6, 0}} {
		if err := run(row.seconds); err != nil {
			t.Fatal(err)
		}
		if time.Steps != row.steps || math.Abs(float64(time.Alpha-row.alpha)) > 1e-5 || time.Steps > 0 && time.Delta != 0.01 {
			t.Errorf("after %v: %+v, want %d steps and %v", row.seconds, *time, row.steps, row.alpha)
		}
	}
}

func TestSixtyFramesOfASixtiethAreSixtySteps(t *testing.T) {
	time, run := clock(t, ecs.Time{FixedStep: 1. / 60})
	for range 6000 {
		if err := run(1. / 60); err != nil {
			t.Fatal(err)
		}
	}
	if time.Steps != 6000 {
		t.Errorf("%d steps", time.Steps)
	}
}

func TestStepsOfAFrameAreBounded(t *testing.T) {
	time, run := clock(t, ecs.Time{FixedStep: 0.001})
	if err := run(0.25); err != nil || time.Steps != ecs.DefaultMaxSteps {
		t.Errorf("%v, %+v", err, *time)
	}
	if err := run(0.0005); err != nil || time.Steps != ecs.DefaultMaxSteps {
		t.Errorf("what a hitch left over came later: %v, %+v", err, *time)
	}
}

func TestPauseStopsTimeAndNotFrames(t *testing.T) {
	time, run := clock(t, ecs.Time{Paused: true})
	if err := run(0.1); err != nil || time.Delta != 0 || time.Frame != 1 {
		t.Errorf("variable: %v, %+v", err, *time)
	}
	time, run = clock(t, ecs.Time{Paused: true, FixedStep: 0.01})
	if err := run(0.1); err != nil || time.Steps != 0 || time.Frame != 1 {
		t.Errorf("fixed: %v, %+v", err, *time)
	}
}

func TestTimeThatIsNoneIsRefused(t *testing.T) {
	for _, seconds := range []float64{math.NaN(), math.Inf(1), -0.01} {
		time, run := clock(t, ecs.Time{})
		if err := run(seconds); err == nil || !strings.Contains(err.Error(), "it must be a finite number, 0 or more") || time.Frame != 0 {
			t.Errorf("%v: %v, %+v", seconds, err, *time)
		}
	}
	for _, longest := range []float64{math.NaN(), math.Inf(1), -1} {
		time, run := clock(t, ecs.Time{MaxDelta: longest})
		if err := run(0.01); err == nil || !strings.Contains(err.Error(), "MaxDelta") || time.Elapsed != 0 {
			t.Errorf("a longest frame of %v: %v, %+v", longest, err, *time)
		}
	}
	for _, step := range []float64{math.NaN(), math.Inf(1), -1} {
		_, run := clock(t, ecs.Time{FixedStep: step})
		if err := run(0.01); err == nil || !strings.Contains(err.Error(), "FixedStep") {
			t.Errorf("a fixed step of %v: %v", step, err)
		}
	}
}

func TestStepRunsOnceWithTheDeltaThatTheHostSet(t *testing.T) {
	var notes []string
	w, s := ark.NewWorld(), ecs.NewSchedule()
	time := &ecs.Time{Delta: 0.5}
	ark.AddResource(w, time)
	if err := s.AddSystem(ecs.StageUpdate, &recorder{name: "step", notes: &notes}); err != nil {
		t.Fatal(err)
	}
	if err := s.Step(w); err != nil || time.Elapsed != 0.5 || time.Steps != 1 || time.Frame != 0 {
		t.Errorf("%v, %+v", err, *time)
	}
	time.Delta = float32(math.NaN())
	if err := s.Step(w); err == nil || !strings.Contains(err.Error(), "Delta") || len(notes) != 2 {
		t.Errorf("%v, %v", err, notes)
	}
}

func TestLongAndTinyStepsKeepTheirPace(t *testing.T) {
	time, run := clock(t, ecs.Time{FixedStep: 0.5}) // longer than the longest frame
	for range 10 {
		if err := run(0.5); err != nil {
			t.Fatal(err)
		}
	}
	if time.Steps != 10 {
		t.Errorf("%d steps of 0.5 s in 5 s", time.Steps)
	}
	time, run = clock(t, ecs.Time{FixedStep: 1e-22})
	if err := run(0.01); err != nil || time.Steps != ecs.DefaultMaxSteps {
		t.Errorf("tiny steps: %v, %d", err, time.Steps)
	}
}
