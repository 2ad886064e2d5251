// Package game is the small framework that Motes ships for games that have none: a window or a headless target, a loop,
// a camera, simple lit meshes, tone mapping and pictures.
//
//	app := game.New(game.Config{Title: "Campfire"})
//	app.AddPlugin(&systems.ParticlePlugin{})
//	if err := app.Run(); err != nil {
//		log.Fatal(err)
//	}
//
// By task:
//
//   - open, run, embed: [New], [App.Run], or [App.Open], [App.Frame] and [App.Close] when the loop is yours
//   - look: [Camera], perspective or orthographic; [OrbitControls], [FlyControls]
//   - split screen, picture in picture: [View], [Split]
//   - input: [Input], filled from the window, empty when headless
//   - solid things: [Mesh], [Material] and components.Transform on one entity; shapes from [Plane], [Box], [Sphere], [Cylinder]
//   - light: [PointLight] on an entity; sun, sky, aerial fog and exposure in [Environment]
//   - effects: [Fog], [Bloom], [DepthOfField]; smooth edges with Samples of [Config]
//   - pictures: [App.Screenshot], [App.SavePNG], key F12 in a window; Output of [Config] for the last frame or for all
//   - a long sequence in parts, on several machines: Start of [Config]
//   - numbers: [App.Metrics], and the window's title
//
// A frame runs the schedule of package ecs. The framework's own systems come first in their stage: StagePrepare takes
// the target, draws the meshes and lays fog over them; StageRender belongs to plugins, which draw particles; StagePostRender
// does bloom, depth of field and tone mapping; StagePresent executes the frame graph and shows the picture. An effect that
// is off puts nothing on the graph. The framework uses the particle plugin through its public API only.
//
// A headless run with a fixed step is reproducible: the same program gives the same bytes on the same device.
package game
