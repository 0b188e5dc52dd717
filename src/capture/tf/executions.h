// Which top-level call a kernel runs for. TensorFlow gives each call a step id of its own, but
// tells it only to kernels; the companion tells when calls begin and end, but not their step ids.
// The two meet here: a step id that nobody has seen belongs to the oldest running call of the
// kernel's graph that has none yet. A step id without a call (a v1 session, tf.data, or no
// companion) is a call of its own.
#pragma once

#include <cstdint>

#include "capture/tf/kernel_table.h"
#include "tdbg/capture.h"

namespace tdbg::tf {

// The name that executions of an op type or a function have.
tdbg_id DefineCallee(uint32_t kind, tdbg_text name);

uint64_t BeginExecution(uint32_t kind, tdbg_id name, tdbg_id graph, tdbg_id stack);
void EndExecution(uint64_t execution);

// The execution that `kernel` runs for at this moment, on this thread.
uint64_t ExecutionOf(const Kernel& kernel, int64_t step_id);

// The execution has written a variable: a step ends with it.
void NoteUpdate(uint64_t execution);

// Whether calls of this graph come from the program itself, and not from within tf.data.
bool CalledByProgram(tdbg_id graph);

// Python's state of the thread that waits for the call; null where there is none, or it is unknown.
void* CallerOf(uint64_t execution);

}  // namespace tdbg::tf
