// Air between the camera and what is opaque. Blended over the light: colour · opacity, opacity.

struct Fog {
    lens: Lens,
    color: vec4<f32>, // rgb: radiance; w: density at the reference height, 1 / metre
    air: vec4<f32>,   // x: reference height, metres; y: how fast the density falls with height, 1 / metre
}

@group(0) @binding(0) var<uniform> fog: Fog;

// What ∫ density ds is along a line from one height to another: in closed form, as the density is exponential.
fn optical_depth(from_height: f32, to_height: f32, length: f32) -> f32 {
    let falloff = fog.air.y;
    // Both exponents are kept where exp has a value: so thick or so thin, fog is opaque or clear over any distance.
    let start = clamp(-falloff * (from_height - fog.air.x), -80.0, 80.0);
    let end = clamp(-falloff * (to_height - fog.air.x), -80.0, 80.0);
    var mean = 0.5 * (exp(start) + exp(end)); // right for a level line, where the quotient below loses its digits
    if abs(start - end) > 0.01 {
        mean = (exp(start) - exp(end)) / (start - end);
    }
    return min(fog.color.w * mean * length, 80.0); // more is as opaque, and beyond what some devices take for an exponent
}

fn fogged(uv: vec2<f32>, depth: f32) -> vec4<f32> {
    let lens = fog.lens;
    let along = distance_along(lens, depth);
    let across = lens.right.xyz * (uv.x * 2.0 - 1.0) + lens.up.xyz * (1.0 - uv.y * 2.0);
    let start = lens.eye.xyz + across * lens.eye.w;
    let path = lens.forward.xyz * along + across * (along * (1.0 - lens.eye.w));
    let opacity = 1.0 - exp(-optical_depth(start.y, start.y + path.y, length(path)));
    return vec4<f32>(fog.color.rgb * opacity, opacity);
}

@fragment
fn fs_fog(in: Screen) -> @location(0) vec4<f32> {
    return fogged(in.uv, textureLoad(depth_texture, vec2<i32>(in.position.xy), 0).x);
}

// Runs for each sample, so that an edge keeps the fog of both of its sides.
@fragment
fn fs_fog_samples(in: Screen, @builtin(sample_index) number: u32) -> @location(0) vec4<f32> {
    return fogged(in.uv, textureLoad(depth_texture, vec2<i32>(in.position.xy), i32(number)).x);
}
