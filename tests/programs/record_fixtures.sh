#!/usr/bin/env bash
# Records tests/fixtures anew, all or those named: needs TensorFlow in .venv, and root (for a neutral
# host name and /srv).
#
# Recordings carry the paths of the program and of TensorFlow's modules, and the host's name. So that
# they tell nothing of the machine, all of it runs below /srv/demo, on a host called demo.
set -euo pipefail
cd "$(dirname "$0")/../.."

place=/srv/demo
[[ ! -e $place ]] || { echo "$place exists already" >&2; exit 1; }
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/lib" "$place/hooks"
cp examples/mnist_nan.py examples/digits.npz tests/programs/*.py "$place"
python=$(.venv/bin/python -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
ln -s "$PWD/.venv/lib/$python/site-packages" "$place/lib/site-packages"

# TensorFlow snapshots the text of every source file it meets, its own included. It leaves out what
# it cannot read; here it is told that it cannot read anything but the program.
cat >"$place/hooks/sitecustomize.py" <<'PYTHON'
import os
if os.environ.get("PROGRAM_SOURCES_ONLY"):
    from tensorflow.python.debug.lib import source_utils
    source_utils.is_extension_uncompiled_python_source = lambda path: path.startswith("/srv/demo/") and "/lib/" not in path
PYTHON

in_neutral_place() {
  # shellcheck disable=SC2016  # the inner shell expands it
  unshare --uts bash -c 'hostname demo; cd /srv/demo; exec "$@"' - \
    env -i PATH=/usr/bin:/bin PYTHONPATH="$place/hooks:$place/lib/site-packages" PYTHONDONTWRITEBYTECODE=1 \
    PROGRAM_SOURCES_ONLY=1 TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0 "/usr/bin/$python" "$@"
}

(($#)) || set -- tfdbg1_basic tfdbg2_full_tensor mnist_nan causes
for name in "$@"; do
  if [[ $name == mnist_nan ]]; then
    in_neutral_place mnist_nan.py --dump "$place/dump"
  else
    in_neutral_place make_fixtures.py record "$name" "$place/dump"
  fi
  in_neutral_place make_fixtures.py read "$place/dump" "$place/expected.json"
  rm -rf "tests/fixtures/$name"
  mkdir -p "tests/fixtures/$name"
  mv "$place/dump" "$place/expected.json" "tests/fixtures/$name/"
done
du -sh tests/fixtures/*
