#include "importers/tfdbg1/watch_table.h"

#include <algorithm>

namespace tdbg::importers::tfdbg1 {

void WatchTable::Add(store::OpId op, int32_t slot, Detail detail, const Watch& watch) {
  const auto [it, added] = watches_.try_emplace(Key(op, slot, detail), watch);
  if (added) return;
  // Two debug nodes of one kind write files that look alike. Within the narrower of their bounds
  // both say the same, so those are kept.
  it->second.lower_bound = std::max(it->second.lower_bound, watch.lower_bound);
  it->second.upper_bound = std::min(it->second.upper_bound, watch.upper_bound);
}

std::optional<Watch> WatchTable::Find(store::OpId op, int32_t slot, Detail detail) const {
  const auto it = watches_.find(Key(op, slot, detail));
  return it == watches_.end() ? std::nullopt : std::optional<Watch>(it->second);
}

}  // namespace tdbg::importers::tfdbg1
