#!/usr/bin/env bash
# Configures one CMake preset, silent unless that fails: tools/configure.sh PRESET
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build
log=build/configure-$1.log
if ! cmake --preset "$1" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
