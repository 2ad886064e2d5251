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
// the live particles, the timings and the file that was written. An error is printed and ends the process with status 1.
func (o Options) Run(app *game.App) {
	if err := o.run(app, os.Stdout, os.Stderr, term.IsTerminal(int(os.Stderr.Fd()))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o Options) run(app *game.App, out, progress io.Writer, terminal bool) error {
	if o.Headless && terminal {
		frames := o.Frames
		if frames == 0 {
			frames = game.DefaultHeadlessFrames
		}
		bar := progressbar.NewOptions(frames,
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
	fmt.Fprintf(out, "frames    %d of %d x %d pixels in %.1f s\n", m.Frames, m.Width, m.Height, m.Elapsed.Seconds())
	fmt.Fprintf(out, "particles %d alive\n", m.Particles)
	fmt.Fprintf(out, "per frame CPU %s, GPU %s\n", milliseconds(m.CPU), milliseconds(m.GPU))
	if o.Output != "" {
		fmt.Fprintf(out, "wrote     %s\n", o.Output)
	}
	return nil
}

func milliseconds(d time.Duration) string {
	if d <= 0 {
		return "not measured"
	}
	return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond))
}
