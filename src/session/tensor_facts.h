// What every surface says of one tensor event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "session/session.h"

namespace tdbg::session {

// Views live as long as the run. What the format does not record is empty or nullopt.
struct TensorFacts {
  store::EventId event;
  std::string name;   // names this event and no other: "graph::op:slot#n", "@3:0"
  std::string brief;  // the same without the graph
  std::string_view op_type;
  std::string_view graph;
  std::string_view device;
  std::string_view watch;  // tfdbg1: the debug op, "DebugIdentity"; else the recording's detail
  std::optional<int64_t> execution;
  std::optional<int64_t> step;
  int64_t time_ns = 0;  // since the first event of the run
  int64_t size_bytes = 0;
};

// Cheap: reads tables only. `#n` is left out where the output has a single event.
TensorFacts FactsOf(RunView& run, store::EventId event);

// The debug op's name in tfdbg1, the mode's elsewhere.
std::string_view WatchName(const store::Run& run, store::EventId event);

// Whether the event holds not a tensor but what a debug op of tfdbg1 made of it: a NaN count, a
// numeric summary.
bool IsDebugOpOutput(const store::Run& run, store::EventId event);

// "graph::", or "" where a graph has no name; the graph's key where others share its name.
std::string GraphPrefix(RunView& run, store::GraphId graph);

}  // namespace tdbg::session
