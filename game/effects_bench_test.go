package game

import (
	"testing"
	"time"

	"github.com/gomotes/motes/gpu"
)

// What an effect costs the device in a picture of 1920 × 1080, from its own clock:
//
//	go test ./game -run '^$' -bench Effects
//	MOTES_ADAPTER=NVIDIA go test ./game -run '^$' -bench Effects
func BenchmarkEffects(b *testing.B) {
	for _, row := range []struct {
		name   string
		change func(*Config)
	}{
		{"none", func(*Config) {}},
		{"samples", func(c *Config) { c.Samples = 4 }},
		{"fog", func(c *Config) { c.Fog = Fog{Density: 0.1, HeightFalloff: 0.5} }},
		{"bloom", func(c *Config) { c.Bloom = Bloom{Intensity: 0.3} }},
		{"depth-of-field", func(c *Config) { c.DepthOfField = DepthOfField{Aperture: 0.2} }},
	} {
		b.Run(row.name, func(b *testing.B) {
			a := alley(func(c *Config) {
				c.Width, c.Height, c.Frames = 1920, 1080, 0
				c.Device = gpu.Config{}
				row.change(c)
			})
			if err := a.Open(); err != nil {
				b.Fatal(err)
			}
			defer a.Close()
			frame := func() {
				if _, err := a.Frame(); err != nil {
					b.Fatal(err)
				}
			}
			for began := time.Now(); time.Since(began) < 3*profileEvery; {
				frame() // warm, and past the first measured frame
			}
			for b.Loop() {
				frame()
			}
			b.ReportMetric(float64(a.Metrics().GPU.Nanoseconds())/1e6, "device-ms/frame")
			b.ReportMetric(0, "ns/op")
		})
	}
}
