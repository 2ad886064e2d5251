// Bright light spreads, as it does in an eye or a lens: a chain of ever smaller pictures, each a filtered half of the one
// before, summed up again from the smallest to the largest (Jimenez, Next Generation Post Processing in Call of Duty, 2014).
// Every filter's weights add up to 1 and none looks at the brightness, so light is neither made nor lost, and a bright
// dot that moves by less than a pixel changes its halo by as little.

struct Bloom {
    threshold: f32, // radiance from which on light spreads
    intensity: f32, // share of it that does
    fine: f32,      // weight of this level
    coarse: f32,    // weight of the sum of the coarser ones
}

@group(0) @binding(0) var<uniform> bloom: Bloom;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;
@group(0) @binding(3) var coarser: texture_2d<f32>;

// The part of light that spreads. What is not finite would spread over the whole picture, and is cut off.
fn bright(light: vec3<f32>) -> vec3<f32> {
    let c = min(max(light, vec3<f32>(0.0)), vec3<f32>(60000.0));
    let level = max(c.r, max(c.g, c.b));
    return c * (max(level - bloom.threshold, 0.0) / max(level, 1e-6));
}

fn image_at(uv: vec2<f32>) -> vec3<f32> {
    return textureSampleLevel(image, smooth_sampler, uv, 0.0).rgb;
}

fn tap(uv: vec2<f32>, first: bool) -> vec3<f32> {
    let light = image_at(uv);
    if first {
        return bright(light);
    }
    return light;
}

// Half the picture: 13 reads cover 6 × 6 texels with a smooth kernel.
fn halved(uv: vec2<f32>, first: bool) -> vec3<f32> {
    let t = 1.0 / vec2<f32>(textureDimensions(image));
    var sum = tap(uv, first) * 0.125;
    for (var i = 0; i < 4; i = i + 1) {
        let side = vec2<f32>(f32(i & 1) * 2.0 - 1.0, f32(i >> 1u) * 2.0 - 1.0);
        let straight = vec2<f32>(side.x + side.y, side.y - side.x); // the same turned by 45°, 2 texels away
        sum = sum + tap(uv + side * t, first) * 0.125;
        sum = sum + tap(uv + side * t * 2.0, first) * 0.03125;
        sum = sum + tap(uv + straight * t, first) * 0.0625;
    }
    return sum;
}

@fragment
fn fs_first(in: Screen) -> @location(0) vec4<f32> {
    return vec4<f32>(halved(in.uv, true), 1.0);
}

@fragment
fn fs_down(in: Screen) -> @location(0) vec4<f32> {
    return vec4<f32>(halved(in.uv, false), 1.0);
}

// A tent over 3 × 3 texels of the coarser picture: it leaves no squares.
fn tent(uv: vec2<f32>) -> vec3<f32> {
    let t = 1.0 / vec2<f32>(textureDimensions(coarser));
    var sum = vec3<f32>(0.0);
    for (var y = -1; y <= 1; y = y + 1) {
        for (var x = -1; x <= 1; x = x + 1) {
            let weight = f32((2 - abs(x)) * (2 - abs(y))) / 16.0;
            sum = sum + textureSampleLevel(coarser, smooth_sampler, uv + vec2<f32>(f32(x), f32(y)) * t, 0.0).rgb * weight;
        }
    }
    return sum;
}

@fragment
fn fs_up(in: Screen) -> @location(0) vec4<f32> {
    return vec4<f32>(image_at(in.uv) * bloom.fine + tent(in.uv) * bloom.coarse, 1.0);
}

// What spreads is taken away where it comes from and added where it goes.
@fragment
fn fs_bloom(in: Screen) -> @location(0) vec4<f32> {
    let light = textureLoad(image, vec2<i32>(in.position.xy), 0).rgb;
    return vec4<f32>(light + (tent(in.uv) * bloom.coarse - bright(light)) * bloom.intensity, 1.0);
}
