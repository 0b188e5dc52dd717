// Alerts in the order that surfaces list them: those that differ only in time are one row.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::session {

struct AlertGroup {
  query::Alert first;
  int64_t count = 0;
};

// Origins first, then what inherited, then what was masked; each chronological, but for gradients
// in the execution of the first birth (telling_order.h). `each`: every alert is a group of its own.
// Reads tables only.
std::vector<AlertGroup> GroupAlerts(RunView& run, bool each,
                                    std::optional<query::Verdict> only = {});

}  // namespace tdbg::session
