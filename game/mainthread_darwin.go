package game

import "runtime"

// macOS delivers window events to the process's first thread only. The main goroutine starts there; locking it this
// early keeps it there until [App.Run] is called from main.
func init() { runtime.LockOSThread() }
