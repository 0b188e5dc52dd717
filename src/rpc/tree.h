// The request `tree`: devices, their graphs, scopes in scopes, ops; one level at a time.
#pragma once

#include "base/status.h"
#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

// A path is DEVICE for the graphs that have ops there, DEVICE>GRAPH:: for what is in a graph,
// DEVICE>GRAPH::a/b/ for a scope; behind '>' it names the thing as commands do, but for graphs
// without a name, whose things begin with "::". An op that is also a scope has a row for each. At
// most 5000 rows.
Result<Tree> AnswerTree(session::RunView& run, const TreeRequest& request);

}  // namespace tdbg::rpc
