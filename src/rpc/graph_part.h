// The requests `neighbourhood` and `graph_view`: a part of a graph as nodes and edges to be drawn.
#pragma once

#include "base/status.h"
#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

// The ops asked for and everything that is one edge away from them, across functions, loops and
// devices. Edges are those between all nodes shown.
Result<GraphPart> AnswerNeighbourhood(session::RunView& run, const NeighbourhoodRequest& request);

// One graph. A scope ("a/b" of "a/b/MatMul") that is not open stands for all inside it; a scope
// with a single op is that op. Outer scopes of a scope that is open must be open too.
Result<GraphPart> AnswerGraphView(session::RunView& run, const GraphViewRequest& request);

}  // namespace tdbg::rpc
