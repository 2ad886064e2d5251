// Fog between the eye and a particle. The framework's fog over meshes is the same integral, of the same numbers.

struct ParticleFog {
    color: vec4<f32>,   // rgb: radiance; w: density at the reference height, 1 / metre; 0 is no fog
    air: vec4<f32>,     // x: reference height, metres; y: how fast the density falls with height, 1 / metre
    eye: vec4<f32>,     // xyz: position of the camera; w: 1 if it is orthographic
    forward: vec4<f32>, // xyz: unit line of sight
}

// The share of a particle's light that comes through the air to the eye.
fn clear_share(fog: ParticleFog, place: vec3<f32>) -> f32 {
    var path = place - fog.eye.xyz;
    if fog.eye.w > 0.0 {
        path = fog.forward.xyz * dot(fog.forward.xyz, path);
    }
    // Both exponents are kept where exp has a value: so thick or so thin, fog is opaque or clear over any distance.
    let below = fog.air.y * path.y;
    let end = clamp(-fog.air.y * (place.y - fog.air.x), -80.0, 80.0);
    let start = clamp(-fog.air.y * (place.y - fog.air.x) + below, -80.0, 80.0);
    var mean = 0.5 * (exp(start) + exp(end)); // right for a level line, where the quotient below loses its digits
    if abs(start - end) > 0.01 {
        mean = (exp(start) - exp(end)) / (start - end);
    }
    return exp(-min(fog.color.w * mean * length(path), 80.0));
}
