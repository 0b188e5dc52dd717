#!/usr/bin/env bash
# Brings a machine to the point where tdbg can be built (`all`) or tested (`test`): Debian packages
# that are missing, and .venv with the pinned Python packages. When everything is there it changes
# nothing and needs no network.
#
#   tools/setup.sh all|test
#
# PYTHON names the interpreter for .venv (python3); TDBG_NO_TENSORFLOW=1 leaves TensorFlow out.
set -euo pipefail
cd "$(dirname "$0")/.."

scope=${1:-all}
python=${PYTHON:-python3}

say() { echo "set-up: $*" >&2; }

missing_packages() {
  local name for
  while read -r name for; do
    [[ -z $name || $name == '#'* ]] && continue
    [[ $for == all || $scope == test ]] || continue
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || echo "$name"
  done <tools/apt-packages.txt
}

install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no dpkg here: what tools/apt-packages.txt lists must already be installed"
    return
  fi
  local missing as_root=()
  missing=$(missing_packages | tr '\n' ' ')
  [[ -z $missing ]] && return
  if ((EUID != 0)); then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
      as_root=(sudo)
    else
      say "packages are missing and there is no root: run 'apt-get install ${missing% }' and try again"
      exit 1
    fi
  fi
  say "installing ${missing% }"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  # The lists may be absent or old; if they cannot be had, the install below says what is wrong.
  "${as_root[@]}" apt-get -qq update || true
  # shellcheck disable=SC2086  # one word per package
  if ! "${as_root[@]}" apt-get -qq install -y --no-install-recommends $missing >/dev/null; then
    say "apt-get could not install them: see above"
    exit 1
  fi
}

# pip_install FILE: into .venv, unless the same file is what it holds already.
pip_install() {
  local file=$1 stamp sum
  stamp=.venv/.installed-$(basename "$file" .txt)
  sum=$(sha256sum <"$file")
  [[ -f $stamp && $(<"$stamp") == "$sum" ]] && return
  say "installing $file into .venv"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    -r "$file" >.venv/pip.log 2>&1 || return
  echo "$sum" >"$stamp"
}

make_venv() {
  if ! .venv/bin/python -c '' 2>/dev/null; then
    "$python" -m venv .venv
  fi
  local site
  site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  echo "$PWD/python" >"$site/tdbg.pth"
}

reason() { grep -m1 -E '^ERROR' .venv/pip.log || tail -n 1 .venv/pip.log; }

install_packages
make_venv
if ! pip_install tools/requirements.txt; then
  say "the Python packages for tests could not be installed ($(reason)); the build does without"
elif [[ -n ${TDBG_NO_TENSORFLOW:-} ]]; then
  say "TensorFlow left out, as TDBG_NO_TENSORFLOW asks"
elif ! pip_install tools/requirements-tensorflow.txt; then
  say "TensorFlow could not be installed ($(reason)); what needs it is skipped"
fi
