#!/usr/bin/env bash
# The page: unit tests of its parts, then the whole of it in the distribution's Chromium, against the
# release build. Without Node or Chromium says what is missing and passes.
#
#   tools/run_page_tests.sh [PLAYWRIGHT ARGUMENT...]
set -euo pipefail
cd "$(dirname "$0")/.."

tools/build_web.sh
if [[ ! -d web/node_modules ]]; then
  echo "page tests: skipped, web/node_modules is not there (tools/build_web.sh says why)"
  exit 0
fi
tools/npm.sh test --silent -- --reporter=dot
if [[ ! -x ${CHROMIUM:-/usr/bin/chromium} ]]; then
  echo "page tests: skipped in the browser, chromium is not installed"
  exit 0
fi
if ! .venv/bin/python -c 'import importlib.util as u; exit(u.find_spec("tensorflow") is None)'; then
  echo "page tests: skipped in the browser, TensorFlow is not installed and makes their recordings"
  exit 0
fi
exec tools/npm.sh exec --silent playwright test -- "$@"
