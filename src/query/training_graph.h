// Which ops of a graph are the model, which its gradients, and which variables it changes: what
// the structure of a graph that trains tells.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frameworks/calculation.h"
#include "query/graph_links.h"
#include "store/run.h"

namespace tdbg::query {

// What the op computes, as the user wrote it where that is known.
frameworks::Calculation WrittenCalculation(const store::Run& run, store::OpId op);

struct TrainingGraph {
  std::unordered_set<store::OpId> gradients;       // made by differentiation
  std::unordered_set<store::OpId> after;           // made of gradients: optimizers, clipping
  std::unordered_set<store::OpId> differentiated;  // whose input or output a gradient reads
  std::unordered_set<StringId> changed_variables;  // names of the ops that stand for them

  bool trains() const { return !gradients.empty(); }
  bool IsForward(store::OpId op) const { return !gradients.contains(op) && !after.contains(op); }
};

// Computed on first use and kept for as long as the graphs of the run stay what they are.
class TrainingGraphs {
 public:
  TrainingGraphs(const store::Run& run, GraphLinks& links) : run_(run), links_(links) {}

  const TrainingGraph& Of(store::GraphId graph);

  // The op of the same graph that stands for the variable which `op` reads or changes; its name.
  // Invalid where it has no inputs and stands for none itself.
  StringId VariableOf(store::OpId op) const;

  // Ops that read what `op` makes; what hands it on is looked through.
  std::vector<store::OpId> RealReaders(store::OpId op);

 private:
  TrainingGraph Make(store::GraphId graph);

  const store::Run& run_;
  GraphLinks& links_;
  std::unordered_map<store::GraphId, TrainingGraph> graphs_;
  uint64_t graphs_seen_ = 0;
};

}  // namespace tdbg::query
