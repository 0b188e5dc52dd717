#include "session/alert_groups.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "session/telling_order.h"

namespace tdbg::session {

using query::Alert;
using query::Verdict;

std::vector<AlertGroup> GroupAlerts(RunView& view, bool each, std::optional<Verdict> only) {
  const store::Run& run = view.run();
  std::vector<AlertGroup> groups;
  std::map<std::tuple<Verdict, store::OpId, std::string_view, int32_t>, size_t> known;
  for (const Alert& alert : view.alerts()) {
    if (only && alert.verdict != *only) continue;
    if (each) {
      groups.push_back({alert, 1});
      continue;
    }
    const store::OpId op = run.events.op[alert.event];
    const std::string_view type =
        op.valid() ? std::string_view()
                   : run.strings[run.executions[run.events.execution[alert.event]].op_type];
    const int32_t slot = run.events.slot[alert.event];
    const auto [it, added] = known.try_emplace({alert.verdict, op, type, slot}, groups.size());
    if (added) groups.push_back({alert, 0});
    ++groups[it->second].count;
  }
  std::stable_sort(groups.begin(), groups.end(), [](const AlertGroup& a, const AlertGroup& b) {
    return a.first.verdict < b.first.verdict;
  });
  const auto origins_end = std::find_if(groups.begin(), groups.end(), [](const AlertGroup& group) {
    return group.first.verdict != Verdict::kOrigin;
  });
  PutForwardFirst(
      groups.begin(), origins_end, [&](const AlertGroup&) -> RunView& { return view; },
      [](const AlertGroup& group) { return group.first; });
  return groups;
}

}  // namespace tdbg::session
