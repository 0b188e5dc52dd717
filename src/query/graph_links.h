// Edges that a run's graphs do not spell out: consumers, arguments, results, loops and branches.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "query/op_role.h"
#include "store/run.h"

namespace tdbg::query {

// Computed on first use and kept for as long as the graphs of the run stay what they are.
class GraphLinks {
 public:
  explicit GraphLinks(const store::Run& run) : run_(run) {}

  OpRole role(store::OpId op) const;

  // Who reads an op, in the order of the graph; once for each input that does.
  struct Reader {
    store::OpId op;
    int32_t slot = 0;  // of the op that is read; InputRef::kControl for a control dependency
  };
  std::span<const Reader> Readers(store::OpId op);

  // Ops of the same graph that read output `slot` of `op` (control edges do not count).
  std::vector<store::OpId> Consumers(store::OpId op, int32_t slot);

  // The graph's arguments in order, and the position of one of them (-1 if it is none).
  std::span<const store::OpId> Arguments(store::GraphId graph);
  int64_t ArgumentPosition(store::OpId op);

  // Identity ops that nobody reads: TensorFlow ends each result of a function in one, in order.
  std::span<const store::OpId> Results(store::GraphId graph);
  int64_t ResultPosition(store::OpId op);

  // The While, If or Case op of the outer graph that runs `graph` as its body, condition or branch;
  // found by name, since no format records it. Invalid if there is none.
  store::OpId ControlFlowOwner(store::GraphId graph);
  // The graphs that such an op runs; for a loop only its body.
  std::vector<store::GraphId> ControlFlowBodies(store::OpId op);

  // The receives, in graphs of other devices, that deliver what a send was given.
  std::vector<store::OpId> Receivers(store::OpId send);

  // The op that closes a v1 loop behind this Merge, whose back edge is not recorded at creation.
  store::OpId LoopBack(store::OpId merge);

 private:
  struct PerGraph {
    std::unordered_map<StringId, std::vector<Reader>> readers;
    std::vector<store::OpId> arguments;
    std::vector<store::OpId> results;
    store::OpId owner;
  };
  void ForgetIfChanged();
  PerGraph& Links(store::GraphId graph);
  store::OpId FindOwner(store::GraphId graph) const;

  const store::Run& run_;
  std::unordered_map<store::GraphId, PerGraph> graphs_;
  std::vector<store::OpId> receives_;  // those whose sender is known
  bool receives_known_ = false;
  uint64_t graphs_seen_ = 0;
};

}  // namespace tdbg::query
