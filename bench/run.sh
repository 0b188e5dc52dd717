#!/usr/bin/env bash
# Runs all benchmarks of build/release and puts their tables into docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${TDBG_BUILD_DIR:-build/release}
page=docs/benchmarks.md

"$build/health_bench" | tee /dev/stderr | .venv/bin/python bench/benchmark_page.py "$page" health_bench
if .venv/bin/python -c 'import tensorflow' 2>/dev/null; then
  .venv/bin/python bench/open_bench.py --build "$build" --page "$page"
else
  echo "open_bench: not run, TensorFlow is not installed in .venv" >&2
fi
