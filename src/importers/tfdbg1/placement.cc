#include "importers/tfdbg1/placement.h"

#include <algorithm>

namespace tdbg::importers::tfdbg1 {
namespace {

using store::OpId;

bool AllIn(const std::vector<StringId>& names, const std::vector<StringId>& all) {
  return std::all_of(names.begin(), names.end(), [&](StringId name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  });
}

class Placement {
 public:
  Placement(std::span<PlacedTensor> tensors, std::span<const GraphFile> graphs,
            const store::Execution* execution, const store::Run& run, const WatchTable& watches)
      : tensors_(tensors), graphs_(graphs), execution_(execution), run_(run), watches_(watches) {}

  void Run() {
    for (size_t published = CountUntil(tensors_.front().time_us); published-- > 0;) {
      if (Fits(graphs_[published]) && WatchesAll(graphs_[published])) {
        for (PlacedTensor& tensor : tensors_) tensor.op = Find(graphs_[published], tensor);
        break;
      }
    }
    for (PlacedTensor& tensor : tensors_) PlaceAlone(tensor);
  }

 private:
  // How many graphs were published not later than this.
  size_t CountUntil(int64_t time_us) const {
    const auto later =
        std::upper_bound(graphs_.begin(), graphs_.end(), time_us,
                         [](int64_t time, const GraphFile& graph) { return time < graph.time_us; });
    return static_cast<size_t>(later - graphs_.begin());
  }

  OpId Find(const GraphFile& graph, const PlacedTensor& tensor) const {
    return run_.graphs.FindOp(graph.graph, tensor.node);
  }

  bool Fits(const GraphFile& graph) const {
    return execution_ == nullptr ||
           (AllIn(graph.feeds, execution_->feeds) && AllIn(graph.fetches, execution_->fetches));
  }

  bool WatchesAll(const GraphFile& graph) const {
    return std::all_of(tensors_.begin(), tensors_.end(), [&](const PlacedTensor& tensor) {
      if (!tensor.certain) return true;
      const OpId op = Find(graph, tensor);
      return op.valid() &&
             (!graph.watched || watches_.Find(op, tensor.slot, tensor.detail).has_value());
    });
  }

  // Places one tensor without the others; does nothing if it has its place already.
  void PlaceAlone(PlacedTensor& tensor) const {
    const size_t published = CountUntil(tensor.time_us);
    for (size_t i = published; i-- > 0 && !tensor.op.valid();) {
      tensor.op = Find(graphs_[i], tensor);
    }
    for (size_t i = published; i < graphs_.size() && !tensor.op.valid(); ++i) {
      tensor.op = Find(graphs_[i], tensor);
    }
  }

  std::span<PlacedTensor> tensors_;
  std::span<const GraphFile> graphs_;
  const store::Execution* execution_;
  const store::Run& run_;
  const WatchTable& watches_;
};

}  // namespace

void PlaceTensors(std::span<PlacedTensor> tensors, std::span<const GraphFile> graphs,
                  const store::Execution* execution, const store::Run& run,
                  const WatchTable& watches) {
  if (!tensors.empty()) Placement(tensors, graphs, execution, run, watches).Run();
}

}  // namespace tdbg::importers::tfdbg1
