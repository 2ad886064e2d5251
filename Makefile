.PHONY: help setup demo test bench lint

CAMPFIRE := go run ./examples/campfire
PICTURE  := out/campfire.png

# EGL complains of a missing runtime directory on standard error.
export XDG_RUNTIME_DIR ?= /tmp

help:
	@echo "make demo    a campfire: in a window where there is a display, else as $(PICTURE)"
	@echo "make test    formatting, vet and all tests"
	@echo "make bench   the benchmark table"
	@echo "make lint    golangci-lint"
	@echo "make setup   install what is missing on Debian and Ubuntu (demo and test do it too)"

setup:
	@scripts/setup.sh

demo: setup
ifneq ($(DISPLAY)$(WAYLAND_DISPLAY),)
	$(CAMPFIRE)
else
	$(CAMPFIRE) -headless -frames 180 -size 960x540 -seed 7 -o $(PICTURE)
	@echo "The picture is in $(PICTURE)"
endif

test: setup
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w $$unformatted"; exit 1; fi
	go vet ./...
	go test -p 2 -timeout 20m ./...

bench: setup
	go run ./tests/bench

lint:
	go build -C tools -o ../bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	bin/golangci-lint run ./...
