package main

import (
	_ "embed" // for walk.csv
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// walk is an animation as another program may have computed it: one stride in 24 frames of 26 dots.
//
//go:embed walk.csv
var walk string

// playBack shows an animation that repeats. Between two frames the particles are between their places.
func playBack(m *systems.ManualPool, frames [][]components.Particle, frame float64, at mgl32.Vec3) error {
	whole, share := math.Modf(frame)
	now, next := frames[int(whole)%len(frames)], frames[int(whole+1)%len(frames)]
	for i, p := range now {
		p.Position = at.Add(between(p.Position, next[i].Position, float32(share)))
		if err := m.Set(i, p); err != nil {
			return err
		}
	}
	return m.SetCount(len(now))
}

// readFrames reads lines of frame, x, y, z, size after a headline. Frames come in order, each with the same particles.
func readFrames(text string) ([][]components.Particle, error) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	var frames [][]components.Particle
	for i, line := range lines[1:] {
		var number [5]float32
		for column, word := range line {
			value, err := strconv.ParseFloat(word, 32)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
			number[column] = float32(value)
		}
		if int(number[0]) == len(frames) {
			frames = append(frames, nil)
		}
		last := len(frames) - 1
		frames[last] = append(frames[last], dot(mgl32.Vec3{number[1], number[2], number[3]}, number[4], mgl32.Vec3{1.9, 1.1, 0.35}))
	}
	return frames, nil
}
