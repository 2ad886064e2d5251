package effects

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-gl/mathgl/mgl32"
)

// encoder makes nodes of an effect. What JSON cannot hold is noted in errs.
type encoder struct {
	errs []error
}

// value makes the node of v. The path is for errors.
func (e *encoder) value(v reflect.Value, path string) *node {
	if word, ok := v.Interface().(encoding.TextMarshaler); ok {
		spelled, err := word.MarshalText()
		if err != nil {
			e.errs = append(e.errs, fmt.Errorf("%s: %w", path, err))
		}
		return &node{form: text, text: string(spelled)}
	}
	if q, ok := v.Interface().(mgl32.Quat); ok {
		return e.rotation(q)
	}
	switch v.Kind() {
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			e.errs = append(e.errs, fmt.Errorf("%s is %q; it must be UTF-8", path, v.String()))
		}
		return &node{form: text, text: v.String()}
	case reflect.Bool:
		return &node{form: boolean, text: strconv.FormatBool(v.Bool())}
	case reflect.Float32:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			e.errs = append(e.errs, fmt.Errorf("%s is %v, which no file can hold; it must be a finite number", path, f))
			return &node{form: null, text: "null"}
		}
		return &node{form: number, text: shortest(float32(v.Float()))}
	case reflect.Array, reflect.Slice:
		n := &node{form: array}
		for i := range v.Len() {
			n.items = append(n.items, e.value(v.Index(i), fmt.Sprintf("%s[%d]", path, i)))
		}
		return n
	case reflect.Struct:
		return e.structure(v, path)
	case reflect.Int, reflect.Int32, reflect.Int64:
		return &node{form: number, text: strconv.FormatInt(v.Int(), 10)}
	}
	return &node{form: number, text: strconv.FormatUint(v.Uint(), 10)}
}

func (e *encoder) structure(v reflect.Value, path string) *node {
	if isPair(v.Type()) {
		low, high := e.value(v.Field(0), path), e.value(v.Field(1), path)
		if inline(low) == inline(high) {
			return low
		}
		return &node{form: array, items: []*node{low, high}}
	}
	n := &node{form: object}
	table := keys(v.Type())
	for _, k := range table {
		if !k.unset(v) {
			n.members = append(n.members, member{key: k.name, value: e.field(k, v, join(path, k.name))})
		}
	}
	if hasKind(table) && len(n.members) == 1 && n.members[0].key == table[0].name {
		return n.members[0].value // the word stands for all
	}
	return n
}

// field is the node of the value of a key of v.
func (e *encoder) field(k key, v reflect.Value, path string) *node {
	field := v.FieldByIndex(k.index)
	if k.count != nil {
		used := min(int(v.FieldByIndex(k.count).Uint()), field.Len())
		list := reflect.MakeSlice(reflect.SliceOf(field.Type().Elem()), used, used)
		reflect.Copy(list, field)
		field = list
	}
	n := e.value(field, path)
	if k.even && inline(n.items[0]) == inline(n.items[1]) && inline(n.items[1]) == inline(n.items[2]) {
		return n.items[0]
	}
	return n
}

// encodeArray makes the node of an array of numbers that are known to be finite.
func encodeArray(v reflect.Value) *node { return (&encoder{}).value(v, "") }

// shortest is the number with as few digits as tell it from all others.
func shortest(f float32) string {
	digits, err := json.Marshal(f)
	if err != nil {
		return "null" // not reached: f is finite
	}
	return string(digits)
}

// width is how long a line may get before a value is spread over several.
const width = 100

// write appends a node, indented.
func (n *node) write(out *strings.Builder, indent string) {
	whole := inline(n)
	spread := indent == "" || len(indent)+utf8.RuneCountInString(whole) > width || n.hasObjects()
	if n.form != array && n.form != object || !spread || len(n.items)+len(n.members) == 0 {
		out.WriteString(whole)
		return
	}
	deeper := indent + "  "
	brackets := "[]"
	if n.form == object {
		brackets = "{}"
	}
	out.WriteByte(brackets[0])
	for i := range len(n.items) + len(n.members) {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n" + deeper)
		if n.form == array {
			n.items[i].write(out, deeper)
		} else {
			out.WriteString(quote(n.members[i].key) + ": ")
			n.members[i].value.write(out, deeper)
		}
	}
	out.WriteString("\n" + indent)
	out.WriteByte(brackets[1])
}

// hasObjects says whether it is an array of objects, each of which begins a line.
func (n *node) hasObjects() bool { return len(n.items) > 0 && n.items[0].form == object }

// inline is a node in one line.
func inline(n *node) string {
	parts := make([]string, 0, len(n.items)+len(n.members))
	switch n.form {
	case text:
		return quote(n.text)
	case array:
		for _, item := range n.items {
			parts = append(parts, inline(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case object:
		for _, m := range n.members {
			parts = append(parts, quote(m.key)+": "+inline(m.value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return n.text
}

// brief is a node as an error shows it.
func brief(n *node) string {
	whole := []rune(inline(n))
	if len(whole) > 40 {
		return string(whole[:39]) + "…"
	}
	return string(whole)
}

// quote writes a text as JSON does, without escaping what only HTML needs escaped.
func quote(s string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return `""` // not reached: every string can be written
	}
	return strings.TrimSuffix(out.String(), "\n")
}
