#!/usr/bin/env bash
# Runs every check of the tree, also after one has failed, and fails if any did.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

# check_tests_built.py and check_packages.py read what CMake found, so both builds must be configured.
tools/configure.sh release || exit 1
if command -v clang++-16 >/dev/null; then
  tools/configure.sh fuzz || exit 1
fi

failed=0
for check in tools/check_*.py; do
  "$check" || failed=1
done
exit $failed
