#!/usr/bin/env bash
# Configures and builds one CMake preset with all cores: tools/build.sh PRESET [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."

# What ccache keeps from one clone serves every other: no path of this one goes into its keys.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

preset=$1
shift
# The page is a part of the program.
[[ $preset != release || ($# -gt 0 && " $* " != *" tdbg "*) ]] || tools/build_web.sh
tools/configure.sh "$preset"
cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
