// Nodes of the pictures of graphs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

// How many nodes a picture may have when `most` were asked for.
Result<int64_t> NodeLimit(int64_t most);

// "op:12"
std::string IdOfOp(store::OpId op);
// "unrecorded:3/name": of a function call, whose creation tfdbg2 does not record.
std::string IdOfUnrecorded(store::GraphId graph, std::string_view name);

// The node of an op, but for its parent and its numbers of edges.
Node NodeOfOp(session::RunView& run, store::OpId op);
Node NodeOfUnrecorded(session::RunView& run, store::GraphId graph, std::string_view name);

// The graphs that an op runs: bodies of a loop, branches, or a function. Of a function call the
// format does not tell which function it is: it is the one inside `graph` that nobody else runs, or
// whose name is a part of the call's. Empty for other ops and where that tells none or several.
std::vector<store::GraphId> BodiesOf(session::RunView& run, store::OpId op);
std::vector<store::GraphId> BodiesOfCall(session::RunView& run, store::GraphId graph,
                                         std::string_view name);

}  // namespace tdbg::rpc
