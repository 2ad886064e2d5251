package effects

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/gomotes/motes/components"
)

// FileError says where in a file something is wrong. Match it with errors.As; what is wrong is a
// [components.FieldError] inside it, or an error of the JSON's syntax.
type FileError struct {
	File         string
	Line, Column int // from 1
	Err          error
}

// Error reads like: fire.json:12: emitter "flames": rate is -3; it must be …
func (e *FileError) Error() string {
	var field *components.FieldError
	if errors.As(e.Err, &field) {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap returns what is wrong there.
func (e *FileError) Unwrap() error { return e.Err }

// Parse reads an effect file; the package's documentation shows the format. The name of the file is
// for errors, and for an effect that has no name of its own. Everything that is wrong is returned at
// once: a [FileError] each, joined, in the order of the lines. What it accepts, Validate accepts.
func Parse(file string, data []byte) (*Effect, error) {
	root, syntax := tree(bytes.TrimPrefix(data, []byte("\ufeff")))
	if syntax != nil {
		syntax.File = file
		return nil, syntax
	}
	effect := &Effect{}
	d := newDecoder()
	if root.form == object {
		d.decode(root, reflect.ValueOf(effect).Elem(), "")
	} else {
		d.refuse(root, "", `it must be an object: {"emitters": [{…}]}`)
	}
	d.check(effect)
	if len(d.errs) > 0 {
		slices.SortStableFunc(d.errs, func(a, b *FileError) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		all := make([]error, len(d.errs))
		for i, err := range d.errs {
			err.File = file
			all[i] = err
		}
		return nil, errors.Join(all...)
	}
	if effect.Name == "" {
		effect.Name = strings.TrimSuffix(file[strings.LastIndexAny(file, `/\`)+1:], ".json")
	}
	return effect, nil
}

// Marshal writes the effect as a file that Parse reads back as the same, bit by bit but for the sign of
// zeros, what is pending, and texture rectangles that are not in use. An effect that is not valid is
// refused.
func (e *Effect) Marshal() ([]byte, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	var out strings.Builder
	encoder := &encoder{}
	root := encoder.value(reflect.ValueOf(struct { // without the methods of Effect
		Name     string
		Pools    []Pool
		Emitters []Part
	}(*e)), "")
	if len(encoder.errs) > 0 {
		return nil, errors.Join(encoder.errs...)
	}
	root.write(&out, "")
	out.WriteByte('\n')
	return []byte(out.String()), nil
}

// check adds what Validate finds and reading did not.
func (d *decoder) check(e *Effect) {
	for _, p := range e.problems() {
		d.owner = p.owner
		var field *components.FieldError
		if !errors.As(p.err, &field) {
			place := d.place(p.owner)
			d.errs = append(d.errs, &FileError{Line: place.line, Column: place.column, Err: p.err})
			continue
		}
		path := filePath(field.Field)
		if d.knownBad(d.path(path)) {
			continue
		}
		// Remedies name the other end of a range as Go does.
		end := strings.Replace(field.Field, ".Min", ".Max", 1)
		d.errs = append(d.errs, d.fileError(path, &components.FieldError{
			Label: field.Label, Field: path, Value: field.Value,
			Remedy: strings.ReplaceAll(field.Remedy, end, filePath(end)),
		}))
	}
}

func (d *decoder) fileError(path string, err error) *FileError {
	place := d.place(d.path(path))
	return &FileError{Line: place.line, Column: place.column, Err: err}
}

// place is where a value stands, or else what it would be in.
func (d *decoder) place(path string) *node {
	for ; path != ""; path = outer(path) {
		if n := d.at[path]; n != nil {
			return n
		}
	}
	return &node{line: 1, column: 1}
}

// outer is the path of what a value is in.
func outer(path string) string { return path[:max(strings.LastIndexAny(path, ".["), 0)] }

// knownBad says whether a value, what it is in, or what is in it was refused before.
func (d *decoder) knownBad(path string) bool {
	if d.badInside["pools"] && strings.HasSuffix(path, "].pool") {
		return true // the pool that is meant may be among those
	}
	if d.badInside[path] {
		return true
	}
	for ; path != ""; path = outer(path) {
		if d.bad[path] {
			return true
		}
	}
	return false
}
