package cli

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/gomotes/motes/game"
)

func TestFlagsFillTheConfiguration(t *testing.T) {
	args := strings.Fields("-headless -frames 12 -start 4 -size 960x540 -seed 7 -o out/a-%04d.png")
	got, err := parse("Fire", "shows a fire", args, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := game.Config{Title: "Fire", Width: 960, Height: 540, Headless: true, Frames: 12, Start: 4, Output: "out/a-%04d.png"}
	if got.Config != want || got.Seed != 7 {
		t.Errorf("got %+v", got)
	}
}

func TestNoFlagsMeanAWindowOfTheDefaultSize(t *testing.T) {
	got, err := parse("Fire", "", nil, nil)
	if err != nil || got.Headless || got.Width != 1280 || got.Height != 720 || got.Frames != 0 || got.Start != 0 || got.Seed != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestBadFlagsGiveOneSentenceThatNamesFlagAndRemedy(t *testing.T) {
	for _, row := range []struct{ args, want string }{
		{"-frames many", `invalid value "many" for flag -frames: it must be a whole number`},
		{"-frames -3", `invalid value "-3" for flag -frames`},
		{"-start soon", `invalid value "soon" for flag -start: it must be a whole number`},
		{"-start -1", `invalid value "-1" for flag -start`},
		{"-frames 9 -start 9", `invalid value "9" for flag -start: it must be less than the number of the last frame, 9; raise -frames`},
		{"-start 180 -headless", "less than the number of the last frame, 180"},
		{"-size 960", `invalid value "960" for flag -size: it must be width x height in pixels, for example 960x540`},
		{"-size 0x10", "-size"},
		{"-size 10x10x10", "-size"},
		{"-seed -1", `invalid value "-1" for flag -seed`},
		{"-o picture.jpg", "must end in .png"},
		{"-o", "-o"},
		{"-fast", "not defined: -fast"},
		{"headless", `"headless" is not a flag`},
	} {
		_, err := parse("Fire", "", strings.Fields(row.args), nil)
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), "-h lists") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line with %q", row.args, err, row.want)
		}
	}
}

func TestHelpListsEveryFlagAndSaysWhatTheExampleShows(t *testing.T) {
	var b strings.Builder
	_, err := parse("Fire", "a fire at night", []string{"-h"}, &b)
	if !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"a fire at night", "-headless", "-frames", "-start", "-size", "-seed", "-o ", "out/frame-%04d.png"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, b.String())
		}
	}
}

// A flag of an example's own takes one of its words, and names them all otherwise.
func TestChoice(t *testing.T) {
	var driver string
	own := Choice(&driver, "driver", "who moves the particles", "gpu", "cpu", "both")
	if driver != "gpu" {
		t.Errorf("unset it is %q, want the first", driver)
	}
	if _, err := parse("T", "a test", []string{"-driver", "both"}, io.Discard, own); err != nil || driver != "both" {
		t.Errorf("both: %q, %v", driver, err)
	}
	_, err := parse("T", "a test", []string{"-driver", "tpu"}, io.Discard, own)
	if err == nil || !strings.Contains(err.Error(), "gpu, cpu or both") || driver != "both" {
		t.Errorf("tpu: %q, %v", driver, err)
	}
	var help strings.Builder
	if _, err := parse("T", "a test", []string{"-h"}, &help, own); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "gpu|cpu|both") {
		t.Errorf("help: %v\n%s", err, help.String())
	}
}

// A window that the user closes has no last frame to stay below.
func TestAStartNeedsNoFramesInAWindow(t *testing.T) {
	if got, err := parse("Fire", "", []string{"-start", "500"}, nil); err != nil || got.Start != 500 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestTheClosingLinesNameWhatWasDrawnAndWritten(t *testing.T) {
	for _, row := range []struct {
		what, args, drawn, wrote string
	}{
		{"one picture", "-frames 12 -o a.png", "12", "a.png"},
		{"every picture", "-frames 12 -o out/a-%03d.png", "12", "out/a-001.png to out/a-012.png"},
		{"a part of a run", "-frames 12 -start 9 -o a-%d.png", "3 (10 to 12)", "a-10.png to a-12.png"},
		{"the last frame of a run", "-frames 12 -start 11 -o a-%d.png", "1 (12 to 12)", "a-12.png"},
	} {
		o, err := parse("Fire", "", strings.Fields(row.args), nil)
		if err != nil {
			t.Fatal(err)
		}
		if drawn, wrote := o.drawn(12), o.wrote(12); drawn != row.drawn || wrote != row.wrote {
			t.Errorf("%s: drew %q, wrote %q; want %q and %q", row.what, drawn, wrote, row.drawn, row.wrote)
		}
	}
}
