package effects_test

import (
	"fmt"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/effects"
)

// A game has its effects in a folder, such as os.DirFS("assets/effects").
func Example() {
	files := fstest.MapFS{"torch.json": {Data: []byte(`{"emitters": [{"label": "flame", "rate": 40, "speed": [1, 2]}]}`)}}
	world := ark.NewWorld()

	library := effects.NewLibrary(files)
	torch, err := library.Load("torch")
	if err != nil {
		fmt.Println(err)
		return
	}
	instance, err := effects.Spawn(world, torch, components.Transform{Position: mgl32.Vec3{0, 2, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}

	// An artist saves the file; the game looks once a second.
	files["torch.json"] = &fstest.MapFile{Data: []byte(`{"emitters": [{"label": "flame", "rate": 90, "speed": [1, 2]}]}`)}
	changed, err := library.Reload()
	if err != nil {
		fmt.Println(err) // the old effect goes on
	}
	for _, name := range changed {
		if torch, err = library.Load(name); err == nil {
			err = instance.Apply(torch)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	flame := ark.NewMap[components.Emitter](world).Get(instance.Emitter("flame"))
	fmt.Println(changed, flame.Rate)
	// Output: [torch] 90
}

func ExampleParse() {
	_, err := effects.Parse("fire.json", []byte(`{
  "emitters": [
    {"label": "flames", "rate": -3,
     "colour": [1, 0.5, 0]}
  ]
}`))
	fmt.Println(err)
	// Output:
	// fire.json:3: emitter "flames": rate is -3; it must be a finite number of particles per second, 0 or more
	// fire.json:4: emitter "flames": colour is no known key; did you mean "color"?
}

func ExampleEffect_Marshal() {
	effect := effects.Effect{Name: "mist", Emitters: []effects.Part{{
		At:      components.Transform{Position: mgl32.Vec3{0, 1, 0}},
		Emitter: components.Emitter{Label: "mist", Rate: 5, Life: components.Between(2, 4), Blending: components.Alpha},
	}}}
	data, err := effect.Marshal()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(data))
	// Output:
	// {
	//   "name": "mist",
	//   "emitters": [
	//     {"label": "mist", "at": {"position": [0, 1, 0]}, "rate": 5, "life": [2, 4], "blending": "alpha"}
	//   ]
	// }
}
