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
  store::OpId op;       // the answer; stays invalid if no graph has the node
};

// Sets `op` of tensors that one execution wrote on one device, in order of time. They all ran in
// one executor, so the graph is the latest one published before them that feeds and fetches what
// the execution did and watches every certain one of them. Where no graph does, each tensor goes to
// the latest graph not later than itself that has its node, or else to the first later one.
// `graphs` is in order of publication; `execution` is null if unknown.
void PlaceTensors(std::span<PlacedTensor> tensors, std::span<const GraphFile> graphs,
                  const store::Execution* execution, const store::Run& run,
                  const WatchTable& watches);

}  // namespace tdbg::importers::tfdbg1
