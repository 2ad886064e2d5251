package game

import (
	"reflect"
	"strings"
	"testing"
)

// The blocks are written by Go and read by WGSL: same order, same sizes, and so the same offsets, as every member of 16
// bytes or more stands before those of 4, or among its like.
func TestUniformsHaveTheLayoutOfTheShaders(t *testing.T) {
	sizes := map[string]uintptr{"f32": 4, "vec4<f32>": 16, "mat4x4<f32>": 64, "array<Light, 16>": 16 * 32, "Lens": 16 * 5}
	for name, typ := range map[string]reflect.Type{
		"Frame": reflect.TypeFor[frameUniform](),
		"Light": reflect.TypeFor[lightUniform](),
		"Lens":  reflect.TypeFor[lens](),
		"Fog":   reflect.TypeFor[fogBlock](),
		"Bloom": reflect.TypeFor[bloomBlock](),
		"Blur":  reflect.TypeFor[dofBlock](),
	} {
		_, body, _ := strings.Cut(frameWGSL+lensWGSL+fogWGSL+bloomWGSL+dofWGSL, "struct "+name+" {")
		body, _, _ = strings.Cut(body, "}")
		var offset uintptr
		var field int
		for line := range strings.Lines(body) {
			code, _, _ := strings.Cut(line, "//")
			member, wgslType, found := strings.Cut(strings.TrimSpace(code), ": ")
			if !found {
				continue
			}
			size := sizes[strings.TrimSuffix(strings.TrimSpace(wgslType), ",")]
			f := typ.Field(field)
			if goName := strings.ReplaceAll(member, "_", ""); !strings.EqualFold(goName, f.Name) || f.Offset != offset || f.Type.Size() != size || size == 0 {
				t.Errorf("%s.%s: %s at %d with %d bytes in WGSL, %s at %d with %d in Go", name, member, goName, offset, size, f.Name, f.Offset, f.Type.Size())
			}
			offset += size
			field++
		}
		if field != typ.NumField() || offset != typ.Size() {
			t.Errorf("%s has %d members and %d bytes in WGSL, %d and %d in Go", name, field, offset, typ.NumField(), typ.Size())
		}
	}
	if lookSize != 48 {
		t.Errorf("a look has %d bytes", lookSize)
	}
}
