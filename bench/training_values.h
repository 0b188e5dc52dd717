// What the tensors of the imitated program hold in each step: healthy counts that vary with the
// step, and from one step on the consequences of a softmax that underflows to 0 (log -inf, then NaN
// through the loss and the gradients into the variables, which poisons every later step).
#pragma once

#include <cstdint>
#include <vector>

#include "bench/training_graph.h"

namespace tdbg::bench {

// What one tensor holds, as far as the health modes can tell.
struct ValueCounts {
  int rank = 0;
  int64_t elements = 0;
  int64_t neg_inf = 0;
  int64_t pos_inf = 0;
  int64_t nan = 0;
  int64_t negative = 0;
  int64_t zero = 0;
  int64_t positive = 0;

  int64_t bad() const { return neg_inf + pos_inf + nan; }
};

class TrainingValues {
 public:
  // No step is bad if `first_bad_step` is never reached. Borrows `graph`.
  TrainingValues(const TrainingGraph& graph, int64_t first_bad_step, uint64_t seed);

  void StartStep(int64_t step) { step_ = step; }
  // Must be called for graph.step in order; remembers the result as an input of later ones.
  const ValueCounts& Evaluate(const Evaluation& evaluation);
  // The value of the latest evaluation that had this output.
  const ValueCounts& Of(int tensor) const { return values_[tensor]; }

 private:
  int64_t WorstSource(const Evaluation& evaluation, const Tensor& output) const;
  void FillHealthy(Sign sign, int tensor, ValueCounts* counts) const;

  const TrainingGraph& graph_;
  int64_t first_bad_step_;
  uint64_t seed_;
  int64_t step_ = 0;
  std::vector<ValueCounts> values_;       // by tensor
  std::vector<int64_t> bad_in_variable_;  // by variable: elements that are NaN
};

}  // namespace tdbg::bench
