// The sky behind everything: a triangle that covers the picture at depth 1.

struct Ray {
    @builtin(position) clip: vec4<f32>,
    @location(0) direction: vec3<f32>,
}

@vertex
fn vs_sky(@builtin(vertex_index) index: u32) -> Ray {
    let corner = vec2<f32>(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    var out: Ray;
    out.clip = vec4<f32>(corner, 1.0, 1.0);
    out.direction = frame.forward.xyz + frame.right.xyz * corner.x + frame.up.xyz * corner.y;
    return out;
}

// One star at most in each cell of a lattice that the unit sphere cuts, kept away from the cell's walls.
fn stars(direction: vec3<f32>) -> vec3<f32> {
    let place = direction * 70.0;
    let cell = vec3<i32>(floor(place));
    let bits = cell_bits(cell);
    if (bits & 31u) != 0u {
        return vec3<f32>(0.0);
    }
    let jitter = vec3<f32>(f32((bits >> 5u) & 255u), f32((bits >> 13u) & 255u), f32((bits >> 21u) & 255u)) / 255.0;
    let centre = normalize(vec3<f32>(cell) + 0.3 + 0.4 * jitter);
    let off = acos(clamp(dot(direction, centre), -1.0, 1.0)) / 0.0016;
    let power = f32(bits >> 24u) / 255.0;
    let tint = mix(vec3<f32>(1.0, 0.8, 0.6), vec3<f32>(0.7, 0.85, 1.0), jitter.x);
    return tint * (exp(-off * off) * power * power * power * 1.5);
}

@fragment
fn fs_sky(in: Ray) -> @location(0) vec4<f32> {
    let direction = normalize(in.direction);
    var color = sky_gradient(direction);
    if frame.up.w > 0.0 {
        color = color + stars(direction) * (frame.up.w * smoothstep(0.02, 0.3, direction.y));
    }
    return vec4<f32>(color, 1.0);
}
