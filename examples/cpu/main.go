// Cpu shows debris that obeys a force of the program's own, which the CPU driver asks for in every step.
//
//	go run ./examples/cpu
//	go run ./examples/cpu -headless -frames 390 -size 960x540 -o out/cpu.png
//
// You should see a glowing orb that wanders over a stone floor. Splinters rise from a wide ring, are drawn to the orb,
// swarm round it and trail behind it; those that come down are pushed back up by the floor.
package main

import (
	"github.com/gomotes/motes/examples/internal/cli"
)

func main() {
	run := cli.Parse("Orb", "debris on the CPU, with a force of the program's own")
	app, _ := orbit(run)
	run.Run(app)
}
