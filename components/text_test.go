package components

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// checkWords holds the words of one type to the names of its constants.
func checkWords[K interface {
	~uint32
	String() string
}](t *testing.T, w words) {
	t.Helper()
	for i := range len(w.list) + 1 {
		named := !strings.Contains(K(i).String(), "(")
		if named != (i < len(w.list)) {
			t.Errorf("%v: there are %d words; each constant needs one, in its order", K(i), len(w.list))
			return
		}
	}
	for i, word := range w.list {
		if !strings.HasSuffix(strings.ToLower(K(i).String()), strings.ReplaceAll(word, "-", "")) {
			t.Errorf("the word of %v is %q", K(i), word)
		}
		text, err := json.Marshal(K(i))
		if err != nil || string(text) != `"`+word+`"` {
			t.Errorf("%v is written as %s, %v", K(i), text, err)
		}
		read := K(77)
		if err := json.Unmarshal(text, &read); err != nil || read != K(i) {
			t.Errorf("%s is read as %v, %v", text, read, err)
		}
	}
	var unknown *WordError
	if _, err := any(K(77)).(encoding.TextMarshaler).MarshalText(); !errors.As(err, &unknown) {
		t.Errorf("a kind without a word: %v", err)
	}
	kind := K(0)
	err := any(&kind).(encoding.TextUnmarshaler).UnmarshalText([]byte("nonsense"))
	if !errors.As(err, &unknown) || unknown.Word != "nonsense" {
		t.Fatalf("a word without a kind: %v", err)
	}
	for _, word := range w.list {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not offer %q", err, word)
		}
	}
}

func TestEveryKindIsAWord(t *testing.T) {
	checkWords[Blending](t, blendingWords)
	checkWords[DriverKind](t, driverKindWords)
	checkWords[ShapeKind](t, shapeKindWords)
	checkWords[Space](t, spaceWords)
	checkWords[FullPolicy](t, fullPolicyWords)
	checkWords[HiddenPolicy](t, hiddenPolicyWords)
	checkWords[VelocityKind](t, velocityKindWords)

	var kind ShapeKind
	err := kind.UnmarshalText([]byte("ball"))
	if want := `"ball" is no kind of shape; it must be point, box, sphere`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
}

// A kind that is added to a component without words would be written as a bare number.
func TestNoKindIsANumber(t *testing.T) {
	var visit func(path string, of reflect.Type)
	visit = func(path string, of reflect.Type) {
		if of.Kind() == reflect.Uint32 && of.Name() != "uint32" {
			if !reflect.PointerTo(of).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
				t.Errorf("%s: %v has no words; give it some in text.go", path, of)
			}
		}
		if of.Kind() == reflect.Struct {
			for i := range of.NumField() {
				visit(path+"."+of.Field(i).Name, of.Field(i).Type)
			}
		}
	}
	for _, component := range []any{Emitter{}, Pool{}, Driver{}, Transform{}} {
		visit(reflect.TypeOf(component).Name(), reflect.TypeOf(component))
	}
}

// there and back through encoding/json, into a zero value as a loader has it.
func survives[T comparable](t *testing.T, value T) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Errorf("%+v: %v", value, err)
		return
	}
	var back T
	if err := json.Unmarshal(text, &back); err != nil || back != value {
		t.Errorf("%s\nis read as %+v\nand was     %+v (%v)", text, back, value, err)
	}
}

// fill gives every exported field of a struct, however deep, a value of its own.
func fill(v reflect.Value, next *float64) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), next)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Float32:
		v.SetFloat(*next + 0.1)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(-int64(*next))
	case reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next))
		if v.Addr().Type().Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
			v.SetUint(1)
			if _, err := v.Interface().(encoding.TextMarshaler).MarshalText(); err != nil {
				v.SetUint(0) // it has one kind only
			}
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("name \"quoted\" — ü")
	}
}

func filled[T any]() T {
	var value T
	next := 0.
	fill(reflect.ValueOf(&value).Elem(), &next)
	return value
}

func TestEveryFieldOfEveryComponentSurvivesJSON(t *testing.T) {
	emitter := filled[Emitter]()
	if emitter.Shape.Radius == 0 || emitter.UVRects[7][3] == 0 || !emitter.Stopped {
		t.Fatalf("the test fills too little: %+v", emitter)
	}
	forget(&emitter)
	survives(t, emitter)
	survives(t, filled[Pool]())
	survives(t, filled[Driver]())
	survives(t, filled[Transform]())
	survives(t, filled[Particle]())
	survives(t, filled[SpawnShape]())
	survives(t, filled[VelocityPattern]())
	survives(t, filled[Range]())
	survives(t, filled[ColorRange]())
	survives(t, EmitsInto{})

	survives(t, Emitter{})
	survives(t, Pool{})
	survives(t, Transform{})
	survives(t, Fire())
	survives(t, Smoke())
	survives(t, Emitter{Seed: 1<<64 - 1})
}

// forget clears what is pending.
func forget(e *Emitter) {
	value := reflect.ValueOf(e).Elem()
	for i := range value.NumField() {
		if strings.HasPrefix(value.Type().Field(i).Name, "Pending") {
			value.Field(i).SetZero()
		}
	}
}

func TestAnyFloatSurvivesJSON(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.Float32()
		survives(t, Emitter{
			Rate: number.Draw(rt, "rate"), Gravity: mgl32.Vec3{number.Draw(rt, "x"), number.Draw(rt, "y"), number.Draw(rt, "z")},
			Life: Between(number.Draw(rt, "low"), number.Draw(rt, "high")), Seed: rapid.Uint64().Draw(rt, "seed"),
		})
		survives(t, Transform{Rotation: mgl32.Quat{W: number.Draw(rt, "w"), V: mgl32.Vec3{0, number.Draw(rt, "v"), 0}}})
	})
}

func TestFilesLeaveOutWhatIsUnsetAndWhatIsPending(t *testing.T) {
	e := Emitter{Label: "spark", Rate: 3, Blending: Alpha}
	e.Burst(12)
	text, err := json.Marshal(&e)
	if want := `{"Label":"spark","Rate":3,"Blending":"alpha"}`; err != nil || string(text) != want {
		t.Errorf("got %s, %v; want %s", text, err, want)
	}
	var back Emitter
	if err := json.Unmarshal([]byte(`{"Rate": 8}`), &back); err != nil || back != (Emitter{Rate: 8}) {
		t.Errorf("got %+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"Shape": {"Kind": "cube"}}`), &back); err == nil || !strings.Contains(err.Error(), "box") {
		t.Errorf("a wrong word: %v", err)
	}
}
