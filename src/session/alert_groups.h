// Alerts in the order that surfaces list them: those that differ only in time are one row. Eager
// ops have no names, so the line of the program tells one from another of its type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "query/alerts.h"
#include "session/session.h"

namespace tdbg::session {

struct AlertGroup {
  query::Alert first;
  int64_t count = 0;
};

// Gathers the alerts of a run that differ only in time. The run may grow: call Extend() after its
// alerts were extended.
class AlertGroups {
 public:
  AlertGroups(const store::Run& run, const query::AlertList& alerts);

  void Extend();

  // In the order of their first alerts.
  const std::vector<AlertGroup>& groups() const { return groups_; }

 private:
  using Line = std::pair<store::SourceFileId, int32_t>;
  using Lines = std::unordered_map<store::StackId, Line>;
  using Key = std::tuple<Verdict, store::OpId, std::string_view, Line, int32_t>;

  Key KeyOf(const query::Alert& alert, Lines& lines) const;

  const store::Run& run_;
  const query::AlertList& alerts_;
  std::vector<AlertGroup> groups_;
  std::vector<Key> keys_;  // of each group
  std::map<Key, size_t> group_of_key_;
  std::vector<size_t> group_of_alert_;
  size_t alerts_seen_ = 0;
};

// Origins first, then what inherited, then what was masked or handled; each in the
// order of telling_order.h. `each`: every alert is a group of its own.
// Reads tables only.
std::vector<AlertGroup> GroupAlerts(RunView& run, bool each, std::optional<Verdict> only = {});

}  // namespace tdbg::session
