package ecs

import (
	"fmt"
	"math"
)

const (
	// MaxStep is the longest step in seconds that Step takes: an hour.
	MaxStep = 3600
	// DefaultMaxDelta is the longest frame in seconds that Time takes; what is beyond a
	// hitch of a quarter second is forgotten.
	DefaultMaxDelta = 0.25
	// DefaultMaxSteps is the most fixed steps that one frame makes up for.
	DefaultMaxSteps = 8
)

// Time is the world resource that systems read their time from.
//
// With FixedStep 0, each frame is one step of the frame's own length. With a fixed step,
// a frame runs as many whole steps as have become due, and Alpha says how far the frame
// lies between the last two.
type Time struct {
	// FixedStep is the length of a step in seconds; 0 means one step a frame, as long as
	// the frame.
	FixedStep float64
	// MaxDelta is the longest frame in seconds; 0 means DefaultMaxDelta.
	MaxDelta float64
	// MaxSteps is the most steps in a frame; 0 means DefaultMaxSteps.
	MaxSteps int
	// Paused lets frames go on without time: FrameDelta is 0, no fixed step runs, and a
	// variable step runs with a Delta of 0.
	Paused bool

	// Delta is the length of the current step in seconds.
	Delta float32
	// FrameDelta is the length of the current frame in seconds, after the clamp.
	FrameDelta float32
	// Elapsed is the sum of all steps in seconds.
	Elapsed float64
	// Steps and Frame count the steps and frames begun.
	Steps, Frame uint64
	// Alpha is how far the frame lies from the last step but one (0) to the last (1).
	// With a variable step it is 1.
	Alpha float32

	due float64 // seconds not yet covered by fixed steps
}

// advance begins a frame and returns how many steps it runs.
func (t *Time) advance(seconds float64) (int, error) {
	if math.IsNaN(seconds) || math.IsInf(seconds, 0) || seconds < 0 {
		return 0, fmt.Errorf("time: a frame of %v seconds; it must be a finite number, 0 or more", seconds)
	}
	if t.FixedStep < 0 || math.IsNaN(t.FixedStep) || math.IsInf(t.FixedStep, 0) {
		return 0, fmt.Errorf("time: FixedStep is %v; it must be 0 (variable) or a number of seconds", t.FixedStep)
	}
	if t.MaxDelta < 0 || math.IsNaN(t.MaxDelta) || math.IsInf(t.MaxDelta, 0) {
		return 0, fmt.Errorf("time: MaxDelta is %v; it must be 0 (%v) or a number of seconds", t.MaxDelta, DefaultMaxDelta)
	}
	if t.Paused {
		seconds = 0
	}
	longest := t.MaxDelta
	if longest == 0 {
		longest = DefaultMaxDelta
	}
	longest = max(longest, t.FixedStep) // or a long step would never come due in time
	seconds = min(seconds, longest)
	t.Frame++
	t.FrameDelta = float32(seconds)
	if t.FixedStep == 0 {
		t.Alpha = 1
		return 1, nil
	}

	most := t.MaxSteps
	if most <= 0 {
		most = DefaultMaxSteps
	}
	t.due += seconds
	// A hair of tolerance: sixty frames of a sixtieth are sixty steps.
	const hair = 1e-9
	steps := most
	if due := math.Floor((t.due + hair) / t.FixedStep); due <= float64(most) {
		steps = int(due)
	} else {
		t.due = float64(most) * t.FixedStep
	}
	t.due = max(0, t.due-float64(steps)*t.FixedStep)
	t.Alpha = float32(min(1, t.due/t.FixedStep))
	return steps, nil
}

// step begins a step.
func (t *Time) step() {
	delta := t.FixedStep
	if delta == 0 {
		delta = float64(t.FrameDelta)
	}
	t.Delta = float32(delta)
	t.Elapsed += delta
	t.Steps++
}
