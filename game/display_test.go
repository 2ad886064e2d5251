package game

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain gives the window tests a display of their own where there is none, so that they run everywhere.
func TestMain(m *testing.M) {
	if os.Getenv("XDG_RUNTIME_DIR") == "" {
		os.Setenv("XDG_RUNTIME_DIR", os.TempDir()) // or the GL loader complains on standard error
	}
	stop := func() {}
	if os.Getenv("DISPLAY") == "" {
		var err error
		if stop, err = startDisplay(); err != nil {
			fmt.Fprintf(os.Stderr, "the window tests need a display, and none could be started: %v (package xvfb)\n", err)
			os.Exit(1)
		}
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

// startDisplay starts a virtual X server on a free display number and points DISPLAY at it.
func startDisplay() (stop func(), err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		write.Close()
		return nil, err
	}
	write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		end(server)
		return nil, fmt.Errorf("Xvfb named no display: %w", err)
	}
	os.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	return func() { end(server) }, nil
}

// end kills a process and waits for it; that a killed process failed is no news.
func end(process *exec.Cmd) {
	_ = process.Process.Kill()
	_ = process.Wait()
}
