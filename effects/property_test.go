package effects

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"

	"github.com/gomotes/motes/components"
)

// comesBack writes an effect and reads it again.
func comesBack(t rapid.TB, e *Effect) {
	t.Helper()
	data, err := e.Marshal()
	if err != nil {
		t.Fatalf("%+v: %v", e, err)
	}
	back, err := Parse("file.json", data)
	if err != nil {
		t.Fatalf("%s\n%v", data, err)
	}
	if e.Name == "" {
		back.Name = ""
	}
	if !back.equal(e) {
		t.Fatalf("%s\nis read as %+v\nand was     %+v", data, back, e)
	}
	if again, err := back.Marshal(); err != nil || e.Name != "" && string(again) != string(data) {
		t.Fatalf("written as\n%s\nand then as\n%s\n%v", data, again, err)
	}
}

// numbers draws values for one test run.
type numbers struct{ *rapid.T }

func (n numbers) float(low, high float32) float32 {
	return rapid.OneOf(rapid.Float32Range(low, high), rapid.SampledFrom([]float32{low, high, max(low, min(high, 1))})).Draw(n.T, "float")
}
func (n numbers) span(low, high float32) components.Range {
	a, b := n.float(low, high), n.float(low, high)
	return components.Between(min(a, b), max(a, b))
}
func (n numbers) vector(low, high float32) mgl32.Vec3 {
	return mgl32.Vec3{n.float(low, high), n.float(low, high), n.float(low, high)}
}
func (n numbers) maybe() bool { return rapid.Bool().Draw(n.T, "maybe") }

func (n numbers) rotation() mgl32.Quat {
	if n.maybe() {
		return fromDegrees([3]float32{n.float(-180, 180), n.float(-180, 180), n.float(-180, 180)})
	}
	v := n.vector(-1e30, 1e30)
	return mgl32.Quat{W: n.float(-2, 2), V: v}
}

func (n numbers) part(pools []Pool) Part {
	const most = components.MaxMagnitude
	p := Part{Burst: rapid.IntRange(0, components.MaxPoolParticles).Draw(n.T, "burst")}
	if len(pools) > 0 && n.maybe() {
		p.Pool = rapid.SampledFrom(pools).Draw(n.T, "pool").Pool.Label
	}
	if n.maybe() {
		p.At = components.Transform{Position: n.vector(-most, most), Rotation: n.rotation(), Scale: n.vector(-2, 2)}
	}
	p.Emitter = components.Emitter{
		Label: rapid.String().Draw(n.T, "label"), Seed: rapid.Uint64().Draw(n.T, "seed"),
		Rate: n.float(0, components.MaxRate), Drag: n.float(0, most), Gravity: n.vector(-most, most), Direction: n.vector(-most, most),
		Speed: n.span(-most, most), Size: n.span(0, most), SizeGrowth: n.float(-most, most), AlphaScale: n.float(0, 1),
		Angle: n.span(-most, most), AngularVelocity: n.span(-most, most), Stopped: n.maybe(),
		Blending: components.Blending(rapid.IntRange(0, 1).Draw(n.T, "blending")),
		Shape: rapid.SampledFrom([]components.SpawnShape{
			components.SpawnPoint(), components.SpawnBox(n.vector(0, most)), components.SpawnSphere(n.float(0, most)),
			components.SpawnPlane(n.vector(-1, 1), mgl32.Vec2{n.float(0, most), n.float(0, most)}),
		}).Draw(n.T, "shape"),
		Velocity: rapid.SampledFrom([]components.VelocityPattern{
			components.VelocityFixed(), components.VelocityCone(n.float(0, 180)), components.VelocitySphere(),
			components.VelocityBox(n.vector(-most, 0), n.vector(0, most)),
		}).Draw(n.T, "velocity"),
	}
	if n.maybe() {
		p.Emitter.Life = n.span(components.MinLife, components.MaxLife)
	}
	if n.maybe() {
		p.Emitter.Color = components.ColorRange{Min: n.vector(0, 1), Max: n.vector(1, components.MaxColor)}
	}
	p.Emitter.UVRectsCount = uint32(rapid.IntRange(0, components.MaxUVRects).Draw(n.T, "rectangles"))
	for i := range p.Emitter.UVRectsCount {
		p.Emitter.UVRects[i] = [4]float32{n.float(0, 0.5), n.float(0, 0.5), n.float(1e-9, 0.5), n.float(1e-9, 0.5)}
	}
	return p
}

func TestEveryValidEffectComesBackFromItsFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := numbers{rt}
		e := &Effect{Name: rapid.String().Draw(rt, "name")}
		for i := range rapid.IntRange(0, 2).Draw(rt, "pools") {
			e.Pools = append(e.Pools, Pool{Pool: components.Pool{
				Label:        fmt.Sprint(i, rapid.String().Draw(rt, "label")),
				MaxParticles: rapid.IntRange(1, components.MaxPoolParticles).Draw(rt, "capacity"),
				Blending:     components.Blending(rapid.IntRange(0, 1).Draw(rt, "blending")),
				Texture:      rapid.String().Draw(rt, "texture"), Order: rapid.Int().Draw(rt, "order"), Hidden: n.maybe(),
			}})
		}
		for range rapid.IntRange(0, 3).Draw(rt, "emitters") {
			e.Emitters = append(e.Emitters, n.part(e.Pools))
		}
		if err := e.Validate(); err != nil {
			rt.Fatalf("the test makes effects that are not valid: %v", err)
		}
		comesBack(rt, e)
	})
}

func TestPresetsComeBackFromTheirFiles(t *testing.T) {
	comesBack(t, &Effect{Name: "both", Emitters: []Part{{Emitter: components.Fire()}, {Emitter: components.Smoke()}}})
	comesBack(t, &Effect{})
	comesBack(t, &Effect{Emitters: []Part{{}}})
	if data, err := (&Effect{Name: "<fire & smoke>"}).Marshal(); err != nil || !strings.Contains(string(data), `"<fire & smoke>"`) {
		t.Errorf("got %s, %v", data, err)
	}
}

// fill gives every exported field a value of its own, valid or not.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Type().Field(i).IsExported() && !strings.HasPrefix(name, "Pending") {
				fill(v.Field(i), next)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), next)
		fill(v.Index(1), next)
	case reflect.Float32:
		v.SetFloat(float64(*next) + 0.1)
	case reflect.Int:
		v.SetInt(int64(-*next))
	case reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next))
		if v.Type().Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
			v.SetUint(1)
			if _, err := v.Interface().(encoding.TextMarshaler).MarshalText(); err != nil {
				v.SetUint(0) // there is one kind only
			}
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *next))
	}
}

// A field that is added to a component has to reach the files without anyone thinking of it.
func TestNoFieldIsForgottenInFiles(t *testing.T) {
	var e Effect
	next := 0
	fill(reflect.ValueOf(&e).Elem(), &next)
	for i := range e.Emitters {
		e.Emitters[i].Emitter.UVRectsCount = components.MaxUVRects
	}
	type plain Effect // without the methods that check
	encoder := &encoder{}
	var out strings.Builder
	encoder.value(reflect.ValueOf(plain(e)), "").write(&out, "")
	if err := errors.Join(encoder.errs...); err != nil {
		t.Fatal(err)
	}
	root, syntax := tree([]byte(out.String()))
	if syntax != nil {
		t.Fatal(syntax)
	}
	var back Effect
	d := newDecoder()
	d.decode(root, reflect.ValueOf(&back).Elem(), "")
	if len(d.errs) > 0 || !back.equal(&e) {
		t.Errorf("%s\nis read as %+v\nand was %+v\n%v", out.String(), back, e, d.errs)
	}
	for _, of := range []reflect.Type{reflect.TypeFor[Effect](), reflect.TypeFor[Pool](), reflect.TypeFor[Part]()} {
		seen := make(map[string]bool)
		for _, name := range names(keys(of)) {
			if seen[name] {
				t.Errorf("%v has the key %s twice", of, name)
			}
			seen[name] = true
		}
	}
}

func TestRotationsAreWrittenAsAnglesWhereThatLosesNothing(t *testing.T) {
	for _, row := range []struct {
		name   string
		angles [3]float32
	}{
		{"none", [3]float32{}}, {"about x", [3]float32{90, 0, 0}}, {"about y", [3]float32{0, 90, 0}},
		{"backwards", [3]float32{0, 0, -135}}, {"upside down", [3]float32{180, 0, 0}}, {"two", [3]float32{30, 45, 0}},
		{"all", [3]float32{10, -20, 30.5}}, {"a fraction", [3]float32{0, 0.25, 0}},
	} {
		q := fromDegrees(row.angles)
		if angles, ok := toDegrees(q); !ok || angles != row.angles {
			t.Errorf("%s: %v is written as %v, %v", row.name, row.angles, angles, ok)
		}
		x := mgl32.QuatRotate(mgl32.DegToRad(row.angles[0]), mgl32.Vec3{1, 0, 0})
		y := mgl32.QuatRotate(mgl32.DegToRad(row.angles[1]), mgl32.Vec3{0, 1, 0})
		z := mgl32.QuatRotate(mgl32.DegToRad(row.angles[2]), mgl32.Vec3{0, 0, 1})
		if z.Mul(y).Mul(x).Sub(q).Len() > 1e-6 {
			t.Errorf("%s: %v is not first about x, then y, then z: %v", row.name, row.angles, q)
		}
	}
	if _, ok := toDegrees(mgl32.Quat{W: 2, V: mgl32.Vec3{1, 0, 0}}); ok {
		t.Error("a quaternion that is not of unit length became angles")
	}
}

// FuzzParse: no input brings Parse down, and what it accepts is valid and comes back.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "[]", "null", "{\"emitters\": [{}]}", "\ufeff{}", `{"name": "\ud800", "pools": [{"label": "p", "maxParticles": 1}]}`,
		`{"emitters": [{"life": 2, "color": [1, 2, 3], "shape": "sphere", "at": {"rotation": [0, 0, 0, 0], "scale": -0}}]}`,
		`{"emitters": [{"life": [1, 2], "color": [[1, 2, 3], [4, 5, 6]], "uvRects": [[0, 0, 1, 1]], "pool": "p", "burst": 3}]}`,
		`{"emitters": [{"velocity": {"kind": "box", "min": [-1, 0, 0], "max": [1, 2, 3]}, "seed": 18446744073709551615}]}`,
		`{"a": {"a": {"a": [[[[1]]]]}}}`, "{\n\n\"emitters\":\n[,]}", `{"emitters": [{"rate": 1, "rate": 1, "rate": -0}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := Parse("f.json", data)
		if err != nil {
			var at *FileError
			if !errors.As(err, &at) || at.Line < 1 || at.Line > 1+strings.Count(string(data), "\n") || at.Column < 1 {
				t.Fatalf("no place in the file: %v", err)
			}
			return
		}
		if err := e.Validate(); err != nil {
			t.Fatal(err)
		}
		comesBack(t, e)
	})
}
