#include "importers/tfdbg1/placement.h"

#include <algorithm>

namespace tdbg::importers::tfdbg1 {

using store::OpId;

namespace {

bool AllIn(const std::vector<StringId>& names, const std::vector<StringId>& all) {
  return std::all_of(names.begin(), names.end(), [&](StringId name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  });
}

}  // namespace

const GraphFile* Placement::FindGraph(std::span<const PlacedTensor> tensors,
                                      int64_t first_us) const {
  for (size_t published = CountUntil(first_us); published-- > 0;) {
    const GraphFile& graph = graphs_[published];
    if (Fits(graph) && WatchesAll(graph, tensors)) return &graph;
  }
  return nullptr;
}

// How many graphs were published not later than this.
size_t Placement::CountUntil(int64_t time_us) const {
  const auto later =
      std::upper_bound(graphs_.begin(), graphs_.end(), time_us,
                       [](int64_t time, const GraphFile& graph) { return time < graph.time_us; });
  return static_cast<size_t>(later - graphs_.begin());
}

// Tensors of which no graph tells have bare ops in some graph: those are not of the graph.
OpId Placement::Find(const GraphFile& graph, const PlacedTensor& tensor) const {
  const OpId op = run_.graphs.FindOp(graph.graph, tensor.node);
  return op.valid() && run_.graphs.op(op).type.valid() ? op : OpId();
}

bool Placement::Fits(const GraphFile& graph) const {
  return execution_ == nullptr ||
         (AllIn(graph.feeds, execution_->feeds) && AllIn(graph.fetches, execution_->fetches));
}

bool Placement::WatchesAll(const GraphFile& graph, std::span<const PlacedTensor> tensors) const {
  return std::all_of(tensors.begin(), tensors.end(), [&](const PlacedTensor& tensor) {
    if (!tensor.certain) return true;
    const OpId op = Find(graph, tensor);
    return op.valid() &&
           (!graph.watched || watches_.Find(op, tensor.slot, tensor.detail).has_value());
  });
}

OpId Placement::FindOp(const GraphFile* of_executor, const PlacedTensor& tensor) const {
  OpId op = of_executor != nullptr ? Find(*of_executor, tensor) : OpId();
  const size_t published = CountUntil(tensor.time_us);
  for (size_t i = published; i-- > 0 && !op.valid();) op = Find(graphs_[i], tensor);
  for (size_t i = published; i < graphs_.size() && !op.valid(); ++i) op = Find(graphs_[i], tensor);
  return op;
}

}  // namespace tdbg::importers::tfdbg1
