package game

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// number is what stands for a frame's number in the file name of Config.Output.
var number = regexp.MustCompile(`%(0[1-9])?d`)

// numbered reports whether a path that checkNumber accepts names a file for each frame.
func numbered(path string) bool { return number.MatchString(verbs(path)) }

// verbs is the file name of a path without the percent signs that stand for themselves.
func verbs(path string) string {
	return strings.ReplaceAll(filepath.Base(path), "%%", "-") // not "", which could join the halves of a verb
}

// checkNumber returns nil, or what to do about percent signs that are no frame's number.
func checkNumber(path string) error {
	found := number.FindAllString(verbs(path), -1)
	if len(found) > 1 {
		return fmt.Errorf("the file's name must have one place for the frame's number, and it has %d", len(found))
	}
	if strings.Contains(number.ReplaceAllString(verbs(path), ""), "%") {
		return errors.New("in the file's name write %d or %04d for the frame's number, and %% for a percent sign")
	}
	return nil
}

// OutputPath returns the path under which [App.Run] writes the picture of a frame, counted from 1: Output with the number
// in its place, or Output itself if it has none.
func (c Config) OutputPath(frame int) string {
	folder, name := filepath.Split(c.Output)
	if numbered(c.Output) {
		return folder + fmt.Sprintf(name, frame)
	}
	return folder + strings.ReplaceAll(name, "%%", "%")
}
