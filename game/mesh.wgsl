// Opaque meshes: one sun, hemispherical light of the sky, up to 16 point lights, GGX highlights, procedural grain, fog.

// Rows of an entity's world matrix.
struct World {
    row0: vec4<f32>,
    row1: vec4<f32>,
    row2: vec4<f32>,
}

struct Look {
    base: vec4<f32>,     // rgb: colour; w: roughness
    emissive: vec4<f32>, // rgb: radiance; w: 1 where radiance sits in the hollows of the grain
    grain: vec4<f32>,    // x: strength; yzw: cells per metre along the mesh's axes
}

@group(1) @binding(0) var<storage, read> worlds: array<World>;
@group(1) @binding(1) var<storage, read> looks: array<Look>;

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) slot: u32, // one for each instance
}

struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) local: vec3<f32>,
    @location(3) @interpolate(flat) base: vec4<f32>,
    @location(4) @interpolate(flat) emissive: vec4<f32>,
    @location(5) @interpolate(flat) grain: vec4<f32>,
    // Columns of the cofactor matrix: they turn gradients and normals into the world, up to a positive factor.
    @location(6) @interpolate(flat) cofactor_x: vec3<f32>,
    @location(7) @interpolate(flat) cofactor_y: vec3<f32>,
    @location(8) @interpolate(flat) cofactor_z: vec3<f32>,
}

@vertex
fn vs_mesh(in: Corner) -> Fragment {
    let world = worlds[in.slot];
    let look = looks[in.slot];
    let x = vec3<f32>(world.row0.x, world.row1.x, world.row2.x);
    let y = vec3<f32>(world.row0.y, world.row1.y, world.row2.y);
    let z = vec3<f32>(world.row0.z, world.row1.z, world.row2.z);
    let origin = vec3<f32>(world.row0.w, world.row1.w, world.row2.w);
    var out: Fragment;
    out.world = origin + x * in.position.x + y * in.position.y + z * in.position.z;
    out.clip = frame.view_projection * vec4<f32>(out.world, 1.0);
    // A mirrored mesh has a negative determinant; its sign keeps the normals outward.
    let handed = select(-1.0, 1.0, dot(cross(x, y), z) >= 0.0);
    out.cofactor_x = cross(y, z) * handed;
    out.cofactor_y = cross(z, x) * handed;
    out.cofactor_z = cross(x, y) * handed;
    out.normal = out.cofactor_x * in.normal.x + out.cofactor_y * in.normal.y + out.cofactor_z * in.normal.z;
    out.local = in.position * vec3<f32>(length(x), length(y), length(z));
    out.base = look.base;
    out.emissive = look.emissive;
    out.grain = look.grain;
    return out;
}

// Value noise and its gradient: x value in [0,1], yzw derivative. The blend is a quintic, so the gradient is smooth.
fn noise(p: vec3<f32>) -> vec4<f32> {
    let cell = vec3<i32>(floor(p));
    let f = fract(p);
    let u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    let a = cell_value(cell);
    let b = cell_value(cell + vec3<i32>(1, 0, 0));
    let c = cell_value(cell + vec3<i32>(0, 1, 0));
    let d = cell_value(cell + vec3<i32>(1, 1, 0));
    let e = cell_value(cell + vec3<i32>(0, 0, 1));
    let g = cell_value(cell + vec3<i32>(1, 0, 1));
    let h = cell_value(cell + vec3<i32>(0, 1, 1));
    let i = cell_value(cell + vec3<i32>(1, 1, 1));
    let kx = b - a;
    let ky = c - a;
    let kz = e - a;
    let kxy = a - b - c + d;
    let kyz = a - c - e + h;
    let kzx = a - b - e + g;
    let kxyz = b + c + e + i - a - d - g - h;
    let value = a + kx * u.x + ky * u.y + kz * u.z + kxy * u.x * u.y + kyz * u.y * u.z + kzx * u.z * u.x
        + kxyz * u.x * u.y * u.z;
    let slope = du * vec3<f32>(
        kx + kxy * u.y + kzx * u.z + kxyz * u.y * u.z,
        ky + kyz * u.z + kxy * u.x + kxyz * u.z * u.x,
        kz + kzx * u.x + kyz * u.y + kxyz * u.x * u.y,
    );
    return vec4<f32>(value, slope);
}

// Three octaves; the gradient is with respect to p.
fn grain_noise(p: vec3<f32>) -> vec4<f32> {
    let n1 = noise(p);
    let n2 = noise(p * 2.17 + vec3<f32>(11.3, 5.7, 3.1));
    let n3 = noise(p * 4.71 + vec3<f32>(1.9, 17.2, 8.4));
    let value = n1.x * 0.57 + n2.x * 0.29 + n3.x * 0.14;
    let slope = n1.yzw * 0.57 + n2.yzw * (0.29 * 2.17) + n3.yzw * (0.14 * 4.71);
    return vec4<f32>(value, slope);
}

struct Surface {
    normal: vec3<f32>,
    view: vec3<f32>,
    albedo: vec3<f32>,
    roughness: f32,
}

// Light of one direction that leaves the surface towards the eye: Lambert's diffuse part and a GGX highlight with
// Schlick's Fresnel term for a reflectance of 4 % (Walter 2007; visibility after Karis 2013).
fn reflected(s: Surface, to_light: vec3<f32>, radiance: vec3<f32>) -> vec3<f32> {
    let n_l = max(dot(s.normal, to_light), 0.0);
    let half_way = normalize(to_light + s.view + vec3<f32>(0.0, 1e-5, 0.0));
    let n_h = max(dot(s.normal, half_way), 0.0);
    let n_v = max(dot(s.normal, s.view), 1e-3);
    let v_h = max(dot(s.view, half_way), 0.0);
    let a2 = s.roughness * s.roughness * s.roughness * s.roughness;
    let denominator = n_h * n_h * (a2 - 1.0) + 1.0;
    let k = (s.roughness + 1.0) * (s.roughness + 1.0) * 0.125;
    let visibility = 0.25 / ((n_l * (1.0 - k) + k) * (n_v * (1.0 - k) + k));
    let f = 1.0 - v_h;
    let fresnel = 0.04 + 0.96 * (f * f) * (f * f) * f;
    let highlight = a2 / (3.14159265 * denominator * denominator) * visibility * fresnel;
    return (s.albedo * (1.0 / 3.14159265) + highlight) * radiance * n_l;
}

@fragment
fn fs_mesh(in: Fragment) -> @location(0) vec4<f32> {
    let to_eye = toward_eye(in.world);
    let distance = length(to_eye);
    var s: Surface;
    s.view = to_eye / max(distance, 1e-4);
    s.normal = normalize(in.normal);
    s.albedo = in.base.rgb;
    s.roughness = in.base.w;

    var glow = in.emissive.rgb;
    if in.grain.x > 0.0 {
        let cells = in.grain.yzw;
        let g = grain_noise(in.local * cells);
        // Relief: the surface is pushed along its normal by the noise, a quarter of a cell deep at strength 1.
        let along = g.yzw;
        let slope = normalize(in.cofactor_x) * along.x + normalize(in.cofactor_y) * along.y
            + normalize(in.cofactor_z) * along.z;
        let flat_slope = slope - s.normal * dot(slope, s.normal);
        // Relief fades where a cell shrinks to a pixel, so that far ground does not sparkle.
        let pixel = distance * max(cells.x, max(cells.y, cells.z)) * 0.002;
        let sharpness = clamp(1.0 - pixel, 0.0, 1.0);
        s.normal = normalize(s.normal - flat_slope * (in.grain.x * 0.5 * sharpness));
        s.albedo = s.albedo * (1.0 + in.grain.x * (g.x - 0.5) * 1.6);
        let hollow = smoothstep(0.48, 0.28, g.x) * 2.0;
        glow = glow * mix(1.0, hollow, in.emissive.w);
    }

    let sky_side = s.normal.y * 0.5 + 0.5;
    let sky_light = mix(frame.ground.rgb, 0.5 * (frame.zenith.rgb + frame.horizon.rgb), sky_side);
    var light = s.albedo * sky_light * frame.sun_direction.w;
    light = light + reflected(s, frame.sun_direction.xyz, frame.sun_color.rgb);
    let count = i32(frame.right.w);
    for (var i = 0; i < count; i = i + 1) {
        let lamp = frame.lights[i];
        let to_lamp = lamp.place.xyz - in.world;
        let d2 = dot(to_lamp, to_lamp);
        // Inverse square, brought to zero at the light's range (Karis 2013); 1 cm keeps it finite.
        let q = d2 * lamp.place.w * lamp.place.w;
        let window = clamp(1.0 - q * q, 0.0, 1.0);
        let falloff = window * window / (d2 + max(lamp.color.w, 1e-4));
        light = light + reflected(s, to_lamp * inverseSqrt(max(d2, 1e-8)), lamp.color.rgb * falloff);
    }
    light = light + glow;

    let clear = exp(-distance * frame.forward.w);
    let toward = vec3<f32>(-s.view.x, max(-s.view.y, 0.0), -s.view.z);
    return vec4<f32>(mix(sky_gradient(toward), light, clear), 1.0);
}
