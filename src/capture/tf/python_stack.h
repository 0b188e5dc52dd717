// Stacks that only the interpreter knows: TensorFlow keeps none of eager ops and of v1 graphs.
#pragma once

#include "capture/tf/python_api.h"
#include "tdbg/capture.h"

namespace tdbg::tf {

// The frames of this thread, which is the one that asked for the op, with the layer it is in; 0 if
// it runs no Python.
tdbg_id PythonStack();

// The same without the layer, which takes longer to find out.
tdbg_id CallingStack();

// That frame and those that led to it.
tdbg_id PythonStackFrom(PythonTurn& python, PyObject* frame);

// The frames of a thread that waits for this one (WaitingPythonThread); 0 for null.
tdbg_id WaitingStack(void* waiting_thread);

// Where the op of that name was made, in the graph of the session that this thread is running or in
// a function that this graph calls.
tdbg_id SessionOpStack(tdbg_text function, tdbg_text op);

}  // namespace tdbg::tf
