package gpu

import "unsafe"

// AsBytes views a slice of plain data (no pointers) as the bytes that the device gets, without copying: little-endian on
// every platform that Motes runs on. It stays valid as long as s.
func AsBytes[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(s[0]))
}
