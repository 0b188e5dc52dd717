"""Recording this process: enable, disable, step, watch."""

import atexit
import os
import re
import shutil

from tdbg import library

MODES = ("auto", "no_tensor", "curt_health", "concise_health", "full_health", "shape", "full_tensor")

_trace = None  # where this process records; it stays so until it ends
# Why TensorFlow is looked at: "recording", which `tdbg run` begins, and "checks".
_reasons = {"recording"} if os.environ.get("TDBG_TRACE") else set()


class Recording:
    """What enable() returns. As a context manager it disables when the block is left."""

    def __init__(self, logdir):
        self.logdir = logdir

    def __enter__(self):
        return self

    def __exit__(self, *_):
        disable()


def enable(logdir, mode="auto", circular_buffer_size=None, op_regex=None, tensor_dtypes=None, *, as_written=False):
    """Records TensorFlow in this process into `logdir`, a native trace for `tdbg open`.

    mode: how much of each tensor is kept, one of MODES; TensorFlow's own names in capitals are taken as well.
    circular_buffer_size: only the last so many events are kept, none or fewer meaning all; by default the last 100
        steps. What lies around a bad value is always kept.
    op_regex: only ops whose type matches, as re.match would have it.
    tensor_dtypes: only these: dtypes, names of dtypes, or a function from a dtype to bool.
    as_written: see each tensor of the source, before TensorFlow optimises; slower.

    A process records into one directory. Enabling again after disable() goes on in it, with what is given then.
    """
    global _trace
    place = os.path.abspath(os.fspath(logdir))
    mode = str(mode).lower()
    if mode not in MODES:
        raise ValueError(f"tdbg: there is no mode {mode!r}, only {', '.join(MODES)}")
    by_tdbg = os.environ.get("TDBG_TRACE")  # `tdbg run` has hooked TensorFlow already
    if _trace is not None and _trace != place:
        raise RuntimeError(f"tdbg: this process already records into {_trace}")
    library.set_option("mode", mode)
    library.set_option("retain", _retention(circular_buffer_size))
    library.set_option("op_type", op_regex or "")
    library.set_option("dtype", _dtype_pattern(tensor_dtypes))
    if _trace is None and not by_tdbg:
        library.hook_tensorflow(place, as_written)
    _trace = place
    _look_for("recording")
    return Recording(by_tdbg or place)


def begin_checks():
    """Bad values are looked for from now on, in what is recorded; where nothing is, into a trace that nobody keeps."""
    global _trace
    if _trace is None and not os.environ.get("TDBG_TRACE"):
        trace = library.new_trace()
        library.hook_tensorflow(trace, as_written=False)
        _trace = trace
        atexit.register(_drop, trace)
    _look_for("checks")


def end_checks():
    _look_no_more_for("checks")


def checks():
    """Whether bad values are looked for."""
    return "checks" in _reasons


def current_trace():
    """Where this process records; None before it does."""
    return _trace


def disable():
    """Records nothing until enable() is called again. The trace is complete up to here."""
    if _trace is not None:
        _look_no_more_for("recording")


def step(number):
    """Says which step of training begins now. From then on only the program does."""
    library.capture().tdbg_step(number)


def watch(op_type=None, name=None, dtype=None, graph=None, steps=None, stride=None):
    """Narrows what is recorded: patterns as re.match would have them, steps (first, end), each stride-th step.

    What is left out is recorded without a filter: watch() by itself takes all of them away."""
    library.set_option("op_type", op_type or "")
    library.set_option("name", name or "")
    library.set_option("dtype", _dtype_pattern(dtype) if not isinstance(dtype, str) else dtype)
    library.set_option("graph", graph or "")
    first, end = steps or (None, None)
    library.set_option("steps", f"{'' if first is None else first}:{'' if end is None else end}")
    library.set_option("stride", stride or 1)


def _look_for(reason):
    _reasons.add(reason)
    library.capture().tdbg_set_enabled(1)


def _look_no_more_for(reason):
    _reasons.discard(reason)
    if not _reasons:
        library.capture().tdbg_set_enabled(0)


def _drop(trace):
    library.capture().tdbg_stop()
    shutil.rmtree(trace, ignore_errors=True)


def _retention(circular_buffer_size):
    if circular_buffer_size is None:
        return "steps 100"
    return f"events {circular_buffer_size}" if circular_buffer_size > 0 else "all"


def _dtype_pattern(dtypes):
    if dtypes is None:
        return ""
    if callable(dtypes):
        import tensorflow as tf

        known = {value for value in vars(tf.dtypes).values() if isinstance(value, tf.DType)}
        dtypes = [dtype for dtype in known if dtypes(dtype)]
    names = sorted({getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or str(dtype) for dtype in dtypes})
    # A list that lets nothing through is a filter, too.
    return f"({'|'.join(re.escape(name) for name in names)})$" if names else "^$"
