// What every shader of the framework knows about the frame: the uniform block, and the colour of the sky. The Go twin
// of Frame is frameUniform in frame.go; a test compares sizes and offsets.

struct Light {
    place: vec4<f32>, // xyz: position, metres; w: 1 / range
    color: vec4<f32>, // rgb: radiance at one metre; w: radius², metre²
}

struct Frame {
    view_projection: mat4x4<f32>,
    right: vec4<f32>,         // xyz: half the picture's width at distance 1, 0 if orthographic; w: number of lights
    up: vec4<f32>,            // xyz: half the picture's height, likewise; w: stars
    forward: vec4<f32>,       // xyz: unit line of sight; w: fog, 1 / metre
    eye: vec4<f32>,           // xyz: position; w: exposure
    sun_direction: vec4<f32>, // xyz: unit vector to the sun; w: sky light on meshes
    sun_color: vec4<f32>,     // rgb: radiance; w: vignette
    zenith: vec4<f32>,        // rgb: radiance; w: left edge of the view in the picture, pixels
    horizon: vec4<f32>,       // rgb: radiance; w: its top edge
    ground: vec4<f32>,        // rgb: radiance; w: 1 if the camera is orthographic
    lights: array<Light, 16>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// From a place to where it is seen from: against the line of sight if that is the same everywhere.
fn toward_eye(world: vec3<f32>) -> vec3<f32> {
    let to_eye = frame.eye.xyz - world;
    if frame.ground.w > 0.0 {
        return frame.forward.xyz * dot(frame.forward.xyz, to_eye);
    }
    return to_eye;
}

// The gradient of the sky in a direction: horizon to zenith above, the ground's colour below.
fn sky_gradient(direction: vec3<f32>) -> vec3<f32> {
    let height = direction.y;
    let above = mix(frame.horizon.rgb, frame.zenith.rgb, sqrt(clamp(height, 0.0, 1.0)));
    return mix(above, frame.ground.rgb, smoothstep(0.0, 0.25, -height));
}

// 32 well-mixed bits for a cell of the integer lattice.
fn cell_bits(cell: vec3<i32>) -> u32 {
    let c = bitcast<vec3<u32>>(cell);
    var h = c.x * 0x8da6b343u ^ c.y * 0xd8163841u ^ c.z * 0xcb1ab31fu;
    h = (h ^ (h >> 16u)) * 0x7feb352du;
    h = (h ^ (h >> 15u)) * 0x846ca68bu;
    return h ^ (h >> 16u);
}

// The same as a number in [0,1).
fn cell_value(cell: vec3<i32>) -> f32 {
    return f32(cell_bits(cell) >> 8u) * (1.0 / 16777216.0);
}
