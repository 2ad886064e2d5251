// Draws each living particle as a square that faces the camera: a strip of four
// vertices per instance, the instance's slot read from the compacted index.
// Size, angle and fade are closed forms of age and cost no memory traffic per step.

struct View {
    view_projection: mat4x4<f32>,
    right: vec4<f32>,          // the camera's axes in world space, unit length
    up: vec4<f32>,
    rewind: vec4<f32>,         // x: share of the last step to go back, for frames between steps
    fog: ParticleFog,
}

@group(0) @binding(0) var<uniform> view: View;

@group(1) @binding(0) var<storage, read> table: StepTable;
@group(1) @binding(1) var<storage, read> position_expiry: array<vec4<f32>>;
@group(1) @binding(2) var<storage, read> velocity_max_life: array<vec4<f32>>;
@group(1) @binding(3) var<storage, read> size_spin: array<vec4<f32>>;
@group(1) @binding(4) var<storage, read> color: array<vec4<f32>>;
@group(1) @binding(5) var<storage, read> uv_rect: array<vec4<f32>>;
@group(1) @binding(6) var<storage, read> owner: array<u32>;
@group(1) @binding(7) var<storage, read> index: array<u32>;

@group(2) @binding(0) var image: texture_2d<f32>;
@group(2) @binding(1) var image_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) @interpolate(flat) rect: vec4<f32>,
    @location(2) @interpolate(flat) color: vec4<f32>,
    @location(3) @interpolate(flat) haze: vec3<f32>, // light of the fog before it
}

fn unpacked(halves: array<u32, 2>) -> vec4<f32> {
    return vec4<f32>(unpack2x16float(halves[0]), unpack2x16float(halves[1]));
}

// A place in an emitter's own axes, seen from the world: between the last two steps as the picture is.
fn placed(lane: u32, local: vec3<f32>) -> vec3<f32> {
    let p = vec4<f32>(local, 1.0);
    var world: vec3<f32>;
    for (var axis = 0u; axis < 3u; axis = axis + 1u) {
        let now = bitcast<vec4<f32>>(table.lanes[lane + axis]);
        let before = bitcast<vec4<f32>>(table.lanes[lane + 3u + axis]);
        world[axis] = dot(mix(now, before, view.rewind.x), p);
    }
    return world;
}

@vertex
fn vs_main(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Corner {
    let slot = index[instance];
    let p = position_expiry[slot];
    let v = velocity_max_life[slot];
    let spin = size_spin[slot];
    var rect = uv_rect[slot];
    let row = emitter_row(owner[slot]);

    let back = view.rewind.x * row.dt;
    let left = p.w - row.clock + back;
    var age = v.w - left;
    let t = clamp(left / max(v.w, 1e-6), 0.0, 1.0); // share of the life that is left
    var tint = color[slot];
    var factor = 1.0;
    var unborn = false;
    if ((row.flags & row_as_written) != 0u) {
        age = 0.0;
        if (rect.z == 0.0 && rect.w == 0.0) {
            rect = vec4<f32>(0.0, 0.0, 1.0, 1.0); // none was written: the whole texture
        }
    } else {
        unborn = age < -1e-4 - 1e-6 * p.w; // by more than the rounding of the clock
        factor = row.size_end + (row.size_start - row.size_end) * t;
        if ((row.flags & row_ramp) != 0u) {
            tint = tint * mix(unpacked(row.color_end), unpacked(row.color_start), t);
        } else {
            tint.a = tint.a * t;
        }
    }
    var size = max(0.0, spin.x + spin.y * age) * factor;
    if (unborn || (row.flags & row_hidden) != 0u) {
        size = 0.0; // unborn between two steps, or not to be seen
    }
    let angle = spin.z + spin.w * age;

    let q = vec2<f32>(f32(vertex & 1u) - 0.5, f32(vertex >> 1u) - 0.5);
    let c = cos(angle);
    let s = sin(angle);
    let offset = vec2<f32>(q.x * c - q.y * s, q.x * s + q.y * c) * size;
    var middle = p.xyz - v.xyz * back;
    if ((row.flags & row_local) != 0u) {
        middle = placed(row.place, middle);
    }
    let world = middle + view.right.xyz * offset.x + view.up.xyz * offset.y;

    var out: Corner;
    out.clip = view.view_projection * vec4<f32>(world, 1.0);
    // The first row of an image is its top, so v runs downwards inside the rectangle.
    out.uv = vec2<f32>(rect.x + (q.x + 0.5) * rect.z, rect.y + (0.5 - q.y) * rect.w);
    out.rect = rect;
    out.color = tint;
    out.haze = vec3<f32>(0.0);
    if view.fog.color.w > 0.0 {
        let clear = clear_share(view.fog, middle);
        out.color = vec4<f32>(tint.rgb * clear, tint.a);
        out.haze = view.fog.color.rgb * (1.0 - clear);
    }
    return out;
}

fn textured(corner: Corner) -> vec4<f32> {
    // Half a texel inside the rectangle: filtering must not fetch a neighbouring cell.
    let inset = 0.5 / vec2<f32>(textureDimensions(image));
    let uv = clamp(corner.uv, corner.rect.xy + inset, corner.rect.xy + corner.rect.zw - inset);
    let texel = textureSample(image, image_sampler, uv);
    return corner.color * texel;
}

// Both are premultiplied, so that an additive particle fades with its alpha.
@fragment
fn fs_main(corner: Corner) -> @location(0) vec4<f32> {
    let color = textured(corner);
    return vec4<f32>((color.rgb + corner.haze) * color.a, color.a);
}

@fragment
fn fs_additive(corner: Corner) -> @location(0) vec4<f32> {
    let color = textured(corner);
    return vec4<f32>(color.rgb * color.a, color.a);
}
