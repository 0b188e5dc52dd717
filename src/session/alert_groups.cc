#include "session/alert_groups.h"

#include <algorithm>

#include "query/source_line.h"
#include "session/telling_order.h"

namespace tdbg::session {

using query::Alert;

AlertGroups::AlertGroups(const store::Run& run, const query::AlertList& alerts)
    : run_(run), alerts_(alerts) {
  Extend();
}

void AlertGroups::Extend() {
  const size_t from = alerts_.revisions().FirstSince(alerts_seen_);
  alerts_seen_ = alerts_.revisions().count();
  for (; group_of_alert_.size() > from; group_of_alert_.pop_back()) {
    --groups_[group_of_alert_.back()].count;
  }
  // Groups whose first alert was given back were made last, so they stand at the end.
  for (; !groups_.empty() && groups_.back().count == 0; groups_.pop_back(), keys_.pop_back()) {
    group_of_key_.erase(keys_.back());
  }
  Lines lines;
  for (size_t i = group_of_alert_.size(); i < alerts_.alerts().size(); ++i) {
    const Alert& alert = alerts_.alerts()[i];
    const Key key = KeyOf(alert, lines);
    const auto [it, added] = group_of_key_.try_emplace(key, groups_.size());
    if (added) {
      groups_.push_back({alert, 0});
      keys_.push_back(key);
    }
    ++groups_[it->second].count;
    group_of_alert_.push_back(it->second);
  }
}

AlertGroups::Key AlertGroups::KeyOf(const Alert& alert, Lines& lines) const {
  const store::OpId op = run_.events.op[alert.event];
  const int32_t slot = run_.events.slot[alert.event];
  if (op.valid()) return {alert.verdict, op, {}, {}, slot};
  const store::Execution& execution = run_.executions[run_.events.execution[alert.event]];
  const auto [line, added] = lines.try_emplace(execution.stack);
  if (added) {
    if (const auto found = query::UserLine(run_, execution.stack)) {
      line->second = {found->file_id, found->line};
    }
  }
  return {alert.verdict, op, run_.strings[execution.op_type], line->second, slot};
}

std::vector<AlertGroup> GroupAlerts(RunView& view, bool each, std::optional<Verdict> only) {
  std::vector<AlertGroup> groups;
  if (each) {
    for (const Alert& alert : view.alerts()) groups.push_back({alert, 1});
  } else {
    groups = view.alert_groups().groups();
  }
  if (only) {
    std::erase_if(groups, [&](const AlertGroup& group) { return group.first.verdict != *only; });
  }
  using Placed = std::pair<std::pair<Verdict, TellingPlace>, AlertGroup>;
  std::vector<Placed> placed;
  for (const AlertGroup& group : groups) {
    placed.push_back({{group.first.verdict, TellingPlaceOf(view, group.first.event)}, group});
  }
  std::ranges::stable_sort(placed, {}, &Placed::first);
  std::ranges::transform(placed, groups.begin(), &Placed::second);
  const auto origins_end = std::find_if(groups.begin(), groups.end(), [](const AlertGroup& group) {
    return group.first.verdict != Verdict::kOrigin;
  });
  PutForwardFirst(
      groups.begin(), origins_end, [&](const AlertGroup&) -> RunView& { return view; },
      [](const AlertGroup& group) { return group.first; });
  return groups;
}

}  // namespace tdbg::session
