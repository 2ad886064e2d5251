// Manual shows five things to do with particles that the program writes itself.
//
//	go run ./examples/manual
//	go run ./examples/manual -headless -frames 336 -size 1280x540 -o out/manual.png
//
// You should see, from the left: three comets that run along a knotted curve (spline.go); a walker made of dots, played back
// from a file (import.go); a fountain whose hundred drops are taken out of the air and strung on a ring (transfer.go); a
// turning crystal with a dot for each vertex and a line of dots for its normal (debug.go); and a ball that turns into a
// torus and back (morph.go).
//
// Each of the files has one function to copy. All begin with a pool whose Driver is DriverManual, and with the handle that
// ParticlePlugin.Manual gives once a step has seen that pool.
package main

import (
	"github.com/gomotes/motes/examples/internal/cli"
)

func main() {
	run := cli.Parse("Manual", "five uses of particles that the program writes")
	app, _ := manual(run)
	run.Run(app)
}
