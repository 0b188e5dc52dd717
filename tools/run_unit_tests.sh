#!/usr/bin/env bash
# Builds one preset and runs its unit tests, or those of one layer alone: tools/run_unit_tests.sh PRESET [LAYER]
# Prints what failed and the closing lines; the whole log is build/PRESET/ctest.log.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1 layer=${2:-}
tools/build.sh "$preset" ${layer:+"${layer}_test"}
log=build/$preset/ctest.log
if ctest --preset "$preset" --parallel "$(nproc)" --no-tests=error ${layer:+--tests-regex "^$layer/"} >"$log" 2>&1; then
  grep -E 'tests passed|Total Test time' "$log"
else
  sed -n '/\*\*\*/,$p' "$log"
  exit 1
fi
