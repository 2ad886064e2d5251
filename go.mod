module github.com/gomotes/motes

go 1.26

require (
	github.com/cogentcore/webgpu v0.23.0
	github.com/go-gl/glfw/v3.3/glfw v0.0.0-20250301202403-da16c1255728
	github.com/go-gl/mathgl v1.2.0
	github.com/google/go-cmp v0.7.0
	github.com/mlange-42/ark v0.8.1
	github.com/orisano/pixelmatch v0.0.0-20230914042517-fa304d1dc785
	github.com/schollz/progressbar/v3 v3.19.1
	golang.org/x/image v0.24.0
	golang.org/x/term v0.44.0
	pgregory.net/rapid v1.3.0
)

require (
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.46.0 // indirect
	golang.org/x/text v0.22.0 // indirect
)
