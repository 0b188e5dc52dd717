#include "session/target/process_watch.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "frameworks/library_files.h"
#include "importers/native/loss_reader.h"
#include "session/target/signal_free_thread.h"

namespace tdbg::session {
namespace {

constexpr auto kBetweenLooksAtProcesses = std::chrono::milliseconds(100);

}  // namespace

ProcessWatch::ProcessWatch(pid_t root) : root_(root) {
  if (const auto facts = FactsOf(root)) ours_[root] = {.facts = *facts};
  thread_ = SignalFreeThread([this] { LookAgainAndAgain(); });
}

ProcessWatch::~ProcessWatch() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void ProcessWatch::LookAgainAndAgain() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kBetweenLooksAtProcesses, [&] { return leaving_; })) LookOnce();
}

WatchedProcesses ProcessWatch::Look() {
  const std::lock_guard lock(mutex_);
  LookOnce();
  WatchedProcesses all = gone_;
  for (const auto& [pid, known] : ours_) {
    if (RunsUnrecorded(known)) all.without_recording.push_back({pid, known.facts.name});
    if (known.is_hidden) all.hidden.push_back({pid, known.facts.name});
  }
  return all;
}

void ProcessWatch::LookOnce() {
  const std::vector<pid_t> pids = ListProcesses();
  if (pids.empty()) gone_.can_look = false;
  std::erase_if(others_,
                [&](pid_t pid) { return !std::binary_search(pids.begin(), pids.end(), pid); });
  FindNew(pids);
  for (auto at = ours_.begin(); at != ours_.end();) {
    auto& [pid, known] = *at;
    const std::optional<ProcessFacts> facts = FactsOf(pid);
    const bool same = facts && facts->start_time == known.facts.start_time;
    if (!same) {
      Leave(pid, known);
      at = ours_.erase(at);
      continue;
    }
    ++at;
    if (facts->is_zombie) continue;
    if (facts->image != known.facts.image) {
      Leave(pid, known);
      known = {};
    }
    known.facts = *facts;
    LookInto(pid, known);
  }
}

void ProcessWatch::FindNew(const std::vector<pid_t>& pids) {
  std::vector<std::pair<pid_t, ProcessFacts>> fresh;
  for (const pid_t pid : pids) {
    if (ours_.contains(pid) || others_.contains(pid)) continue;
    if (auto facts = FactsOf(pid)) fresh.emplace_back(pid, *std::move(facts));
  }
  // Whose parent is ours is ours. Numbers begin again at some time, so a child may stand before its
  // parent; and who started after the list was made is placed the next time, with its children.
  for (bool more = true; more;) {
    more = false;
    for (const auto& [pid, facts] : fresh) {
      if (ours_.contains(pid) || others_.contains(pid)) continue;
      if (pid == root_ || ours_.contains(facts.parent)) {
        ours_[pid] = {.facts = facts};
      } else if (facts.parent == 0 || others_.contains(facts.parent)) {
        others_.insert(pid);
      } else {
        continue;
      }
      more = true;
    }
  }
}

void ProcessWatch::LookInto(pid_t pid, Known& known) {
  if (known.has_framework) ++known.looks_with_framework;
  if (known.records || known.looked_at_bytes == known.facts.mapped_bytes) return;
  const auto files = MappedFiles(pid);
  if (!files) {
    known.is_hidden = FactsOf(pid).has_value();
    return;
  }
  known.is_hidden = false;
  known.looked_at_bytes = known.facts.mapped_bytes;
  for (const std::string& file : *files) {
    if (frameworks::IsRuntimeLibrary(file)) known.has_framework = true;
    if (importers::native::IsLossPageName(file)) known.records = true;
  }
}

// What is seen once only may be a child between its fork and its program, with all that its parent
// has mapped.
bool ProcessWatch::RunsUnrecorded(const Known& known) {
  return known.has_framework && !known.records && known.looks_with_framework > 0;
}

void ProcessWatch::Leave(pid_t pid, const Known& known) {
  if (RunsUnrecorded(known)) gone_.without_recording.push_back({pid, known.facts.name});
  if (known.is_hidden) gone_.hidden.push_back({pid, known.facts.name});
}

}  // namespace tdbg::session
