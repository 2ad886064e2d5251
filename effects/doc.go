// Package effects keeps particle effects in files: several emitters, where they are, and the pools they
// have to themselves. Artists change the file while the game runs.
//
// # In a game
//
//   - read: a [Library] over a folder, with [Library.Load]; [Parse] for bytes from elsewhere
//   - run: [Spawn], then [Instance.MoveTo] and [Instance.Remove]
//   - change while running: [Library.Reload], then [Instance.Apply]
//   - write: make an [Effect] of components, then [Effect.Marshal]
//
// Nothing is read or watched behind the game's back: a game calls Reload when it likes, for example
// once a second or on a key.
//
// # The file
//
// A file is JSON. Every key can be left out for the default that package components gives the field of
// the same name.
//
//	{
//	  "pools": [
//	    {"label": "smoke", "maxParticles": 1024, "blending": "alpha", "order": -1}
//	  ],
//	  "emitters": [
//	    {
//	      "label": "flames",
//	      "at": {"position": [0, 0.4, 0], "rotation": [0, 90, 0], "scale": 2},
//	      "burst": 20,
//	      "rate": 160,
//	      "shape": {"kind": "box", "halfExtents": [0.2, 0.1, 0.2]},
//	      "velocity": {"kind": "cone", "halfAngle": 20},
//	      "speed": [1, 3],
//	      "life": 0.8,
//	      "color": [[1, 0.3, 0], [1, 0.9, 0.2]]
//	    },
//	    {
//	      "label": "smoke",
//	      "pool": "smoke",
//	      "rate": 20,
//	      "shape": "point",
//	      "color": [0.3, 0.3, 0.3],
//	      "blending": "alpha"
//	    }
//	  ]
//	}
//
// At the top are name, pools and emitters. A file without a name is named after the file.
//
// A pool has the keys of [components.Pool] and driver, a word such as "gpu". Its label is required:
// emitters name it by that.
//
// An emitter has the keys of [components.Emitter], and
//
//   - pool: the label of one of the pools above; left out, the shared pool of its blend mode
//   - at: its place, seen from that of the effect, with position, rotation and scale
//   - burst: how many particles it emits when the effect is spawned
//
// Values are written so:
//
//   - a range, a colour range, or a start and an end: [from, to], or one value for both. A colour is
//     [red, green, blue], linear
//   - a kind: a word. Where a kind has more to it, as a shape has, an object with kind and the rest,
//     or the word alone
//   - a rotation: three angles in degrees, about x, then y, then z; or a quaternion [x, y, z, w]
//   - a scale: [x, y, z], or one number for all
//   - uvRects: up to eight [x, y, width, height]
//
// Numbers keep their 32 bits when they are written and read again. What is pending is not written.
//
// # Errors
//
// Whatever is wrong is told at once, each with its line, by [FileError]:
//
//	fire.json:12: emitter "flames": rate is -3; it must be a finite number of particles per second, 0 or more
//	fire.json:14: emitter "flames": colour is no known key; did you mean "color"?
//
// A zero where zero stands for a default other than zero, such as a black color, is an error too: the
// file would not do what it says.
package effects
