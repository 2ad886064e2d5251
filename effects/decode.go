package effects

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// decoder fills an effect from nodes and gathers what is wrong.
type decoder struct {
	errs []*FileError
	// at are the places of all values by their paths, such as emitters[2].life.
	at map[string]*node
	// bad are the paths of values that were refused, badInside those of what they are in.
	bad, badInside map[string]bool
	// label and owner name the pool or emitter that is being read, and its path.
	label, owner string
}

func newDecoder() *decoder {
	return &decoder{at: make(map[string]*node), bad: make(map[string]bool), badInside: make(map[string]bool), label: "effect"}
}

// path is that of a field of the owner, from the root.
func (d *decoder) path(field string) string {
	if d.owner == "" || field == "" {
		return d.owner + field
	}
	return d.owner + "." + field
}

// fail notes what is wrong with a field.
func (d *decoder) fail(n *node, field string, value any, remedy string) {
	d.errs = append(d.errs, &FileError{Line: n.line, Column: n.column, Err: &components.FieldError{
		Label: d.label, Field: field, Value: value, Remedy: remedy,
	}})
}

// refuse says that a value is not what it has to be.
func (d *decoder) refuse(n *node, field, remedy string) {
	if n.form == null {
		remedy = "leave it out for the default"
	}
	path := d.path(field)
	d.bad[path] = true
	for path != "" {
		path = outer(path)
		d.badInside[path] = true
	}
	if field == "" {
		field = "the value"
	}
	d.fail(n, field, brief(n), remedy)
}

// decode reads n into v, the value of a field of the owner.
func (d *decoder) decode(n *node, v reflect.Value, field string) {
	d.at[d.path(field)] = n
	if word, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		d.word(n, word, field)
		return
	}
	if rotation, ok := v.Addr().Interface().(*mgl32.Quat); ok {
		d.rotation(n, rotation, field)
		return
	}
	switch v.Kind() {
	case reflect.String:
		if n.form != text {
			d.refuse(n, field, "it must be a text between double quotes")
			return
		}
		v.SetString(n.text)
	case reflect.Bool:
		if n.form != boolean {
			d.refuse(n, field, "it must be true or false, without quotes")
			return
		}
		v.SetBool(n.text == "true")
	case reflect.Array:
		d.array(n, v, field)
	case reflect.Slice:
		d.slice(n, v, field)
	case reflect.Struct:
		d.structure(n, v, field)
	default:
		d.number(n, v, field)
	}
}

func (d *decoder) number(n *node, v reflect.Value, field string) {
	if n.form != number {
		d.refuse(n, field, "it must be a number, without quotes")
		return
	}
	bits := v.Type().Bits()
	switch {
	case v.CanFloat():
		f, err := strconv.ParseFloat(n.text, bits)
		if err != nil {
			d.refuse(n, field, "it is too great for a number of 32 bits")
			return
		}
		v.SetFloat(f)
	case v.CanInt():
		i, err := strconv.ParseInt(n.text, 10, bits)
		if err != nil {
			d.refuse(n, field, "it must be a whole number")
			return
		}
		v.SetInt(i)
	default:
		u, err := strconv.ParseUint(n.text, 10, bits)
		if err != nil {
			d.refuse(n, field, "it must be a whole number, 0 or more")
			return
		}
		v.SetUint(u)
	}
}

func (d *decoder) word(n *node, word encoding.TextUnmarshaler, field string) {
	var err error
	if n.form == text {
		err = word.UnmarshalText([]byte(n.text))
	} else {
		err = word.UnmarshalText(nil)
	}
	var unknown *components.WordError
	if errors.As(err, &unknown) {
		d.refuse(n, field, unknown.Remedy())
	} else if err != nil {
		d.refuse(n, field, err.Error())
	}
}

// array reads exactly as many items as v has.
func (d *decoder) array(n *node, v reflect.Value, field string) {
	if n.form != array || len(n.items) != v.Len() {
		d.refuse(n, field, fmt.Sprintf("it must be an array of %d numbers, such as %s", v.Len(), brief(encodeArray(v))))
		return
	}
	for i, item := range n.items {
		d.decode(item, v.Index(i), fmt.Sprintf("%s[%d]", field, i))
	}
}

// counted reads up to as many items as v has, and their number.
func (d *decoder) counted(n *node, v, count reflect.Value, field string) {
	d.at[d.path(field)] = n
	if n.form != array || len(n.items) > v.Len() {
		d.refuse(n, field, fmt.Sprintf("it must be an array of up to %d", v.Len()))
		return
	}
	for i, item := range n.items {
		d.decode(item, v.Index(i), fmt.Sprintf("%s[%d]", field, i))
	}
	count.SetUint(uint64(len(n.items)))
}

// slice reads the pools or the emitters.
func (d *decoder) slice(n *node, v reflect.Value, field string) {
	if n.form != array {
		d.refuse(n, field, "it must be an array of objects: [{…}, {…}]")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
	label := d.label
	for i, item := range n.items {
		kind, name := "pool", ""
		if v.Type().Elem() == reflect.TypeFor[Part]() {
			kind = "emitter"
		}
		if written := item.member("label"); written != nil && written.form == text {
			name = written.text
		}
		d.label, d.owner = named(kind, name, i), fmt.Sprintf("%s[%d]", field, i)
		d.decode(item, v.Index(i), "")
		if kind == "emitter" && item.form == object {
			d.needless(item, v.Index(i))
			d.scaleless(item.member("at"), v.Index(i))
		}
	}
	d.label, d.owner = label, ""
}

// needless refuses zeros where zero stands for a default that is not zero: who writes them wants
// something else.
func (d *decoder) needless(n *node, part reflect.Value) {
	defaults := reflect.ValueOf(Part{Emitter: components.Emitter{}.WithDefaults()})
	for _, k := range keys(part.Type()) {
		written := n.member(k.name)
		if written == nil || d.bad[d.path(k.name)] || !k.unset(part) {
			continue
		}
		switch part.FieldByIndex(k.index).Interface().(type) {
		case components.Ramp, components.ColorRamp:
			d.refuse(written, k.name, "a factor of zero from start to end would mean none; leave it out for that, or write something else than zero")
			continue
		}
		if k.unset(defaults) {
			continue
		}
		d.refuse(written, k.name, "that would mean the default, which is "+
			brief((&encoder{}).field(k, defaults, k.name))+"; leave it out for that, or write something else than zero")
	}
}

// scaleless refuses a scale of zero on all axes, which would mean the default of 1.
func (d *decoder) scaleless(at *node, part reflect.Value) {
	if at == nil || at.form != object {
		return
	}
	scale := at.member("scale")
	if scale == nil || d.bad["at.scale"] || part.Interface().(Part).At.Scale != (mgl32.Vec3{}) {
		return
	}
	d.refuse(scale, "at.scale", "that would mean the default, which is 1; leave it out for that, or write something else than zero")
}

func (d *decoder) structure(n *node, v reflect.Value, field string) {
	table := keys(v.Type())
	switch {
	case isPair(v.Type()):
		d.pair(n, v, field)
	case n.form == text && hasKind(table):
		d.decode(n, v.FieldByIndex(table[0].index), join(field, table[0].name))
	case n.form == object:
		d.members(n, v, field, table)
		if hasKind(table) && len(n.members) > 0 && n.member("kind") == nil {
			d.refuse(n, join(field, "kind"), "it is missing, and the rest belongs to one")
		}
	case hasKind(table):
		d.refuse(n, field, `it must be a word, or an object with "kind" and what belongs to it`)
	default:
		d.refuse(n, field, "it must be an object: {…}")
	}
}

func (d *decoder) members(n *node, v reflect.Value, field string, table []key) {
	first := make(map[string]int) // line
	for _, m := range n.members {
		place := &node{line: m.line, column: m.column}
		path := join(field, m.key)
		if line, twice := first[m.key]; twice {
			d.fail(place, path, "given twice", fmt.Sprintf("remove one; the other is in line %d", line))
			continue
		}
		first[m.key] = m.line
		known := false
		for _, k := range table {
			if k.name != m.key {
				continue
			}
			known = true
			switch value := v.FieldByIndex(k.index); {
			case k.count != nil:
				d.counted(m.value, value, v.FieldByIndex(k.count), path)
			case k.even && m.value.form == number:
				d.even(m.value, value, path)
			default:
				d.decode(m.value, value, path)
			}
		}
		if !known {
			d.fail(place, join(field, quoted(m.key)), "no known key", meant(m.key, names(table)))
		}
	}
}

// even reads one number for all three axes.
func (d *decoder) even(n *node, v reflect.Value, field string) {
	d.decode(n, v.Index(0), field)
	v.Index(1).Set(v.Index(0))
	v.Index(2).Set(v.Index(0))
}

// pair reads two values, or one for both.
func (d *decoder) pair(n *node, v reflect.Value, field string) {
	low, high := v.Field(0), v.Field(1)
	elements := array // the form of one element
	if low.Kind() == reflect.Float32 {
		elements = number
	}
	first := filePath(join(field, v.Type().Field(0).Name))
	second := filePath(join(field, v.Type().Field(1).Name))
	switch {
	case n.form == elements && (elements == number || len(n.items) == 0 || n.items[0].form != array):
		d.decode(n, low, field)
		high.Set(low)
	case n.form == array && len(n.items) == 2:
		d.decode(n.items[0], low, first)
		d.decode(n.items[1], high, second)
	case elements == number:
		d.refuse(n, field, "it must be a number, or two: [from, to]")
	default:
		d.refuse(n, field, fmt.Sprintf("it must be an array of %d numbers, or two of them: [[…], […]]", low.Len()))
	}
}

func join(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// quoted puts a key between quotes unless it is a plain word.
func quoted(key string) string {
	odd := func(letter rune) bool { return !unicode.IsLetter(letter) && !unicode.IsDigit(letter) }
	if key == "" || strings.ContainsFunc(key, odd) {
		return strconv.Quote(key)
	}
	return key
}
