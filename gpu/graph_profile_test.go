package gpu_test

import (
	"strings"
	"testing"

	"github.com/gomotes/motes/gpu"
)

func TestTimingsOfPassesAndOfNodes(t *testing.T) {
	noLeak(t)
	if !device.HasTimestamps() {
		t.Fatal("the software device measures its time")
	}
	add := newAdder(t, 1)
	words := buffer(t, "words", 4<<20, gpu.StorageUsage)
	out := texture(t, gpu.TextureDesc{Label: "out", Width: 64, Height: 64, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget})
	g := graph(t)
	one, two, show := add.node(t, "one", words), add.node(t, "two", words), clearNode("show", out, 1)
	for _, c := range []struct {
		mode   gpu.ProfileMode
		labels string
	}{
		{gpu.ProfilePasses, "one + two, show"},
		{gpu.ProfileNodes, "one, two, show"},
		{gpu.ProfilePasses, "one + two, show"},
	} {
		g.SetProfile(c.mode)
		g.AddCompute(one)
		g.AddCompute(two)
		g.AddRaster(show)
		if err := g.Execute(); err != nil {
			t.Fatal(err)
		}
		times := must(g.Timings())(t)
		var labels []string
		for _, n := range times {
			labels = append(labels, n.Label)
		}
		if got := strings.Join(labels, ", "); got != c.labels {
			t.Errorf("measured %q, want %q", got, c.labels)
		}
		if times[0].GPU <= 0 || times[0].CPU <= 0 {
			t.Errorf("adding to a million words took %v on the device and %v to record", times[0].GPU, times[0].CPU)
		}
	}
	g.SetProfile(gpu.ProfileOff)
	g.AddCompute(one)
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if again := must(g.Timings())(t); len(again) != 2 {
		t.Errorf("the last measured frame has %d timings", len(again))
	}
}

// 40 passes need more queries than the first set has.
func TestTimingsOfManyPasses(t *testing.T) {
	noLeak(t)
	g := graph(t)
	g.SetProfile(gpu.ProfileNodes)
	for _, n := range []int{3, 40} {
		for range n {
			out := texture(t, gpu.TextureDesc{Label: "out", Width: 8, Height: 8, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget})
			g.AddRaster(clearNode("clear", out, 1))
		}
		if err := g.Execute(); err != nil {
			t.Fatal(err)
		}
		if times := must(g.Timings())(t); len(times) != n {
			t.Errorf("%d of %d nodes measured", len(times), n)
		}
	}
}
