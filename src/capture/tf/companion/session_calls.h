// Functions that the graph of a v1 session calls. They travel as text, which has no stacks, and are
// inlined where nobody tells; Python knows where their ops were made.
#pragma once

#include <string>

#include "capture/tf/companion/services.h"
#include "tensorflow/core/framework/function.h"
#include "tensorflow/core/graph/graph.h"

namespace tdbg::tf::companion {

// On the thread that runs the session: learns the stacks of all functions that the graph calls, and
// by which names their ops run when they are inlined.
void RememberSessionCalls(const tensorflow::Graph& graph, tdbg_id id,
                          const tensorflow::FunctionLibraryDefinition& library);

// Where the op was made that runs under this name in the session's graph; 0 if it is in no
// function.
tdbg_id StackOfInlined(tdbg_id graph, const std::string& name);

// The same for an op of the function itself.
tdbg_id StackInSessionFunction(const std::string& function, const std::string& node);

}  // namespace tdbg::tf::companion
