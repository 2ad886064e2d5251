package densesim_test

import (
	"fmt"
	"log"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/densesim"
)

// A fountain that moves its particles itself. Bind it to a simulation, such as gpu.DenseSimulation, to
// have a device move them.
func Example() {
	fountain, err := densesim.New(densesim.Config{
		Label: "fountain", Seed: 1, Capacity: 100,
		Rate: 20, Bursts: []densesim.Burst{{At: 0.5, Count: 10}},
		Life: components.Exactly(1.5), Speed: components.Exactly(5),
		Gravity: [3]float32{0, -10, 0},
	})
	if err != nil {
		log.Fatal(err)
	}
	for range 4 {
		if err := fountain.Step(0.5); err != nil {
			log.Fatal(err)
		}
		fmt.Println(fountain.Live(), "living, the first aged", fountain.Age(0), "at height", fountain.Positions()[0][1])
	}
	// Output:
	// 20 living, the first aged 0 at height 0
	// 30 living, the first aged 0.5 at height 0
	// 40 living, the first aged 1 at height -2.5
	// 30 living, the first aged 0.5 at height 0
}
