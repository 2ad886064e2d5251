// Gpu shows a spiral galaxy of a quarter of a million stars that come from one emitter and that the GPU moves.
//
//	go run ./examples/gpu
//	go run ./examples/gpu -headless -frames 600 -size 960x540 -o out/gpu.png
//
// You should see a small bright cloud throw out stars like a sprinkler; after nine seconds they are a galaxy with two
// arms, gold in the core and blue at the rim, that turns. The CPU decides when a star is born and when it dies and touches
// it at no other time, so that their number costs it next to nothing. A software device needs patience.
package main

import (
	"github.com/gomotes/motes/examples/internal/cli"
)

// stars is how many are alive once the galaxy has grown.
const stars = 250_000

func main() {
	run := cli.Parse("Galaxy", "a quarter of a million stars on the GPU, from one emitter")
	app, _ := galaxy(run, stars)
	run.Run(app)
}
