// Which graph a dumped tensor belongs to, where several executors published theirs to one device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "importers/tfdbg1/graph_file.h"
#include "importers/tfdbg1/watch_table.h"
#include "store/run.h"

namespace tdbg::importers::tfdbg1 {

// What placing a tensor needs to know of it.
struct PlacedTensor {
  StringId node;
  int32_t slot = 0;
  Detail detail = Detail::kUnknown;
  int64_t time_us = 0;
  bool certain = true;  // false: what its file says contradicts itself
};

// Places tensors that one execution wrote on one device: they all ran in one executor. `graphs` is
// in order of publication; `execution` is null if unknown.
class Placement {
 public:
  Placement(std::span<const GraphFile> graphs, const store::Execution* execution,
            const store::Run& run, const WatchTable& watches)
      : graphs_(graphs), execution_(execution), run_(run), watches_(watches) {}

  // The executor's graph: the latest one published not later than `first_us` that feeds and fetches
  // what the execution did and watches every certain tensor. Null if there is none.
  const GraphFile* FindGraph(std::span<const PlacedTensor> tensors, int64_t first_us) const;
  bool WatchesAll(const GraphFile& graph, std::span<const PlacedTensor> tensors) const;

  // The tensor's op; invalid if no graph has it. Without an executor's graph, or where that has no
  // such node: in the latest graph not later than the tensor that has the node, or else in the
  // first later one.
  store::OpId FindOp(const GraphFile* of_executor, const PlacedTensor& tensor) const;

 private:
  size_t CountUntil(int64_t time_us) const;
  bool Fits(const GraphFile& graph) const;
  store::OpId Find(const GraphFile& graph, const PlacedTensor& tensor) const;

  std::span<const GraphFile> graphs_;
  const store::Execution* execution_;
  const store::Run& run_;
  const WatchTable& watches_;
};

}  // namespace tdbg::importers::tfdbg1
