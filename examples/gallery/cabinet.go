package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/game"
)

// A cabinet is a wall of niches, one for each preset. Each stands on a shelf, whose front bears its name.
const (
	nicheWidth, nicheHeight, nicheDepth = 3.0, 3.3, 2.2
	shelfHeight                         = 0.46 // part of the niche's height
	room                                = nicheHeight - shelfHeight
	board                               = 0.1  // thickness of walls and lid
	plinthHeight                        = 0.45 // of what a rising effect stands on
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

// top is the height of the cabinet's lid.
func (c cabinet) top() float32 { return float32(c.rows)*nicheHeight - shelfHeight + board }

// camera looks down a little, so that the floors are seen, at all cabinets, whatever the shape of the picture.
func camera(all []cabinet, width, height int) game.Camera {
	first, last := all[0], all[len(all)-1]
	wide := last.left + float32(last.columns)*nicheWidth - first.left + 0.8
	tall := first.top() + shelfHeight + 0.8
	if len(all) > 1 {
		tall += 0.8 // for the names of the drivers
	}
	const view = 24 // degrees
	if aspect := float32(width) / float32(height); wide/aspect > tall {
		tall = wide / aspect
	}
	middle := (first.top() - shelfHeight) / 2
	if len(all) > 1 {
		middle += 0.3
	}
	distance := tall/2/float32(math.Tan(view/2*math.Pi/180)) + nicheDepth/2
	return game.Camera{
		Position:    mgl32.Vec3{0, middle + distance*0.12, distance},
		Target:      mgl32.Vec3{0, middle, 0},
		FieldOfView: view,
	}
}

// studio is a dark room: what light there is comes from the niches.
func studio() game.Environment {
	return game.Environment{
		SunDirection: mgl32.Vec3{0.3, 0.7, 1}, SunColor: mgl32.Vec3{0.2, 0.21, 0.25},
		Zenith: mgl32.Vec3{0.03, 0.034, 0.05}, Horizon: mgl32.Vec3{0.014, 0.016, 0.024}, Ground: mgl32.Vec3{0.02, 0.02, 0.024},
		Ambient: 1, Fog: 0.012, Exposure: 1.35, Vignette: 0.3,
	}
}

// buildRoom lays the floor on which the cabinets stand.
func (g *gallery) buildRoom() {
	g.put(game.Plane(90), mgl32.Vec3{0, -shelfHeight, 0}, game.Material{
		Color: mgl32.Vec3{0.09, 0.09, 0.1}, Roughness: 0.5, Grain: 0.2, GrainSize: mgl32.Vec3{0.5, 0.5, 0.5},
	})
}

// build makes a cabinet: shelves, walls, a lid, a back, and in each niche a lamp and what it shows.
func (g *gallery) build(c cabinet, list []exhibit) {
	wood := game.Material{Color: mgl32.Vec3{0.07, 0.068, 0.078}, Roughness: 0.6}
	plaster := game.Material{Color: mgl32.Vec3{0.15, 0.16, 0.2}, Roughness: 0.95, Grain: 0.2, GrainSize: mgl32.Vec3{0.3, 0.3, 0.3}}
	stone := game.Material{Color: mgl32.Vec3{0.4, 0.4, 0.42}, Roughness: 0.7}
	width, height := float32(c.columns)*nicheWidth, c.top()+shelfHeight
	across, up := c.left+width/2, c.top()-height/2

	// The shelves come a little forward of the walls, so that no two fronts are in one plane.
	shelf := game.Box(width+board, shelfHeight, nicheDepth+0.04)
	for row := range c.rows {
		g.put(shelf, mgl32.Vec3{across, float32(row)*nicheHeight - shelfHeight/2, 0.02}, wood)
	}
	g.put(game.Box(width+board, board, nicheDepth+0.02), mgl32.Vec3{across, c.top() - board/2, 0.01}, wood)
	wall := game.Box(board, height, nicheDepth)
	for column := range c.columns + 1 {
		g.put(wall, mgl32.Vec3{c.left + float32(column)*nicheWidth, up, 0}, plaster)
	}
	g.put(game.Box(width, height, board), mgl32.Vec3{across, up, -nicheDepth / 2}, plaster)

	plinth, slab := game.Cylinder(0.4, plinthHeight), game.Box(nicheWidth-board, 0.02, nicheDepth)
	for i, x := range list {
		floor := c.floor(i)
		g.put(slab, floor, plaster)
		if x.at[1] == plinthHeight {
			g.put(plinth, floor.Add(mgl32.Vec3{0, plinthHeight / 2, 0}), stone)
		}
		g.lamps.NewEntity(&game.PointLight{Color: x.light, Power: x.power, Range: 3.6, Radius: 0.6},
			&components.Transform{Position: floor.Add(x.lamp)})
		g.addEffect(x, floor, c.driver)
	}
}

func (g *gallery) put(shape *game.Geometry, at mgl32.Vec3, look game.Material) {
	g.things.NewEntity(&game.Mesh{Geometry: shape}, &look, &components.Transform{Position: at})
}
