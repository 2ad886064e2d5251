// From light to the screen: exposure, vignette, a filmic curve, sRGB encoding and half a code of dither.

@group(0) @binding(1) var hdr: texture_2d<f32>;

@vertex
fn vs_tonemap(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

// Stephen Hill's fit of the ACES reference and sRGB output transforms: bright saturated light turns to white through yellow,
// as film shows a flame.
fn filmic(color: vec3<f32>) -> vec3<f32> {
    let into = mat3x3<f32>(
        vec3<f32>(0.59719, 0.07600, 0.02840),
        vec3<f32>(0.35458, 0.90834, 0.13383),
        vec3<f32>(0.04823, 0.01566, 0.83777),
    );
    let out_of = mat3x3<f32>(
        vec3<f32>(1.60475, -0.10208, -0.00327),
        vec3<f32>(-0.53108, 1.10813, -0.07276),
        vec3<f32>(-0.07367, -0.00605, 1.07602),
    );
    let v = into * color;
    let a = v * (v + 0.0245786) - 0.000090537;
    let b = v * (0.983729 * v + 0.4329510) + 0.238081;
    return clamp(out_of * (a / b), vec3<f32>(0.0), vec3<f32>(1.0));
}

fn encode(c: vec3<f32>) -> vec3<f32> {
    let curve = 1.055 * pow(max(c, vec3<f32>(1e-6)), vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(curve, c * 12.92, c <= vec3<f32>(0.0031308));
}

fn decode(c: vec3<f32>) -> vec3<f32> {
    let curve = pow((c + 0.055) / 1.055, vec3<f32>(2.4));
    return select(curve, c / 12.92, c <= vec3<f32>(0.04045));
}

// The picture's colour at a pixel, sRGB-encoded.
fn picture(pixel: vec2<f32>) -> vec3<f32> {
    let position = pixel - vec2<f32>(frame.zenith.w, frame.horizon.w); // in the view
    let size = vec2<f32>(textureDimensions(hdr));
    let light = textureLoad(hdr, vec2<i32>(position), 0).rgb;
    let off = (position / size - 0.5) * 2.0;
    let vignette = 1.0 - frame.sun_color.w * smoothstep(0.3, 1.6, dot(off, off) * 0.8);
    // A value that is not finite would blacken nothing but itself: it is clamped to the brightest that counts.
    let exposed = min(max(light, vec3<f32>(0.0)), vec3<f32>(60000.0)) * (frame.eye.w * vignette);
    // Interleaved gradient noise (Jimenez 2014): the same for every frame, so equal frames are equal bytes.
    let pattern = fract(52.9829189 * fract(dot(position, vec2<f32>(0.06711056, 0.00583715))));
    return clamp(encode(filmic(exposed)) + (pattern - 0.5) / 255.0, vec3<f32>(0.0), vec3<f32>(1.0));
}

// For a target that stores what it is given.
@fragment
fn fs_encoded(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    return vec4<f32>(picture(position.xy), 1.0);
}

// For a target whose format encodes on writing.
@fragment
fn fs_linear(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    return vec4<f32>(decode(picture(position.xy)), 1.0);
}
