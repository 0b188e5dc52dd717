"""tdbg, the tensor debugger, from inside a program.

    import tdbg

    with tdbg.enable("/tmp/trace"):     # or tdbg.enable(...) and, later, tdbg.disable()
        train()

records what `tdbg record` would, and `tdbg open /tmp/trace` looks at it, also while the program runs.
`tdbg run train.py` needs none of this. Importing the package needs no TensorFlow; enable() does.
"""

from tdbg.capture import Recording, disable, enable, step, watch
from tdbg.check_numerics import disable_check_numerics, enable_check_numerics
from tdbg.dump_debug_info import disable_dump_debug_info, enable_dump_debug_info

__version__ = "0.1.0"

__all__ = [
    "Recording",
    "disable",
    "disable_check_numerics",
    "disable_dump_debug_info",
    "enable",
    "enable_check_numerics",
    "enable_dump_debug_info",
    "step",
    "watch",
]
