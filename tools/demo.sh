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

record() {
  rm -rf build/demo
  mkdir -p build/demo
  TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0 \
    show .venv/bin/python examples/mnist_nan.py --dump build/demo/logdir
}

say "A two-layer MNIST classifier trains for five steps, while TensorFlow's own debugger records it."
if ! has_tensorflow; then
  say "TensorFlow is not installed here, so this is a recording of that program which the project ships."
  logdir=$recording
elif record; then
  logdir=build/demo/logdir
  say "Its loss is NaN from step 2 on, and it did not even notice. Where did that come from?"
else
  say "The program could not run here, so this is a recording of it which the project ships."
  logdir=$recording
fi

say "What was recorded:"
show $tdbg info "$logdir"

say "Where the bad values were born (●), and where they went (○):"
mkdir -p build/demo
status=0
show $tdbg alerts "$logdir" >build/demo/alerts.txt || status=$?
if ((status != 1)); then # 1 is what alerts answers when it has found some
  echo "demo: tdbg alerts ended with status $status where it should have found alerts" >&2
  exit 1
fi
head -n 14 build/demo/alerts.txt
echo "  … and $(($(wc -l <build/demo/alerts.txt) - 14)) more lines: NaN on its way through the gradients into every weight"

say "Why there? The prompt walks back from the first of them, and shows what the op had read:"
show $tdbg open "$logdir" -c 'origin; print train_step::Softmax:0'

say "Some probabilities underflowed to 0, and log(0) is −∞. The line to mend is the one that tdbg shows above:
take the logits and tf.nn.softmax_cross_entropy_with_logits, which never forms that 0. Try it yourself:
  $tdbg open $logdir        (help, Tab and the arrows lead on; Ctrl-D leaves)
  $tdbg alerts $logdir      (every subcommand has --help, and --json for scripts)"
