// The Python frames of the thread we are on, from the interpreter itself: for eager ops, which run
// on the thread that asked for them. Works with any Python from 3.9 on, or none.
#pragma once

#include "tdbg/capture.h"

namespace tdbg::tf {

// 0 if this thread runs no Python, or the interpreter is ending. Takes the interpreter's lock for a
// few microseconds; meant for births.
tdbg_id PythonStack();

}  // namespace tdbg::tf
