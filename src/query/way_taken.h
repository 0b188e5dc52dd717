// Which way a value took where an op chooses one of several, as a branch does.
#pragma once

#include <cstdint>
#include <optional>

#include "query/event_index.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// The output to which `chooser` handed the value of `event`, which is one of the same graph.
// nullopt where neither the number that it chose by nor what ran behind it was recorded.
std::optional<int32_t> WayTaken(const store::Run& run, const EventIndex& index, GraphLinks& links,
                                store::OpId chooser, store::EventId event);

}  // namespace tdbg::query
