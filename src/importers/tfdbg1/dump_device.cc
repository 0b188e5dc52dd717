#include "importers/tfdbg1/dump_device.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tdbg::importers::tfdbg1 {

const GraphFile* DumpDevice::FindGraph(store::GraphId graph) const {
  const auto it = std::find_if(graphs_.begin(), graphs_.end(),
                               [&](const GraphFile& file) { return file.graph == graph; });
  return it == graphs_.end() ? nullptr : &*it;
}

void DumpDevice::AddGraph(GraphFile graph, store::Run& run) {
  if (!graph.device.empty()) Name(graph.device, NamedBy::kGraph, run);
  run.graphs.graph(graph.graph).device = id;
  // Tensors that were written before the graph was published are not of it, unless they are of no
  // earlier one.
  for (auto& [execution, group] : groups_) {
    if (!group.settled || group.last_us >= graph.time_us) MarkStale(group);
  }
  std::erase_if(graphs_, [&](const GraphFile& old) { return old.graph == graph.graph; });
  const auto earlier = [](const GraphFile& a, const GraphFile& b) {
    return std::tie(a.time_us, a.key) < std::tie(b.time_us, b.key);
  };
  const auto later = std::upper_bound(graphs_.begin(), graphs_.end(), graph, earlier);
  graphs_.insert(later, std::move(graph));
}

void DumpDevice::Name(std::string_view name, NamedBy by, store::Run& run) {
  if (by <= named_by_) return;
  named_by_ = by;
  const store::DeviceId named = run.InternDevice(name);
  if (std::exchange(id, named) == named) return;
  for (const GraphFile& graph : graphs_) run.graphs.graph(graph.graph).device = id;
  for (auto& [execution, group] : groups_) MarkStale(group);
}

void DumpDevice::MarkStale(TensorGroup& group) {
  group.stale = true;
  has_stale_groups_ = true;
}

}  // namespace tdbg::importers::tfdbg1
