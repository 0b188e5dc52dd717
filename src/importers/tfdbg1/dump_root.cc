#include "importers/tfdbg1/dump_root.h"

#include <algorithm>
#include <cstdlib>

namespace tdbg::importers::tfdbg1 {

using store::ExecutionId;

void DumpRoot::AddExecution(int64_t time_us, ExecutionId execution) {
  const std::pair entry(time_us, execution);
  executions_.insert(std::upper_bound(executions_.begin(), executions_.end(), entry), entry);
}

ExecutionId DumpRoot::FindExecution(int64_t time_us) const {
  const auto later =
      std::upper_bound(executions_.begin(), executions_.end(), time_us,
                       [](int64_t time, const auto& execution) { return time < execution.first; });
  if (later != executions_.begin()) return std::prev(later)->second;
  const bool is_run = !path_.empty();
  return is_run && later != executions_.end() ? later->second : ExecutionId();
}

DumpDevice& DumpRoot::device(std::string_view directory) {
  if (const auto it = devices_.find(directory); it != devices_.end()) return it->second;
  DumpDevice& added = devices_[std::string(directory)];
  added.directory = directory;
  return added;
}

void DumpRoot::AddGraph(std::string_view device_directory, GraphFile graph) {
  for (Transfer& sent : graph.sent) {
    senders_[sent.key].push_back({graph.time_us, sent.op, sent.slot});
  }
  for (Transfer& received : graph.received) {
    receives_.push_back({graph.time_us, std::move(received)});
  }
  graph.sent.clear();
  graph.received.clear();

  std::vector<GraphFile>& graphs = device(device_directory).graphs;
  std::erase_if(graphs, [&](const GraphFile& old) { return old.graph == graph.graph; });
  const auto later =
      std::upper_bound(graphs.begin(), graphs.end(), graph.time_us,
                       [](int64_t time, const GraphFile& other) { return time < other.time_us; });
  graphs.insert(later, std::move(graph));
}

void DumpRoot::LinkTransfers(store::Run& run) {
  std::erase_if(receives_, [&](const Receive& receive) {
    const auto it = senders_.find(receive.transfer.key);
    if (it == senders_.end()) return false;
    const Sender& nearest = *std::min_element(
        it->second.begin(), it->second.end(), [&](const Sender& a, const Sender& b) {
          return std::abs(a.time_us - receive.time_us) < std::abs(b.time_us - receive.time_us);
        });
    store::Op& op = run.graphs.op(receive.transfer.op);
    op.sender = nearest.op;
    op.sender_slot = nearest.slot;
    run.graphs.Changed(op.graph);
    return true;
  });
}

}  // namespace tdbg::importers::tfdbg1
