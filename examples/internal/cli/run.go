package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/gomotes/motes/game"
)

// Run runs the example and tells how it went: a progress bar on a terminal while a headless run lasts, then the adapter,
// the live particles, the timings and the files that were written. An error is printed and ends the process with status 1.
func (o Options) Run(app *game.App) {
	if err := o.run(app, os.Stdout, os.Stderr, term.IsTerminal(int(os.Stderr.Fd()))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o Options) run(app *game.App, out, progress io.Writer, terminal bool) error {
	if o.Headless && terminal {
		bar := progressbar.NewOptions(lastFrame(o.Config),
			progressbar.OptionSetWriter(progress),
			progressbar.OptionSetDescription(o.Title),
			progressbar.OptionSetWidth(40),
			progressbar.OptionSetItsString("frames"),
			progressbar.OptionShowIts(),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
		defer func() { _ = bar.Exit() }() // a bar that cannot be cleared is no failure
		app.OnFrame(func(*game.App) error { return bar.Add(1) })
	}
	if err := app.Run(); err != nil {
		return err
	}
	m := app.Metrics()
	fmt.Fprintf(out, "adapter   %s\n", m.Adapter)
	fmt.Fprintf(out, "frames    %s of %d x %d pixels in %.1f s\n", o.drawn(m.Frames), m.Width, m.Height, m.Elapsed.Seconds())
	fmt.Fprintf(out, "particles %d alive\n", m.Particles)
	fmt.Fprintf(out, "per frame CPU %s, GPU %s\n", milliseconds(m.CPU), milliseconds(m.GPU))
	if o.Output != "" {
		fmt.Fprintf(out, "wrote     %s\n", o.wrote(m.Frames))
	}
	return nil
}

// drawn tells how many of the frames were drawn, up to the last.
func (o Options) drawn(last int) string {
	if o.Start == 0 {
		return fmt.Sprint(last)
	}
	return fmt.Sprintf("%d (%d to %d)", last-o.Start, o.Start+1, last)
}

// wrote tells the files that hold the frames up to the last.
func (o Options) wrote(last int) string {
	first, final := o.OutputPath(o.Start+1), o.OutputPath(last)
	if first == final {
		return final
	}
	return first + " to " + final
}

func milliseconds(d time.Duration) string {
	if d <= 0 {
		return "not measured"
	}
	return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond))
}
