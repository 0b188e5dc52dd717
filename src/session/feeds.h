// What a Session.run was fed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "session/session.h"

namespace tdbg::session {

struct Feed {
  std::string name;                    // "input:0"
  std::vector<store::EventId> events;  // its recorded values, chronological; may be none
};

// All feeds of the run's executions, by name.
std::vector<Feed> FeedsOf(RunView& run);

// The feed of that name, with or without ":slot". kNotFound with near names, or why there are none
// at all.
Result<Feed> FindFeed(RunView& run, std::string_view name);

}  // namespace tdbg::session
