// Depth of field: what lies off the plane of focus is spread over its circle of confusion. Light is parted into what lies
// behind that plane and what lies before it, each gathered at half the size, and laid together again. What is sharp is in
// neither part, so it never smears into what is blurred; what is before the plane may lie over what is sharp.

struct Blur {
    depth: vec4<f32>,   // as in Lens
    focus: f32,         // metres along the line of sight
    growth: f32,        // pixels of radius, by which the circle grows with (distance − focus) / distance, or per metre
    perspective: f32,   // 1: divided by the distance; 0: an orthographic camera
    most: f32,          // pixels, the largest radius
}

@group(0) @binding(0) var<uniform> blur: Blur;
@group(0) @binding(1) var image: texture_2d<f32>;
// Binding 2 is depth_texture, whose type depends on the number of samples; their number is the constant samples.
@group(0) @binding(3) var far_part: texture_2d<f32>;
@group(0) @binding(4) var near_part: texture_2d<f32>;
@group(0) @binding(5) var smooth_sampler: sampler;

// Radius of the circle of confusion in pixels: positive behind the plane of focus. At an edge with several samples it is
// that of the sharpest: the pixel has light of both sides, and what is bright and sharp must not be spread.
fn radius_at(pixel: vec2<i32>) -> f32 {
    var sharpest = 1e9;
    for (var i = 0; i < samples; i = i + 1) {
        let depth = textureLoad(depth_texture, pixel, i).x; // i is the sample; of one sample, the mip level 0
        let along = (blur.depth.x + blur.depth.y * depth) / (blur.depth.z + blur.depth.w * depth);
        let radius = (along - blur.focus) * blur.growth / max(mix(1.0, along, blur.perspective), 1e-6);
        if abs(radius) < abs(sharpest) {
            sharpest = radius;
        }
    }
    return clamp(sharpest, -blur.most, blur.most);
}

// How much of a pixel with this radius is blurred: none below half a pixel, where it is as sharp as can be seen.
fn share(radius: f32) -> f32 {
    return smoothstep(0.5, 1.5, radius);
}

struct Parts {
    @location(0) far: vec4<f32>,  // rgb: light; w: radius in pixels of this size, 0: there is none
    @location(1) near: vec4<f32>, // the same
}

// Takes four pixels together, each to the part it belongs to.
@fragment
fn fs_parts(in: Screen) -> Parts {
    let last = vec2<i32>(textureDimensions(image)) - 1;
    let corner = vec2<i32>(in.position.xy) * 2;
    var out: Parts;
    out.far = vec4<f32>(0.0);
    out.near = vec4<f32>(0.0);
    var far_weight = 0.0;
    var near_weight = 0.0;
    for (var i = 0; i < 4; i = i + 1) {
        let pixel = min(corner + vec2<i32>(i & 1, i >> 1u), last);
        let light = min(max(textureLoad(image, pixel, 0).rgb, vec3<f32>(0.0)), vec3<f32>(60000.0));
        let radius = radius_at(pixel);
        let behind = share(radius);
        let before = share(-radius);
        out.far = vec4<f32>(out.far.rgb + light * behind, max(out.far.w, radius * 0.5 * ceil(behind)));
        out.near = vec4<f32>(out.near.rgb + light * before, max(out.near.w, -radius * 0.5 * ceil(before)));
        far_weight = far_weight + behind;
        near_weight = near_weight + before;
    }
    out.far = vec4<f32>(out.far.rgb / max(far_weight, 1e-6), out.far.w);
    out.near = vec4<f32>(out.near.rgb / max(near_weight, 1e-6), out.near.w);
    return out;
}

// A point of a disc of radius 1 that n points cover evenly: Vogel's spiral.
fn disc_point(i: i32, n: i32) -> vec2<f32> {
    let r = sqrt((f32(i) + 0.5) / f32(n));
    let turn = f32(i) * 2.39996323;
    return vec2<f32>(cos(turn), sin(turn)) * r;
}

fn inside(p: vec2<i32>) -> vec2<i32> {
    return clamp(p, vec2<i32>(0), vec2<i32>(textureDimensions(far_part)) - 1);
}

// What is behind: the mean over the pixel's own circle of those whose circles reach it. Premultiplied by 1 where there is
// any, 0 elsewhere.
fn gathered_far(at: vec2<i32>) -> vec4<f32> {
    let own = textureLoad(far_part, at, 0);
    if own.w <= 0.0 {
        return vec4<f32>(0.0);
    }
    var sum = vec4<f32>(own.rgb, 1.0);
    let n = clamp(i32(3.2 * own.w * own.w), 6, 96);
    for (var i = 0; i < n; i = i + 1) {
        let offset = disc_point(i, n) * own.w;
        let other = textureLoad(far_part, inside(at + vec2<i32>(round(offset))), 0);
        if other.w > 0.0 {
            sum = sum + vec4<f32>(other.rgb, 1.0) * clamp(other.w - length(offset) + 1.0, 0.0, 1.0);
        }
    }
    return vec4<f32>(sum.rgb / sum.w, 1.0);
}

// What is before, from as far as any circle reaches: each pixel's light is spread over the area of its circle. How much of
// it comes together here is how much it covers. Premultiplied.
fn gathered_near(at: vec2<i32>) -> vec4<f32> {
    let reach = max(blur.most * 0.5, 1.0);
    let n = clamp(i32(3.2 * reach * reach), 8, 96);
    var sum = vec4<f32>(0.0);
    for (var i = 0; i < n; i = i + 1) {
        let offset = disc_point(i, n) * reach;
        let other = textureLoad(near_part, inside(at + vec2<i32>(round(offset))), 0);
        let reaches = clamp(other.w - length(offset) + 0.5, 0.0, 1.0);
        let circle = max(other.w * other.w, 0.5);
        sum = sum + vec4<f32>(other.rgb, 1.0) * (reaches * share(other.w * 2.0) / circle);
    }
    sum = sum * (reach * reach / f32(n));
    return sum / max(sum.w, 1.0);
}

@fragment
fn fs_gather(in: Screen) -> Parts {
    let at = vec2<i32>(in.position.xy);
    var out: Parts;
    out.far = gathered_far(at);
    out.near = gathered_near(at);
    return out;
}

// Four reads around a pixel smooth what the spirals left uneven.
fn softened(part: texture_2d<f32>, uv: vec2<f32>) -> vec4<f32> {
    let t = 0.5 / vec2<f32>(textureDimensions(part));
    var sum = vec4<f32>(0.0);
    for (var i = 0; i < 4; i = i + 1) {
        let side = vec2<f32>(f32(i & 1) * 2.0 - 1.0, f32(i >> 1u) * 2.0 - 1.0);
        sum = sum + textureSampleLevel(part, smooth_sampler, uv + side * t, 0.0) * 0.25;
    }
    return sum;
}

@fragment
fn fs_lay(in: Screen) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(in.position.xy);
    var light = textureLoad(image, pixel, 0).rgb;
    let behind = share(radius_at(pixel));
    if behind > 0.0 {
        let far = softened(far_part, in.uv);
        light = mix(light, far.rgb / max(far.w, 1e-4), behind * step(1e-3, far.w));
    }
    let near = softened(near_part, in.uv);
    return vec4<f32>(light * (1.0 - near.w) + near.rgb, 1.0);
}
