package gpu

import (
	"sync"

	"github.com/cogentcore/webgpu/wgpu"
)

// drivers are the graphics drivers that the process has loaded. All devices of the process share them: when an instance of
// its own is released, EGL ends for the whole process, and a GL device that is still open aborts.
var drivers instanceShare

type instanceShare struct {
	mutex    sync.Mutex
	instance *wgpu.Instance
	users    int
}

func (s *instanceShare) acquire() *wgpu.Instance {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.users == 0 {
		s.instance = wgpu.CreateInstance(nil)
	}
	s.users++
	return s.instance
}

func (s *instanceShare) release() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.users--
	if s.users == 0 {
		s.instance.Release()
		s.instance = nil
	}
}
