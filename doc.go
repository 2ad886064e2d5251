// Package motes is the root of a particle-effects plugin for Go games on the ark entity
// component system and WebGPU. It holds no code of its own. By task:
//
//   - Put particles into a game: [github.com/gomotes/motes/components] for what goes on
//     entities, [github.com/gomotes/motes/systems] for the plugin.
//   - Keep effects in files and change them while the game runs:
//     [github.com/gomotes/motes/effects].
//   - Start a game from nothing: [github.com/gomotes/motes/game], a window or headless App
//     with camera, lit meshes and tone mapping.
//   - Use Motes in an engine of one's own: [github.com/gomotes/motes/gpu] wraps a host's
//     device, encoder and pass; the example host is a whole program.
//   - Order systems and steps: [github.com/gomotes/motes/ecs].
//   - Add a pass to the frame: the frame graph in [github.com/gomotes/motes/gpu].
package motes
