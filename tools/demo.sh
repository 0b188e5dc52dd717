#!/usr/bin/env bash
# A real TensorFlow program goes wrong, and tdbg says where: tools/demo.sh
# Where TensorFlow is not installed, a recording of the same program stands in for it.
set -euo pipefail
cd "$(dirname "$0")/.."

tdbg=build/release/tdbg
recording=tests/fixtures/mnist_nan/dump

say() { printf '\n%s\n' "$*"; }

# show COMMAND...: prints the command as a person would type it, then runs it.
show() {
  printf '\n$ %s\n' "${*/#$tdbg/tdbg}"
  "$@"
}

has_tensorflow() {
  [[ -z ${TDBG_NO_TENSORFLOW:-} ]] &&
    .venv/bin/python -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("tensorflow"))' 2>/dev/null
}

if has_tensorflow; then
  say "A two-layer MNIST classifier, unmodified, under tdbg. (At a terminal tdbg would hold it where the first bad
value is born and open its prompt there; here nobody types, so the report comes at the end.)"
  rm -rf build/demo
  TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0 \
    show $tdbg run -o build/demo/trace --python .venv/bin/python examples/mnist_nan.py </dev/null
  trace=build/demo/trace
else
  say "TensorFlow is not installed here, so this is a recording of an MNIST classifier which the project ships."
  trace=$recording
  show $tdbg open "$trace" -c explain
fi

say "Some probabilities underflowed to 0, and log(0) is −∞. The line to mend is the one that the report shows:
take the logits and tf.nn.softmax_cross_entropy_with_logits, which never forms that 0. Try it yourself:
  $tdbg run --python .venv/bin/python examples/mnist_nan.py    (held at the birth, with a prompt)
  $tdbg open $trace        (the same prompt on what was recorded; help, Tab and the arrows lead on)"
