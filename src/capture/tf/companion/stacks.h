// TensorFlow's stack traces as stacks of the trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "capture/tf/companion/services.h"
#include "tensorflow/core/framework/function.h"
#include "tensorflow/core/graph/graph_debug_info_builder.h"
#include "tensorflow/core/util/managed_stack_trace.h"

namespace tdbg::tf::companion {

// 0 for none.
tdbg_id DefineStack(const tensorflow::AbstractStackTrace* trace);
tdbg_id DefineStack(const std::vector<tensorflow::StackFrame>& frames);
// Of a call; takes the interpreter's lock.
tdbg_id DefineStack(const std::optional<tensorflow::ManagedStackTrace>& trace);

// The stacks of functions that travel as text (those that tf.data runs) are lost on the way; what
// their libraries knew of them is remembered by function and node.
void RememberStacks(const tensorflow::FunctionLibraryDefinition& library);
tdbg_id RememberedStack(const std::string& function, const std::string& node);

}  // namespace tdbg::tf::companion
