// What every surface says of a run as a whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace tdbg::session {

// How much was recorded. What other records only mention does not count.
struct RecordedCounts {
  int64_t graphs = 0;
  int64_t ops = 0;
};
RecordedCounts CountRecorded(const store::Run& run);

std::vector<std::string> DeviceNames(const store::Run& run);

// "tfdbg2, tensorflow 2.21.0, full_health": what made the recording and how much it kept.
std::string FormatText(const store::Run& run);

// "2026-11-15 08:46:03, 0.138 s from first to last"
std::string TimeSpanText(const store::Run& run);

// "2 origins, 90 inherited, 30 masked", "…, 3 handled" where any are
std::string AlertsText(RunView& run);

// How often each op or function ran at top level, most often first.
struct CallCount {
  std::string_view what;
  store::GraphId graph;  // of a function
  int64_t times = 0;
};
std::vector<CallCount> CountCalls(const store::Run& run);

}  // namespace tdbg::session
