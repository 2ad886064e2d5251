package main

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/examples/internal/label"
	"github.com/gomotes/motes/systems"
)

// sign is a word at a place, so large.
type sign struct {
	word string
	at   mgl32.Vec3
	size float32
}

// signs are the names of the niches and of the drivers.
func signs(all []cabinet, show []exhibit) []sign {
	var list []sign
	for _, c := range all {
		for i, x := range show {
			list = append(list, sign{x.name, c.floor(i).Add(mgl32.Vec3{0, -shelfHeight / 2, nicheDepth/2 + 0.08}), 1.8})
		}
		if len(all) > 1 {
			word := map[components.DriverKind]string{components.DriverGPU: "GPU", components.DriverCPU: "CPU"}[c.driver]
			top := mgl32.Vec3{c.left + float32(c.columns)*nicheWidth/2, c.top() + 0.45, nicheDepth / 2}
			list = append(list, sign{word, top, 3})
		}
	}
	return list
}

// writer shows signs as the particles of a Manual pool, each with its own part of an image of
// words.
type writer struct {
	plugin *systems.ParticlePlugin
	pool   ark.Entity
	signs  []sign
	rects  map[string][4]float32
}

// addLabels makes the pool and the system that writes it.
func (g *gallery) addLabels(list []sign) error {
	w := &writer{plugin: g.plugin, signs: list, rects: map[string][4]float32{}}
	var words []string
	for _, s := range list {
		if _, known := w.rects[s.word]; !known {
			w.rects[s.word] = [4]float32{}
			words = append(words, s.word)
		}
	}
	atlas, err := label.New(words...)
	if err != nil {
		return err
	}
	for i, word := range words {
		w.rects[word] = atlas.Rects[i]
	}
	if err := g.plugin.RegisterTexture("labels", atlas.Image); err != nil {
		return err
	}
	w.pool = g.pools.NewEntity(
		&components.Pool{Label: "labels", MaxParticles: len(list), Blending: components.Alpha, Texture: "labels", Order: 1},
		&components.Driver{Kind: components.DriverManual})
	g.app.AddSystem(ecs.StageUpdate, w)
	return nil
}

func (w *writer) Initialize(*ark.World) error { return nil }

// Update writes the signs once, when the pool is there.
func (w *writer) Update(*ark.World) error {
	hand := w.plugin.Manual(w.pool)
	if hand == nil || hand.Count() > 0 {
		return nil
	}
	for i, s := range w.signs {
		err := hand.Set(i, components.Particle{
			Position: s.at, Size: s.size, Color: [4]float32{0.85, 0.87, 0.92, 1}, UVRect: w.rects[s.word],
		})
		if err != nil {
			return err
		}
	}
	return hand.SetCount(len(w.signs))
}

func (w *writer) Finalize(*ark.World) error { return nil }
