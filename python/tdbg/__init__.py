"""tdbg, the tensor debugger.

This version of the package carries the version number and nothing else: the debugger is the `tdbg`
program, which reads what TensorFlow's own debuggers write and needs no Python.
"""

__version__ = "0.1.0"
