package effects

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

func campfire(t *testing.T) (*Effect, string) {
	t.Helper()
	data, err := os.ReadFile("testdata/campfire.json")
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse("testdata/campfire.json", data)
	if err != nil {
		t.Fatal(err)
	}
	return e, string(data)
}

func TestAFileIsReadFieldByField(t *testing.T) {
	e, _ := campfire(t)
	if e.Name != "campfire" || len(e.Pools) != 1 || len(e.Emitters) != 4 {
		t.Fatalf("got %+v", e)
	}
	if want := (Pool{Pool: components.Pool{Label: "smoke", MaxParticles: 1024, Blending: components.Alpha, Order: -1}}); e.Pools[0] != want {
		t.Errorf("the pool is %+v", e.Pools[0])
	}
	flames := Part{At: components.Transform{Position: mgl32.Vec3{0, 0.36, 0}}, Emitter: components.Emitter{
		Label: "flames", Rate: 760, Drag: 0.2, Gravity: mgl32.Vec3{0, 1.2, 0},
		Shape: components.SpawnBox(mgl32.Vec3{0.17, 0.14, 0.17}), Velocity: components.VelocityCone(7),
		Speed: components.Between(0.5, 1.3), Life: components.Between(0.35, 0.95), Size: components.Between(0.2, 0.36),
		SizeGrowth: -0.34, AlphaScale: 0.34, Angle: components.Between(0, 6.2831855), AngularVelocity: components.PlusMinus(8),
		Color: components.ColorRange{Min: mgl32.Vec3{1, 0.17, 0.01}, Max: mgl32.Vec3{1, 0.4, 0.05}},
	}}
	if e.Emitters[0] != flames {
		t.Errorf("the flames are %+v", e.Emitters[0])
	}
	sparks := e.Emitters[1]
	turned := mgl32.QuatRotate(mgl32.DegToRad(45), mgl32.Vec3{0, 1, 0})
	if sparks.Burst != 20 || sparks.At.Scale != (mgl32.Vec3{0.5, 0.5, 0.5}) || !sparks.At.Rotation.ApproxEqualThreshold(turned, 1e-6) {
		t.Errorf("the sparks are %+v", sparks)
	}
	embers := e.Emitters[2].Emitter
	if embers.Velocity != components.VelocitySphere() || embers.Life != components.Exactly(2) || embers.UVRectsCount != 2 ||
		embers.UVRects[1] != [4]float32{0.5, 0, 0.5, 1} || embers.Color.Min != (mgl32.Vec3{1, 0.3, 0.1}) || embers.Color.Max != embers.Color.Min {
		t.Errorf("the embers are %+v", embers)
	}
	if smoke := e.Emitters[3]; smoke.Pool != "smoke" || smoke.Emitter.Blending != components.Alpha {
		t.Errorf("the smoke is %+v", smoke)
	}
}

func TestAFileIsWrittenAsItWasRead(t *testing.T) {
	e, data := campfire(t)
	written, err := e.Marshal()
	if err != nil || string(written) != data {
		t.Errorf("got %s, %v", written, err)
	}
}

func TestWhatIsLeftOutIsTheDefault(t *testing.T) {
	e, err := Parse("effects/dust.json", []byte("\ufeff{\"emitters\": [{}]}"))
	if err != nil || e.Name != "dust" || len(e.Emitters) != 1 || e.Emitters[0] != (Part{}) {
		t.Errorf("got %+v, %v", e, err)
	}
}

func TestErrorsSayFileLineFieldAndRemedy(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"a value out of its bounds", "{\"emitters\": [{\"label\": \"flames\",\n\"rate\": -3}]}",
			`fire.json:2: emitter "flames": rate is -3; it must be a finite number of particles per second, 0 or more`},
		{"without a label", `{"emitters": [{}, {"drag": -1}]}`,
			`fire.json:1: emitter 2: drag is -1; it must be between 0 and 1 000 000 per second`},
		{"a number in an array", "{\"emitters\": [{\"gravity\": [0,\n0,\n1e9]}]}",
			`fire.json:3: emitter 1: gravity[2] is 1e+09; it must be between -1 000 000 and 1 000 000 world units per second²`},
		{"an end of a range", "{\"emitters\": [{\"life\":\n[0.00001, 1]}]}",
			`fire.json:2: emitter 1: life.min is 1e-05; it must be between 0.001 and 10 000 seconds`},
		{"a range upside down", `{"emitters": [{"life": [5, 1]}]}`,
			`fire.json:1: emitter 1: life.min is 5; it must not be greater than life.max, which is 1`},
		{"a place", `{"emitters": [{"label": "a", "at": {"position": [0, 1e7, 0]}}]}`,
			`fire.json:1: emitter "a": at.position[1] is 1e+07; it must be between -1 000 000 and 1 000 000 world units`},
		{"a missing value", "{\"pools\": [\n{\"label\": \"p\"}]}",
			`fire.json:2: pool "p": maxParticles is 0; it must be between 1 and 8 388 608`},
		{"a misspelt key", `{"emitters": [{"label": "a", "colour": [1, 0, 0]}]}`,
			`fire.json:1: emitter "a": colour is no known key; did you mean "color"?`},
		{"a key of another case", `{"emitters": [{"Rate": 1}]}`,
			`fire.json:1: emitter 1: Rate is no known key; did you mean "rate"?`},
		{"a misspelt key at the top", `{"emiters": []}`,
			`fire.json:1: effect: emiters is no known key; did you mean "emitters"?`},
		{"a key like no other", `{"a b": 1}`,
			`fire.json:1: effect: "a b" is no known key; remove it; there are name, pools, emitters`},
		{"a deeper key", `{"emitters": [{"shape": {"kind": "box", "halfExtent": [1, 1, 1]}}]}`,
			`fire.json:1: emitter 1: shape.halfExtent is no known key; did you mean "halfExtents"?`},
		{"a key given twice", "{\"emitters\": [{\"drag\": 1,\n\"drag\": 2}]}",
			`fire.json:2: emitter 1: drag is given twice; remove one; the other is in line 1`},
		{"a wrong word", `{"emitters": [{"blending": "additiv"}]}`,
			`fire.json:1: emitter 1: blending is "additiv"; it must be additive or alpha`},
		{"a number for a word", `{"emitters": [{"blending": 1}]}`,
			`fire.json:1: emitter 1: blending is 1; it must be additive or alpha`},
		{"a text for a number", `{"emitters": [{"rate": "fast"}]}`,
			`fire.json:1: emitter 1: rate is "fast"; it must be a number, without quotes`},
		{"a text for a switch", `{"emitters": [{"stopped": "yes"}]}`,
			`fire.json:1: emitter 1: stopped is "yes"; it must be true or false, without quotes`},
		{"a number for a text", `{"name": 1}`,
			`fire.json:1: effect: name is 1; it must be a text between double quotes`},
		{"a text for a range", `{"emitters": [{"speed": "fast"}]}`,
			`fire.json:1: emitter 1: speed is "fast"; it must be a number, or two: [from, to]`},
		{"three ends of a range", `{"emitters": [{"speed": [1, 2, 3]}]}`,
			`fire.json:1: emitter 1: speed is [1, 2, 3]; it must be a number, or two: [from, to]`},
		{"a number for a colour", `{"emitters": [{"color": 1}]}`,
			`fire.json:1: emitter 1: color is 1; it must be an array of 3 numbers, or two of them: [[…], […]]`},
		{"two numbers for three", `{"emitters": [{"gravity": [1, 2]}]}`,
			`fire.json:1: emitter 1: gravity is [1, 2]; it must be an array of 3 numbers, such as [0, 0, 0]`},
		{"a number for a shape", `{"emitters": [{"shape": 4}]}`,
			`fire.json:1: emitter 1: shape is 4; it must be a word, or an object with "kind" and what belongs to it`},
		{"a number for an emitter", `{"emitters": [4]}`, `fire.json:1: emitter 1: the value is 4; it must be an object: {…}`},
		{"an object for the emitters", `{"emitters": {}}`, `fire.json:1: effect: emitters is {}; it must be an array of objects: [{…}, {…}]`},
		{"null", `{"emitters": [{"rate": null}]}`, `fire.json:1: emitter 1: rate is null; leave it out for the default`},
		{"an array for the file", `[]`, `fire.json:1: effect: the value is []; it must be an object: {"emitters": [{…}]}`},
		{"a half", `{"pools": [{"label": "p", "maxParticles": 1.5}]}`,
			`fire.json:1: pool "p": maxParticles is 1.5; it must be a whole number`},
		{"a negative seed", `{"emitters": [{"seed": -1}]}`,
			`fire.json:1: emitter 1: seed is -1; it must be a whole number, 0 or more`},
		{"a number that is too great", `{"emitters": [{"rate": 1e99}]}`,
			`fire.json:1: emitter 1: rate is 1e99; it is too great for a number of 32 bits`},
		{"nine rectangles", `{"emitters": [{"uvRects": [0,0,0,0,0,0,0,0,0]}]}`,
			`fire.json:1: emitter 1: uvRects is [0, 0, 0, 0, 0, 0, 0, 0, 0]; it must be an array of up to 8`},
		{"a text in a rectangle", `{"emitters": [{"uvRects": [[0, 0, "1", 1]]}]}`,
			`fire.json:1: emitter 1: uvRects[0][2] is "1"; it must be a number, without quotes`},
		{"a rectangle beyond the texture", "{\"emitters\": [{\"uvRects\": [[0, 0, 1, 1],\n[0.5, 0, 1, 1]]}]}",
			`fire.json:2: emitter 1: uvRects[1] is [0.5 0 1 1]; it must have its origin and its end between 0 and 1 and a size greater than 0`},
		{"two angles", `{"emitters": [{"at": {"rotation": [1, 2]}}]}`,
			`fire.json:1: emitter 1: at.rotation is [1, 2]; it must be three angles in degrees, about x, y and z, or a quaternion [x, y, z, w]`},
		{"a text among the angles", `{"emitters": [{"at": {"rotation": [1, 2, "3"]}}]}`,
			`fire.json:1: emitter 1: at.rotation is "3"; it must be a number, without quotes`},
		{"a zero that would not be zero", `{"emitters": [{"color": [0, 0, 0]}]}`,
			`fire.json:1: emitter 1: color is [0, 0, 0]; that would mean the default, which is [1, 1, 1]; leave it out for that, or write something else than zero`},
		{"a pool that is not there", `{"pools": [{"label": "smoke", "maxParticles": 1}], "emitters": [{"pool": "smok"}]}`,
			`fire.json:1: emitter 1: pool is "smok"; the effect has no such pool; did you mean "smoke"?`},
		{"a pool where there is none", `{"emitters": [{"pool": "smoke"}]}`,
			`fire.json:1: emitter 1: pool is "smoke"; the effect has no pools; leave it out for the shared one`},
		{"a pool without a label", `{"pools": [{"maxParticles": 1}]}`,
			`fire.json:1: pool 1: label is ""; give it one, by which emitters name it`},
		{"two pools of one label", "{\"pools\": [{\"label\": \"p\", \"maxParticles\": 1},\n{\"label\": \"p\", \"maxParticles\": 1}]}",
			`fire.json:2: pool "p": label is "p"; another pool of the effect has that label; change one of them`},
		{"a burst out of bounds", `{"emitters": [{"burst": -1}]}`,
			`fire.json:1: emitter 1: burst is -1; it must be between 0 and 8 388 608`},
	} {
		e, err := Parse("fire.json", []byte(row.text))
		if err == nil || err.Error() != row.want || e != nil {
			t.Errorf("%s:\ngot  %v\nwant %s", row.name, err, row.want)
		}
		var field *components.FieldError
		if !errors.As(err, &field) || field.Remedy == "" {
			t.Errorf("%s: it is no FieldError", row.name)
		}
	}
}

func TestSyntaxErrorsSayLineColumnAndCause(t *testing.T) {
	for _, row := range []struct{ name, text, place, remedy string }{
		{"nothing", " ", "1:1", "the file is empty"},
		{"no end", "{\n\"emitters\": [", "2:13", "bracket"},
		{"a comma too many", "{\"emitters\": [\n  {},\n]}", "3:1", "remove the comma before it"},
		{"a comma too few", "{\"name\": \"a\"\n\"emitters\": []}", "2:1", "look for a missing comma"},
		{"a comment", "{\n  // fire\n}", "2:3", "JSON has no comments"},
		{"single quotes", "{'name': 1}", "1:2", "double quotes"},
		{"two values", "{}\n{}", "2:1", "look for"},
	} {
		_, err := Parse("fire.json", []byte(row.text))
		var at *FileError
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), "fire.json:"+row.place+": ") || !strings.Contains(err.Error(), row.remedy) {
			t.Errorf("%s: got %v", row.name, err)
		}
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: the cause is lost: %v", row.name, err)
		}
	}
}

func TestEverythingThatIsWrongIsSaidAtOnceInTheOrderOfTheLines(t *testing.T) {
	_, err := Parse("fire.json", []byte(`{
		"emitters": [
			{"label": "a", "rate": -1,
			 "sise": 4,
			 "size": "big", "sizeGrowth": 1e9},
			{"label": "b", "pool": "q"}],
		"pools": [{"label": 4}]}`))
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	want := []string{
		`fire.json:3: emitter "a": rate is -1; .*`,
		`fire.json:4: emitter "a": sise is no known key; did you mean "size"\?`,
		`fire.json:5: emitter "a": size is "big"; .*`,
		`fire.json:5: emitter "a": sizeGrowth is 1e\+09; .*`,
		`fire.json:7: pool 1: maxParticles is 0; .*`,
		`fire.json:7: pool 1: label is 4; .*`,
	}
	if len(lines) != len(want) {
		t.Fatalf("got %d errors, want %d:\n%v", len(lines), len(want), err)
	}
	for i, line := range lines {
		if !regexp.MustCompile("^" + want[i] + "$").MatchString(line) {
			t.Errorf("error %d is %s", i, line)
		}
	}
}

func TestWhatNoFileCanHoldIsNotWritten(t *testing.T) {
	unused := components.Emitter{Shape: components.SpawnShape{Radius: float32(nan())}}
	for _, row := range []struct {
		name   string
		effect Effect
		want   string
	}{
		{"an effect that is not valid", Effect{Emitters: []Part{{Emitter: components.Emitter{Rate: -1}}}}, "Rate is -1"},
		{"a driver of no kind", Effect{Pools: []Pool{{Pool: components.Pool{Label: "p", MaxParticles: 1}, Driver: components.Driver{Kind: 77}}}}, "Driver.Kind"},
		{"a number that is none, where it does not count", Effect{Emitters: []Part{{Emitter: unused}}}, "emitters[0].shape.radius is NaN"},
		{"a text that is none", Effect{Name: "\xff"}, "name is \"\\xff\"; it must be UTF-8"},
	} {
		data, err := row.effect.Marshal()
		if err == nil || !strings.Contains(err.Error(), row.want) || data != nil {
			t.Errorf("%s: got %s, %v", row.name, data, err)
		}
	}
}

func nan() float64 { zero := 0.; return zero / zero }

func TestEffectsLiveInsideOtherJSON(t *testing.T) {
	e, _ := campfire(t)
	type level struct{ Fires []Effect }
	data, err := json.Marshal(level{[]Effect{*e, {}}})
	if err != nil {
		t.Fatal(err)
	}
	var back level
	if err := json.Unmarshal(data, &back); err != nil || len(back.Fires) != 2 || !back.Fires[0].equal(e) || !back.Fires[1].equal(&Effect{}) {
		t.Errorf("got %+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"Fires": [{"nam": 1}]}`), &back); err == nil || !strings.Contains(err.Error(), "name") {
		t.Errorf("a wrong effect: %v", err)
	}
}

// The documentation shows the format by an example; it must be one.
func TestTheFileInTheDocumentationIsRead(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`(?m)^//\t(.*)$`).FindAllStringSubmatch(string(doc), -1)
	var file strings.Builder
	for _, line := range shown {
		file.WriteString(line[1] + "\n")
		if line[1] == "}" {
			break
		}
	}
	e, err := Parse("doc.json", []byte(file.String()))
	if err != nil || len(e.Emitters) != 2 {
		t.Errorf("got %+v, %v, from\n%s", e, err, file.String())
	}
}

// A scale, or a factor over life, of zero would mean the default, and a shape without its kind a point: they are
// refused.
func TestWhatWouldMeanSomethingElseIsRefused(t *testing.T) {
	for _, file := range []string{
		`{"emitters": [{"rate": 1, "at": {"scale": 0}}]}`, `{"emitters": [{"at": {"scale": [0, 0, 0]}}]}`,
		`{"emitters": [{"sizeOverLife": 0}]}`, `{"emitters": [{"colorOverLife": [[0, 0, 0, 0], [0, 0, 0, 0]]}]}`,
		`{"emitters": [{"shape": {"radius": 3}}]}`,
	} {
		_, err := Parse("flat.json", []byte(file))
		if err == nil || !strings.Contains(err.Error(), "flat.json:1") {
			t.Errorf("%s: %v", file, err)
		}
	}
	if _, err := Parse("flat.json", []byte(`{"emitters": [{"at": {"scale": [1, 0, 0]}}]}`)); err != nil {
		t.Errorf("flattened: %v", err)
	}
}

// A library without files says so.
func TestALibraryWithoutFilesIsAnError(t *testing.T) {
	if _, err := NewLibrary(nil).Load("fire"); !errors.Is(err, fs.ErrInvalid) || !strings.Contains(err.Error(), "os.DirFS") {
		t.Errorf("got %v", err)
	}
}
