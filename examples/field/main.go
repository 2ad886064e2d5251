// Field is a hundred thousand meshes of eight shapes on a plain: they cost the processor next to nothing while they stand
// still, and are drawn with eight draws.
//
//	go run ./examples/field
//	go run ./examples/field -culling off
//	go run ./examples/field -meshes 10k -headless -frames 2 -o out/field.png
//
// You should see a plain of coloured blocks, balls and pillars to the horizon, with gentle waves in how they stand. With
// culling the picture is the same; the device's time in the window's title is less.
package main

import "github.com/gomotes/motes/examples/internal/cli"

func main() {
	var culling, meshes string
	run := cli.Parse("Field", "a hundred thousand meshes of eight shapes, culled on the device",
		cli.Choice(&culling, "culling", "leave out what no one sees: by bounding spheres, by boxes, or not at all", "spheres", "boxes", "off"),
		cli.Choice(&meshes, "meshes", "how many meshes stand on the plain", "100k", "10k", "1000k"))
	run.Run(field(run, map[string]int{"10k": 10_000, "100k": 100_000, "1000k": 1_000_000}[meshes], culling))
}
