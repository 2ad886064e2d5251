package gpu_test

import (
	"fmt"
	"log"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/densesim"
	"github.com/gomotes/motes/gpu"
)

// An emitter whose particles the device moves.
func ExampleDenseSimulation() {
	device, err := gpu.Open(gpu.Config{Software: true})
	if err != nil {
		log.Fatal(err)
	}
	defer device.Close()
	simulation, err := gpu.NewDenseSimulation(device, gpu.DenseSimulationDesc{Label: "fountain", Capacity: 100})
	if err != nil {
		log.Fatal(err)
	}
	defer simulation.Release()

	fountain, err := densesim.New(densesim.Config{
		Label: "fountain", Capacity: 100, Rate: 20,
		Life: components.Exactly(2), Speed: components.Exactly(5), Gravity: [3]float32{0, -10, 0},
	})
	if err == nil {
		err = fountain.Bind(simulation)
	}
	for n := 0; n < 3 && err == nil; n++ {
		err = fountain.Step(0.5) // recorded
	}
	if err != nil {
		log.Fatal(err)
	}
	snapshot, err := simulation.Read() // flushed; a game would call Flush or AddTo, and draw Positions
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fountain.Live(), "living, the first at height", snapshot.Positions[0][1])
	// Output: 30 living, the first at height -2.5
}
