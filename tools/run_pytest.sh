#!/usr/bin/env bash
# Runs the Python tests against the release build: tools/run_pytest.sh [PYTEST ARGUMENT...]
set -euo pipefail
cd "$(dirname "$0")/.."

export TDBG_BUILD_DIR=${TDBG_BUILD_DIR:-$PWD/build/release}
export TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0
# Two at a time, a file's tests together: most of their time is TensorFlow being imported, on one core.
exec .venv/bin/python -m pytest -q -rs --durations=12 --numprocesses 2 --dist loadfile "$@" tests
