#!/usr/bin/env bash
# Installs what Motes needs beside Go, on Debian and Ubuntu: Mesa's software Vulkan
# driver and the Vulkan loader, the X11 and GL headers that glfw is built against, a C
# compiler, and Xvfb for the window tests. Does nothing where all of it is there. Where it
# may not install, it prints the packages and stops.
set -euo pipefail

if ! command -v go >/dev/null; then
	echo "Motes needs Go 1.26 or newer: https://go.dev/dl" >&2
	exit 1
fi

[ "$(uname -s)" = Linux ] || exit 0

packages=(gcc libc6-dev libvulkan1 mesa-vulkan-drivers libx11-dev libxrandr-dev libxinerama-dev
	libxcursor-dev libxi-dev libxxf86vm-dev libgl1-mesa-dev xvfb xauth xdotool)

if ! command -v dpkg-query >/dev/null; then
	echo "This is not Debian or Ubuntu. Install the equivalents of: ${packages[*]}" >&2
	exit 0
fi

missing=()
for package in "${packages[@]}"; do
	status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
	[ "$status" = "install ok installed" ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
		echo "These packages are missing, and this user may not install them:" >&2
		echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
		exit 1
	fi
	as_root=(sudo)
fi

echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 update
"${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}" >/dev/null
