// How a pixel and its depth become a place in the world. The Go twin of Lens is lens in lens.go.

struct Lens {
    right: vec4<f32>,   // xyz: half the picture's width: at distance 1, or in metres if orthographic
    up: vec4<f32>,      // xyz: half the picture's height, likewise
    forward: vec4<f32>, // xyz: unit line of sight; w: distance of the far plane, metres
    eye: vec4<f32>,     // xyz: position; w: 1 if orthographic
    depth: vec4<f32>,   // distance along the line of sight = (x + y · depth) / (z + w · depth)
}

fn distance_along(lens: Lens, depth: f32) -> f32 {
    return (lens.depth.x + lens.depth.y * depth) / (lens.depth.z + lens.depth.w * depth);
}
