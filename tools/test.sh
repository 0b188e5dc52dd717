#!/usr/bin/env bash
# Everything that must pass, in stages. A stage that fails does not stop the later ones; the table at
# the end says how each went, and the exit status is 0 only if all passed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

fuzz_runs=${FUZZ_RUNS:-20000}
summary=()
failed=0

stage() {
  local name=$1 start=$SECONDS verdict=passed
  shift
  echo
  echo "== $name"
  "$@" || { verdict=FAILED; failed=1; }
  summary+=("$(printf '  %-7s %4d s  %s' "$verdict" $((SECONDS - start)) "$name")")
}

stage "checks of the tree" tools/run_checks.sh
# Programs for pytest are release builds. Unit tests run under the sanitizers; those of the vector code
# also as users get it. One sanitized build serves them and the fuzzers, where clang is there to make it.
stage "release build" tools/build.sh release tdbg tdbg_capture_shared tdbg_tf embed_demo \
  tensor_probe eval_probe prompt_probe native_writer_probe killed_recorder_probe failing_calls write_logdir
stage "unit tests of tensor, release" tools/run_unit_tests.sh release tensor
sanitized=fuzz
command -v clang++-16 >/dev/null || sanitized=asan
stage "unit tests, ASan and UBSan" tools/run_unit_tests.sh $sanitized
stage "unit tests of capture, TSan" tools/run_unit_tests.sh tsan capture
stage "unit tests of its adapter, TSan" tools/run_unit_tests.sh tsan tdbg_tf
stage "fuzzers, $fuzz_runs inputs each" tools/run_fuzzers.sh runs "$fuzz_runs"
stage "pytest" tools/run_pytest.sh
stage "the page, in Chromium" tools/run_page_tests.sh

echo
printf '%s\n' "summary of make test:" "${summary[@]}"
exit $failed
