#include "rpc/opened_trace.h"

#include <set>
#include <utility>

namespace tdbg::rpc {

const TimelineIndex& RunMemory::Timeline(session::RunView& run) {
  if (std::exchange(forgettings_seen_, run.run().forgettings) != run.run().forgettings) {
    timeline_.reset();
  }
  if (!timeline_) {
    timeline_.emplace(run);
  } else if (timeline_is_behind_) {
    timeline_->Extend();
  }
  timeline_is_behind_ = false;
  return *timeline_;
}

void RunMemory::Grew() {
  alerts.Grew();
  tensors.Grew();
  timeline_is_behind_ = true;
}

void OpenedTrace::Grew() {
  ++generation;
  overview.reset();
  std::set<const session::RunView*> there;
  for (const session::RunView& run : session->runs()) there.insert(&run);
  std::erase_if(memory, [&](const auto& entry) { return !there.contains(entry.first); });
  for (auto& [run, known] : memory) known.Grew();
  plugin.Forget();
  commands.Refreshed();
}

}  // namespace tdbg::rpc
