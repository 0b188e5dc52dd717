#!/usr/bin/env bash
# Runs all benchmarks of build/release and puts their tables into docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/.."

page=docs/benchmarks.md
python=.venv/bin/python

"$python" bench/benchmark_page.py "$page" health_bench build/release/health_bench
"$python" bench/benchmark_page.py "$page" native_trace_bench build/release/native_trace_bench

logdirs=build/bench-logdirs  # within the tree: the page names the command, and shows no path of this machine
rm -rf "$logdirs" && mkdir -p "$logdirs"
trap 'rm -rf "$logdirs"' EXIT
build/release/write_logdir "$logdirs/the last 1 % bad" --traces 1000000 --bad-from 0.99 >/dev/null
build/release/write_logdir "$logdirs/the second half bad" --traces 1000000 --bad-from 0.5 >/dev/null
"$python" bench/benchmark_page.py "$page" follow_bench build/release/follow_bench "$logdirs"/*

if "$python" -c 'import tensorflow' 2>/dev/null; then
  "$python" bench/open_bench.py --page "$page"
  "$python" bench/prompt_bench.py --page "$page"
  "$python" bench/page_bench.py --page "$page"
  TDBG_BENCH=1 tools/npm.sh exec --silent playwright test
  "$python" bench/faces_bench.py --page "$page"
  "$python" bench/overhead/paired_bench.py --page "$page"
  "$python" bench/overhead/process_bench.py --page "$page"
else
  echo "open_bench, prompt_bench, page_bench, faces_bench, overhead: not run, TensorFlow is not installed in .venv" >&2
fi
"$python" bench/command_bench.py --page "$page"
