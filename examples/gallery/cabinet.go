package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/game"
)

// A cabinet is a wall of niches, one for each preset.
const (
	nicheWidth, nicheHeight, nicheDepth = 3.0, 3.3, 2.2
	board                               = 0.12 // thickness of shelves and walls
	plaqueHeight                        = 0.42 // of the boards that the names stand on
	gap                                 = 1.2  // between two cabinets
)

// cabinet is the wall of one driver.
type cabinet struct {
	driver        components.DriverKind
	columns, rows int
	left          float32 // x of its left wall
}

// cabinets lays out one wall of four columns, or two of two columns side by side.
func cabinets(drivers []components.DriverKind) []cabinet {
	columns := 4 / len(drivers)
	width := float32(columns) * nicheWidth
	total := float32(len(drivers))*width + float32(len(drivers)-1)*gap
	var all []cabinet
	for i, driver := range drivers {
		all = append(all, cabinet{driver, columns, 8 / columns, -total/2 + float32(i)*(width+gap)})
	}
	return all
}

// floor is the middle of a niche's floor; niches are counted from the top left.
func (c cabinet) floor(i int) mgl32.Vec3 {
	column, row := i%c.columns, c.rows-1-i/c.columns
	return mgl32.Vec3{c.left + (float32(column)+0.5)*nicheWidth, float32(row) * nicheHeight, 0}
}

// camera sees all cabinets, whatever the shape of the picture.
func camera(all []cabinet, width, height int) game.Camera {
	first, last := all[0], all[len(all)-1]
	wide := last.left + float32(last.columns)*nicheWidth - first.left + 0.9
	tall := float32(first.rows)*nicheHeight + 1.1
	if len(all) > 1 {
		tall += 1.2 // for the names of the drivers
	}
	const view = 26 // degrees
	if aspect := float32(width) / float32(height); wide/aspect > tall {
		tall = wide / aspect
	}
	middle := float32(first.rows)*nicheHeight/2 - 0.1
	distance := tall/2/float32(math.Tan(view/2*math.Pi/180)) + nicheDepth/2
	return game.Camera{
		Position:    mgl32.Vec3{0, middle + 0.4, distance},
		Target:      mgl32.Vec3{0, middle, 0},
		FieldOfView: view,
	}
}

// studio is a dark room: what light there is comes from the niches.
func studio() game.Environment {
	return game.Environment{
		SunDirection: mgl32.Vec3{0.2, 0.6, 1}, SunColor: mgl32.Vec3{0.16, 0.17, 0.2},
		Zenith: mgl32.Vec3{0.012, 0.014, 0.02}, Horizon: mgl32.Vec3{0.02, 0.023, 0.032}, Ground: mgl32.Vec3{0.01, 0.01, 0.012},
		Ambient: 0.7, Exposure: 1.35, Vignette: 0.3,
	}
}

// build makes the wall: shelves, dividers, a back, and in each niche a lamp and a plinth.
func (c cabinet) build(g *gallery, show []exhibit) {
	wood := game.Material{Color: mgl32.Vec3{0.09, 0.085, 0.095}, Roughness: 0.55}
	back := game.Material{Color: mgl32.Vec3{0.07, 0.075, 0.1}, Roughness: 0.95, Grain: 0.25, GrainSize: mgl32.Vec3{0.3, 0.3, 0.3}}
	stone := game.Material{Color: mgl32.Vec3{0.3, 0.3, 0.32}, Roughness: 0.6}
	width, height := float32(c.columns)*nicheWidth, float32(c.rows)*nicheHeight
	middle := c.left + width/2

	shelf := game.Box(width+board, board, nicheDepth)
	for row := range c.rows + 1 {
		g.put(shelf, mgl32.Vec3{middle, float32(row)*nicheHeight - board/2, 0}, wood)
	}
	divider := game.Box(board, height, nicheDepth)
	for column := range c.columns + 1 {
		g.put(divider, mgl32.Vec3{c.left + float32(column)*nicheWidth, height / 2, 0}, wood)
	}
	g.put(game.Box(width, height, board), mgl32.Vec3{middle, height / 2, -nicheDepth / 2}, back)

	plinth := game.Cylinder(0.45, 0.5)
	plaque := game.Box(nicheWidth-board, plaqueHeight, 0.06)
	for i, x := range show {
		floor := c.floor(i)
		if x.at[1] < 1 { // what rises stands on something
			g.put(plinth, floor.Add(mgl32.Vec3{0, 0.25, 0}), stone)
		}
		g.put(plaque, floor.Add(mgl32.Vec3{0, plaqueHeight / 2, nicheDepth/2 - 0.03}), wood)
		g.lamps.NewEntity(&game.PointLight{Color: x.light, Power: 5, Range: 6, Radius: 0.5},
			&components.Transform{Position: floor.Add(mgl32.Vec3{0, 2.2, 0.75})})
		g.addEffect(x, floor, c.driver)
	}
}

func (g *gallery) put(shape *game.Geometry, at mgl32.Vec3, look game.Material) {
	g.things.NewEntity(&game.Mesh{Geometry: shape}, &look, &components.Transform{Position: at})
}

// newGallery is what the entities of a world are made with.
func newGallery(w *ark.World) *gallery {
	return &gallery{
		things:   ark.NewMap3[game.Mesh, game.Material, components.Transform](w),
		lamps:    ark.NewMap2[game.PointLight, components.Transform](w),
		pools:    ark.NewMap2[components.Pool, components.Driver](w),
		emitters: ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](w),
	}
}
