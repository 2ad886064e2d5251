// What effects share: a triangle that covers the target.

struct Screen {
    @builtin(position) position: vec4<f32>, // pixels from the target's top left, at their centres
    @location(0) uv: vec2<f32>,             // 0 to 1 from the top left
}

@vertex
fn vs_screen(@builtin(vertex_index) index: u32) -> Screen {
    let corner = vec2<f32>(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    var out: Screen;
    out.position = vec4<f32>(corner, 0.0, 1.0);
    out.uv = vec2<f32>(corner.x * 0.5 + 0.5, 0.5 - corner.y * 0.5);
    return out;
}
