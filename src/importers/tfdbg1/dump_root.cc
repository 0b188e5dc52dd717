#include "importers/tfdbg1/dump_root.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "importers/tfdbg1/dump_files.h"

namespace tdbg::importers::tfdbg1 {

using store::ExecutionId;

std::string DumpRoot::PathOf(std::string_view device_directory) const {
  return JoinPath(path_, device_directory);
}

void DumpRoot::AddExecution(const Execution& execution) {
  const ExecutionId before = FindExecution(execution.time_us);
  const auto earlier = [](const Execution& a, const Execution& b) {
    return std::tie(a.time_us, a.session_run_index, a.id) <
           std::tie(b.time_us, b.session_run_index, b.id);
  };
  executions_.insert(std::upper_bound(executions_.begin(), executions_.end(), execution, earlier),
                     execution);
  for (auto& [directory, device] : devices_) {
    const auto it = device.groups().find(before);
    if (it == device.groups().end()) continue;
    TensorGroup& group = it->second;
    // What lies between two tensors of one execution is of that execution, too.
    if (FindExecution(group.first_us) != before || FindExecution(group.last_us) != before) {
      device.MarkStale(group);
    }
  }
}

void DumpRoot::ExecutionIsKnown(ExecutionId execution) {
  for (auto& [directory, device] : devices_) {
    const auto it = device.groups().find(execution);
    if (it != device.groups().end()) device.MarkStale(it->second);
  }
}

ExecutionId DumpRoot::FindExecution(int64_t time_us) const {
  const auto later = std::upper_bound(
      executions_.begin(), executions_.end(), time_us,
      [](int64_t time, const Execution& execution) { return time < execution.time_us; });
  if (later != executions_.begin()) return std::prev(later)->id;
  const bool is_run = !path_.empty();
  return is_run && later != executions_.end() ? later->id : ExecutionId();
}

DumpDevice& DumpRoot::device(std::string_view directory) {
  if (const auto it = devices_.find(directory); it != devices_.end()) return it->second;
  DumpDevice& added = devices_[std::string(directory)];
  added.directory = directory;
  return added;
}

void DumpRoot::LinkTransfers(store::Run& run) const {
  std::unordered_map<std::string_view, std::vector<std::pair<int64_t, const Transfer*>>> senders;
  for (const auto& [directory, device] : devices_) {
    for (const GraphFile& graph : device.graphs()) {
      for (const Transfer& sent : graph.sent) senders[sent.key].emplace_back(graph.time_us, &sent);
    }
  }
  const auto link = [&](int64_t time_us, const Transfer& received) {
    const auto it = senders.find(received.key);
    if (it == senders.end()) return;
    const Transfer& nearest =
        *std::min_element(it->second.begin(), it->second.end(), [&](const auto& a, const auto& b) {
           return std::pair(std::abs(a.first - time_us), a.first) <
                  std::pair(std::abs(b.first - time_us), b.first);
         })->second;
    store::Op& op = run.graphs.op(received.op);
    if (op.sender == nearest.op && op.sender_slot == nearest.slot) return;
    op.sender = nearest.op;
    op.sender_slot = nearest.slot;
    run.graphs.Changed(op.graph);
  };
  for (const auto& [directory, device] : devices_) {
    for (const GraphFile& graph : device.graphs()) {
      for (const Transfer& received : graph.received) link(graph.time_us, received);
    }
  }
}

}  // namespace tdbg::importers::tfdbg1
