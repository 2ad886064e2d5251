package effects

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// form is the kind of a JSON value.
type form byte

const (
	null form = iota
	boolean
	number
	text
	array
	object
)

func (f form) String() string {
	return [...]string{"null", "true or false", "a number", "a text", "an array", "an object"}[f]
}

// node is one JSON value and where it stands.
type node struct {
	form         form
	line, column int    // from 1
	text         string // of a text; the literal of a number, boolean or null
	items        []*node
	members      []member
}

// member is a key of an object, its place and its value.
type member struct {
	key          string
	line, column int
	value        *node
}

// member is the value of a key, or nil.
func (n *node) member(key string) *node {
	for _, m := range n.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// position finds lines and columns of offsets that only grow.
type position struct {
	data         []byte
	offset       int // of the beginning of the line
	line, column int
}

func (p *position) moveTo(offset int) {
	for {
		end := bytes.IndexByte(p.data[p.offset:], '\n')
		if end < 0 || p.offset+end >= offset {
			break
		}
		p.offset += end + 1
		p.line++
	}
	p.column = offset - p.offset + 1
}

// tree reads JSON. The error is that of the file's syntax.
func tree(data []byte) (*node, *FileError) {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, syntaxError(data, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	r := reader{decoder: decoder, position: position{data: data, line: 1}}
	root, err := r.value()
	if err != nil {
		return nil, syntaxError(data, err)
	}
	return root, nil
}

// reader makes nodes of the tokens of a decoder.
type reader struct {
	decoder  *json.Decoder
	position position
}

// token reads the next one and moves to its beginning.
func (r *reader) token() (json.Token, error) {
	before := int(r.decoder.InputOffset())
	t, err := r.decoder.Token()
	if err == nil {
		between := r.position.data[before:r.decoder.InputOffset()]
		r.position.moveTo(before + len(between) - len(bytes.TrimLeft(between, " \t\r\n,:")))
	}
	return t, err
}

func (r *reader) value() (*node, error) {
	t, err := r.token()
	if err != nil {
		return nil, err
	}
	n := &node{line: r.position.line, column: r.position.column}
	switch t := t.(type) {
	case string:
		n.form, n.text = text, t
	case json.Number:
		n.form, n.text = number, t.String()
	case bool:
		n.form, n.text = boolean, map[bool]string{false: "false", true: "true"}[t]
	case nil:
		n.form, n.text = null, "null"
	case json.Delim:
		n.form = array
		if t == '{' {
			n.form = object
		}
		for r.decoder.More() {
			if err := r.into(n); err != nil {
				return nil, err
			}
		}
		_, err = r.token() // the closing bracket
	}
	return n, err
}

// into reads the next item or member of n.
func (r *reader) into(n *node) error {
	var m member
	if n.form == object {
		key, err := r.token()
		if err != nil {
			return err
		}
		m.key, _ = key.(string)
		m.line, m.column = r.position.line, r.position.column
	}
	value, err := r.value()
	if err != nil {
		return err
	}
	m.value = value
	if n.form == object {
		n.members = append(n.members, m)
	} else {
		n.items = append(n.items, value)
	}
	return nil
}

// syntaxError says where a text stops being JSON, and what usually causes it.
func syntaxError(data []byte, err error) *FileError {
	offset := len(data)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = min(int(syntax.Offset), len(data))
	}
	p := position{data: data, line: 1}
	p.moveTo(max(offset-1, 0))
	remedy := "look for a missing comma, quote or bracket before it"
	before := strings.TrimRight(string(data[:max(offset-1, 0)]), " \t\r\n")
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		remedy = `the file is empty; begin with {"emitters": []}`
	case offset > 0 && strings.IndexByte("]}", data[offset-1]) >= 0 && strings.HasSuffix(before, ","):
		remedy = "remove the comma before it"
	case offset > 0 && strings.IndexByte("/#", data[offset-1]) >= 0:
		remedy = "JSON has no comments; remove it"
	case offset > 0 && data[offset-1] == '\'':
		remedy = `put texts and keys between double quotes`
	}
	return &FileError{Line: p.line, Column: p.column, Err: &textError{err.Error() + "; " + remedy, err}}
}

// textError is an error told in other words.
type textError struct {
	words string
	cause error
}

func (e *textError) Error() string { return e.words }
func (e *textError) Unwrap() error { return e.cause }
