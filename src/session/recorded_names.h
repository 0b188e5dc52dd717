// The names that a run knows, for completion.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

// Those that begin with `prefix`, bare ("op:0") and with their graph ("graph::op:0") where they
// have one; recorded tensors, and all ops.
std::vector<std::string> TensorNames(RunView& run, std::string_view prefix);
std::vector<std::string> NodeNames(RunView& run, std::string_view prefix);

std::vector<std::string> OpTypes(const RunView& run);
std::vector<std::string> GraphNames(const RunView& run);
std::vector<std::string> SourceNames(const RunView& run);  // the last part of each path
std::vector<std::string> FeedNames(const RunView& run);

}  // namespace tdbg::session
