// Bench measures the device's part of a particle step, and beside it, in the same run, how
// fast the device copies memory: what a step moves at least divided by that is its floor.
//
//	go run ./tests/bench
//	go run ./tests/bench -particles 1000000,4000000 -o docs/bench/mine.md
//
// Every particle lives through the whole measurement. Times are medians of the device's own
// timestamps.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/gomotes/motes/gpu"
)

func main() {
	list := flag.String("particles", "", "comma-separated `numbers` of particles; default by the sort of device")
	steps := flag.Int("steps", 0, "measure `N` steps of each; default by the sort of device")
	output := flag.String("o", "", "write the table to this Markdown `file` too")
	flag.Parse()
	if err := run(*list, *steps, *output); err != nil {
		log.Fatal(err)
	}
}

func run(list string, steps int, output string) error {
	device, err := gpu.Open(gpu.Config{Label: "bench"})
	if err != nil {
		return err
	}
	defer device.Close()
	if !device.HasTimestamps() {
		return fmt.Errorf("%s has no timestamps, so it cannot be measured", device.Adapter().Name)
	}
	software := device.Adapter().Type == gpu.AdapterCPU
	if list == "" {
		list = "1000000,4000000,8000000"
		if software {
			list = "10000,100000,1000000"
		}
	}
	if steps == 0 {
		steps = 200
		if software {
			steps = 30
		}
	}

	var rows []row
	for _, field := range strings.Split(list, ",") {
		particles, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return fmt.Errorf("-particles: %q is not a number", field)
		}
		measured, err := measure(device, particles, steps)
		if err != nil {
			return err
		}
		rows = append(rows, measured)
	}
	text := table(device, rows, steps)
	fmt.Print(text)
	if output == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	return os.WriteFile(output, []byte(text), 0o644)
}

// table is the result as Markdown.
func table(device *gpu.Device, rows []row, steps int) string {
	var b strings.Builder
	info := device.Adapter()
	fmt.Fprintf(&b, "# A particle step on %s\n\n", info.Name)
	fmt.Fprintf(&b, "%s, %s, %s/%s. Medians of %d steps; made by `go run ./tests/bench`.\n\n",
		strings.TrimSpace(info.Backend+" "+info.Driver), runtime.Version(), runtime.GOOS, runtime.GOARCH, steps)
	b.WriteString("A step is integrate + compact: at least 68 bytes moved for each living particle (position and velocity\n")
	b.WriteString("read and written, its place in the index written). The copy moves 32 bytes for each of as many elements\n")
	b.WriteString("as a step has, in the same run. The share is the time of 68 bytes at the copy's rate over the step's time.\n\n")
	b.WriteString("| particles | integrate | compact | step | per particle | copy | share of copy bandwidth |\n")
	b.WriteString("|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		step := r.integrate + r.compact
		fmt.Fprintf(&b, "| %d | %.1f µs | %.1f µs | %.1f µs | %.4f ns | %.1f GB/s | %.0f %% |\n",
			r.particles, micro(r.integrate), micro(r.compact), micro(step),
			float64(step.Nanoseconds())/float64(r.particles), r.copyRate/1e9,
			100*68*float64(r.particles)/r.copyRate/step.Seconds())
	}
	return b.String()
}
