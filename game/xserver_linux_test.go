package game

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
)

// manager speaks just enough of the X protocol to do what a window manager does when a window is minimised: there is
// none on a virtual display.
type manager struct {
	t       *testing.T
	conn    net.Conn
	wmState uint32 // the atom WM_STATE
}

const (
	stateNormal = 1
	stateIconic = 3
)

var le = binary.LittleEndian

func newManager(t *testing.T) *manager {
	t.Helper()
	number, _, _ := strings.Cut(strings.TrimPrefix(os.Getenv("DISPLAY"), ":"), ".")
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+number)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	m := &manager{t: t, conn: conn}

	name, cookie := authority(number)
	hello := []byte{'l', 0, 11, 0, 0, 0}
	hello = le.AppendUint16(hello, uint16(len(name)))
	hello = le.AppendUint16(hello, uint16(len(cookie)))
	hello = append(hello, 0, 0)
	hello = append(hello, padded(name)...)
	hello = append(hello, padded(cookie)...)
	m.send(hello)
	head := m.receive(8)
	rest := m.receive(4 * int(le.Uint16(head[6:])))
	if head[0] != 1 {
		t.Fatalf("the X server refuses: %q", rest)
	}

	atom := "WM_STATE"
	request := []byte{16, 0}
	request = le.AppendUint16(request, uint16(2+len(padded([]byte(atom)))/4))
	request = le.AppendUint16(request, uint16(len(atom)))
	request = append(request, 0, 0)
	m.send(append(request, padded([]byte(atom))...))
	m.wmState = le.Uint32(m.receive(32)[8:])
	return m
}

// minimise takes the window off the screen and marks it as iconic.
func (m *manager) minimise(window uint32) { m.change(window, 10, stateIconic) }

// restore puts it back.
func (m *manager) restore(window uint32) { m.change(window, 8, stateNormal) }

// change sends MapWindow (8) or UnmapWindow (10), sets WM_STATE, and waits until the server has done it.
func (m *manager) change(window uint32, opcode byte, state uint32) {
	request := le.AppendUint32([]byte{opcode, 0, 2, 0}, window)
	request = append(request, 18, 0, 8, 0) // ChangeProperty, replace, 8 words
	for _, word := range []uint32{window, m.wmState, m.wmState, 32, 2, state, 0} {
		request = le.AppendUint32(request, word)
	}
	m.send(append(request, 43, 0, 1, 0)) // GetInputFocus: has a reply
	m.receive(32)
}

func (m *manager) send(request []byte) {
	if _, err := m.conn.Write(request); err != nil {
		m.t.Fatal(err)
	}
}

func (m *manager) receive(n int) []byte {
	reply := make([]byte, n)
	if _, err := io.ReadFull(m.conn, reply); err != nil {
		m.t.Fatal(fmt.Errorf("the X server does not answer: %w", err))
	}
	return reply
}

func padded(b []byte) []byte { return append(b, make([]byte, (4-len(b)%4)%4)...) }

// authority finds the display's cookie in the file that XAUTHORITY names; a display without one needs none.
func authority(number string) (name, cookie []byte) {
	data, err := os.ReadFile(os.Getenv("XAUTHORITY"))
	if err != nil {
		return nil, nil
	}
	field := func() []byte {
		if len(data) < 2 {
			data = nil
			return nil
		}
		n := min(int(binary.BigEndian.Uint16(data)), len(data)-2)
		value := data[2 : 2+n]
		data = data[2+n:]
		return value
	}
	for len(data) > 2 {
		data = data[2:] // the family of the address
		field()         // the address
		display := string(field())
		name, cookie = field(), field()
		if display == "" || display == number {
			return append([]byte(nil), name...), append([]byte(nil), cookie...)
		}
	}
	return nil, nil
}
