package gpu_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/gomotes/motes/gpu"
)

// childEnv names the function of children that this test program runs instead of tests: what could abort the process, or
// needs another environment, is tried in a process of its own.
const childEnv = "MOTES_GPU_TEST_CHILD"

var children = map[string]func(){
	"open": func() {
		d, err := gpu.Open(gpu.Config{})
		if err != nil {
			fmt.Println("error:", err)
			return
		}
		fmt.Println("opened", d.Adapter(), d.Close())
	},
	"two GL devices": func() {
		gl, err := gpu.Open(gpu.Config{Backend: gpu.GL})
		if err != nil {
			fmt.Println("error:", err)
			return
		}
		other, err := gpu.Open(gpu.Config{Backend: gpu.GL})
		if err == nil {
			err = other.Close()
		}
		fmt.Println(err, gl.Close())
	},
}

// child runs one of children and returns what it printed.
func child(t *testing.T, name string, env ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+name)
	cmd.Env = append(cmd.Env, env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

func TestAMachineWithoutADriverIsAnErrorThatSaysWhatToInstall(t *testing.T) {
	for what, env := range map[string][]string{
		"no Vulkan": {"VK_ICD_FILENAMES=/nonexistent", "VK_DRIVER_FILES=/nonexistent"},
	} {
		t.Run(what, func(t *testing.T) {
			out, _ := child(t, "open", env...)
			for _, word := range []string{`error: device "motes": a graphics device was asked for`, "mesa-vulkan-drivers"} {
				if !strings.Contains(out, word) {
					t.Errorf("%q does not say %q", out, word)
				}
			}
		})
	}
}

func TestOpeningADevicePrintsNothing(t *testing.T) {
	out, errs := child(t, "open", "XDG_RUNTIME_DIR=")
	if !strings.HasPrefix(out, "opened ") || errs != "" {
		t.Errorf("%q on standard error, %q on standard output", errs, out)
	}
}

func TestTheEnvironmentChoosesTheAdapter(t *testing.T) {
	if out, _ := child(t, "open", gpu.AdapterEnv+"=LLVMpipe"); !strings.Contains(out, "opened llvmpipe") {
		t.Errorf("%q", out)
	}
	if out, _ := child(t, "open", gpu.AdapterEnv+"=voodoo"); !strings.Contains(out, `"voodoo"`) || !strings.Contains(out, "llvmpipe") {
		t.Errorf("%q names neither what was asked for nor what there is", out)
	}
}

// To close one GL device ended EGL for the others, and the process.
func TestClosingOneGLDeviceLeavesTheOther(t *testing.T) {
	if out, _ := child(t, "two GL devices"); !strings.HasPrefix(out, "<nil> <nil>") && !strings.HasPrefix(out, "error: ") {
		t.Errorf("%q", out)
	}
}
