// The op that a command means: the one it names, or the one whose tensor is under the cursor.
#pragma once

#include <string_view>

#include "base/status.h"
#include "session/op_lookup.h"
#include "view/position.h"

namespace tdbg::view {

// "" and "." are the cursor's op or execution; everything else is a name, and where several graphs
// have the op, the one in `near` is meant, by default the cursor's graph.
Result<session::Subject> NamedSubject(Position& position, std::string_view text,
                                      store::GraphId near = {});

// The same where only an op of a graph will do; `command` is for the words of the mistake.
Result<session::Subject> NamedOp(Position& position, std::string_view command,
                                 std::string_view text, store::GraphId near = {});

}  // namespace tdbg::view
