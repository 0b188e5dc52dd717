#!/usr/bin/env bash
# Runs tests/matrix_smoke.py under each supported TensorFlow: the oldest ones in environments of their own
# below build/matrix, the newest in .venv.
#
#   tools/matrix.sh [VERSION...]
#
# PYTHON names the interpreter for the environments (python3.11, the newest for which all versions exist).
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

python=${PYTHON:-python3.11}
versions=("$@")
((${#versions[@]})) || versions=(2.16.2 2.18.1)
failed=0

# environment VERSION: makes it, unless it is there and whole.
environment() {
  local folder=build/matrix/$1
  "$folder/bin/python" -c 'import tensorflow' 2>/dev/null && return
  echo "== installing TensorFlow $1"
  mkdir -p build/matrix
  "$python" -m venv --clear "$folder" &&
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
      "tensorflow-cpu==$1" >"$folder/pip.log" 2>&1 && return
  echo "matrix: TensorFlow $1 could not be installed: $(tail -n 1 "$folder/pip.log" 2>/dev/null)" >&2
  return 1
}

smoke() {
  tests/matrix_smoke.py "$1" || failed=1
}

for version in "${versions[@]}"; do
  if environment "$version"; then smoke "build/matrix/$version/bin/python"; else failed=1; fi
done
(($#)) || smoke .venv/bin/python
exit $failed
