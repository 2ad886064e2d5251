// Package cli gives every example the same flags, progress bar and closing lines.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/gomotes/motes/game"
)

// Options is what the command line asked for.
type Options struct {
	game.Config        // ready for game.New
	Seed        uint64 // for the particle plugin; 1 unless -seed says otherwise
}

// Parse reads the process's arguments. Bad ones end the process with status 2 after one sentence that names the remedy;
// -h ends it with status 0 after the list of flags. about says in a sentence what the example shows.
//
// own are flags that only this example has.
func Parse(title, about string, own ...Flag) Options {
	o, err := parse(title, about, os.Args[1:], os.Stdout, own...)
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(0)
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return o
}

// parse is Parse without the process; help goes to w.
func parse(title, about string, args []string, w io.Writer, own ...Flag) (Options, error) {
	o := Options{Config: game.Config{Title: title, Width: game.DefaultWidth, Height: game.DefaultHeight}, Seed: 1}
	f := flag.NewFlagSet(title, flag.ContinueOnError)
	f.SetOutput(io.Discard) // errors are told once, by the caller
	f.BoolVar(&o.Headless, "headless", false, "render without a window")
	f.Func("frames", "end with frame number `N`, counted from 1 (a window: 0, until it is closed; headless: 180)", count(&o.Frames))
	f.Func("start", "simulate the first `N` frames without drawing them, so that the pictures begin with the next (0); the later\n"+
		"ones are as in a whole run: -start 100 -frames 150 draws 101 to 150", count(&o.Start))
	f.Func("size", "width and height in pixels, as `WxH` (1280x720)", func(s string) error {
		w, h, found := strings.Cut(strings.ToLower(s), "x")
		var errW, errH error
		o.Width, errW = strconv.Atoi(w)
		o.Height, errH = strconv.Atoi(h)
		if !found || errW != nil || errH != nil || o.Width < 1 || o.Height < 1 {
			return errors.New("it must be width x height in pixels, for example 960x540")
		}
		return nil
	})
	f.Func("seed", "start of all random numbers, `N` (1)", func(s string) error {
		n, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			return errors.New("it must be a whole number from 0 to 18446744073709551615")
		}
		o.Seed = n
		return nil
	})
	f.StringVar(&o.Output, "o", "", "write the last frame to this `file.png`, or, where its name has %d or %04d, every frame that was\n"+
		"drawn under its number: out/frame-%04d.png")
	for _, add := range own {
		add(f)
	}

	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(w, "%s: %s\n\nFlags:\n", title, about)
		f.SetOutput(w)
		f.PrintDefaults()
		return o, err
	}
	if err != nil {
		return o, fmt.Errorf("%w (-h lists the flags)", err)
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is not a flag; flags begin with a hyphen (-h lists them)", f.Arg(0))
	}
	if o.Output != "" && !strings.HasSuffix(strings.ToLower(o.Output), ".png") {
		return o, fmt.Errorf("invalid value %q for flag -o: the file's name must end in .png (-h lists the flags)", o.Output)
	}
	if last := lastFrame(o.Config); last > 0 && o.Start >= last {
		return o, fmt.Errorf("invalid value \"%d\" for flag -start: it must be less than the number of the last frame, %d; raise -frames (-h lists the flags)", o.Start, last)
	}
	return o, nil
}

// count reads a number of frames into target.
func count(target *int) func(string) error {
	return func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			return errors.New("it must be a whole number, 0 or more")
		}
		*target = n
		return nil
	}
}

// lastFrame is the number of the frame that ends the run; 0 is a window that the user closes.
func lastFrame(c game.Config) int {
	if c.Headless && c.Frames == 0 {
		return game.DefaultHeadlessFrames
	}
	return c.Frames
}
