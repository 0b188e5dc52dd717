#!/usr/bin/env bash
# Installs what build/release holds, and the Python package: tools/install.sh PREFIX
# DESTDIR is honoured. PYTHON names the interpreter whose folder of packages is meant (python3).
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=$1
cmake --install build/release --prefix "$prefix" --strip

# The folder of packages below PREFIX in which that interpreter looks; if there is none, the one in which an interpreter
# installed at PREFIX would look.
packages=$("${PYTHON:-python3}" - "$prefix" <<'END'
import sys, sysconfig
below = [path for path in sys.path if path.startswith(sys.argv[1] + "/") and path.endswith("-packages")]
print(below[0] if below else sysconfig.get_path("purelib", "posix_prefix", {"base": sys.argv[1]}))
END
)
package=${DESTDIR:-}$packages/tdbg
(cd python/tdbg && find . -name '*.py') | while read -r file; do
  install -D -m 644 "python/tdbg/$file" "$package/$file"
done
echo "-- Installed: $package"
