#!/usr/bin/env bash
# Builds the fuzzers and runs each over the seeds that tools/fuzz_seeds.py makes from the fixtures.
#
#   tools/run_fuzzers.sh runs N       N inputs each from a fixed seed: the same inputs every time
#   tools/run_fuzzers.sh seconds N    N seconds each; what is found grows build/fuzz/corpus
#
# A crash leaves its input in build/fuzz/crashes and ends the loop with the fuzzer's own report.
set -euo pipefail
cd "$(dirname "$0")/.."

unit=$1 amount=$2
if ! command -v clang++-16 >/dev/null; then
  echo "fuzzers: skipped, clang++-16 is not installed"
  exit 0
fi
tools/build.sh fuzz
shopt -s nullglob
fuzzers=(build/fuzz/*_fuzz)

seeds=build/fuzz/seeds
rm -rf "$seeds"
tools/fuzz_seeds.py "$seeds"
mkdir -p build/fuzz/crashes

run_one() {
  local fuzzer=$1 name corpus log
  name=$(basename "$fuzzer" _fuzz)
  mkdir -p "$seeds/$name"
  local options=(-seed=1 -timeout=20 -rss_limit_mb=3072 -artifact_prefix="build/fuzz/crashes/$name-")
  case $unit in
    runs)
      corpus=build/fuzz/short_corpus/$name
      rm -rf "$corpus"
      # A logdir is a directory of files, and a talk is several commands: one input of them takes as long as
      # a hundred of the others.
      [[ $name == *_logdir || $name == native_trace || $name == native_question || $name == shell || $name == rpc_request ]] && options+=(-runs=$((amount / 20))) || options+=(-runs="$amount")
      ;;
    seconds)
      corpus=build/fuzz/corpus/$name
      options+=(-max_total_time="$amount")
      ;;
    *) echo "usage: $0 runs|seconds N" >&2; exit 2 ;;
  esac
  mkdir -p "$corpus"
  log=build/fuzz/$name.log
  if "$fuzzer" "${options[@]}" "$corpus" "$seeds/$name" >"$log" 2>&1; then
    echo "fuzzers: $name: $(find "$seeds/$name" -type f | wc -l) seeds, $(grep -E '^Done ' "$log" || tail -n 1 "$log")"
  else
    tail -n 60 "$log"
    echo "fuzzers: $name FAILED; its input is in build/fuzz/crashes, the log is $log" >&2
    return 1
  fi
}

export seeds unit amount
export -f run_one
printf '%s\n' "${fuzzers[@]}" | xargs -P "$(nproc)" -I{} bash -c 'run_one {}'
