#include "bench/training_values.h"

#include <algorithm>

#include "bench/random_bits.h"

namespace tdbg::bench {
namespace {

constexpr int64_t kUnderflows = 3;  // elements of the softmax that become 0

int64_t LastDim(const Tensor& tensor) { return tensor.dims.empty() ? 1 : tensor.dims.back(); }

}  // namespace

TrainingValues::TrainingValues(const TrainingGraph& graph, int64_t first_bad_step, uint64_t seed)
    : graph_(graph),
      first_bad_step_(first_bad_step),
      seed_(seed),
      values_(graph.tensors.size()),
      bad_in_variable_(graph.variable_elements.size(), 0) {
  for (size_t i = 0; i < values_.size(); ++i) {
    values_[i].rank = static_cast<int>(graph.tensors[i].dims.size());
    values_[i].elements = graph.tensors[i].elements();
  }
}

// How many elements of the output are bad because an input is: as many where the shapes agree, else
// whole rows, as in a matrix product.
int64_t TrainingValues::WorstSource(const Evaluation& evaluation, const Tensor& output) const {
  int64_t worst = 0;
  const int64_t elements = output.elements();
  for (const int source : evaluation.sources) {
    const ValueCounts& input = values_[source];
    if (input.bad() == 0) continue;
    const int64_t spread = input.elements == elements
                               ? input.bad()
                               : std::min(elements, input.bad() * LastDim(output));
    worst = std::max(worst, spread);
  }
  return worst;
}

void TrainingValues::FillHealthy(Sign sign, int tensor, ValueCounts* counts) const {
  const int64_t finite = counts->elements - counts->bad() - counts->zero;
  const uint64_t bits = Mix(seed_ ^ static_cast<uint64_t>(step_), static_cast<uint64_t>(tensor));
  const int64_t some = finite * (256 + static_cast<int64_t>(bits % 512)) / 1024;
  switch (sign) {
    case Sign::kMixed:
      counts->negative = some;
      counts->positive = finite - some;
      break;
    case Sign::kPositive:
      counts->positive = finite;
      break;
    case Sign::kNegative:
      counts->negative = finite;
      break;
    case Sign::kNonNegative:
      counts->zero += some;
      counts->positive = finite - some;
      break;
  }
}

const ValueCounts& TrainingValues::Evaluate(const Evaluation& evaluation) {
  const Op& op = graph_.ops[evaluation.op];
  if (op.rule == Rule::kAssign) {
    const ValueCounts& delta = values_[evaluation.sources.back()];
    int64_t& bad = bad_in_variable_[op.variable];
    bad = std::max(bad, delta.bad());
    return delta;
  }
  const Tensor& output = graph_.tensors[evaluation.output];
  ValueCounts& counts = values_[evaluation.output];
  const bool copies = op.rule == Rule::kPass || op.rule == Rule::kCall || op.rule == Rule::kLoop ||
                      op.rule == Rule::kArgument;
  if (copies && !evaluation.sources.empty()) return counts = values_[evaluation.sources[0]];

  counts = {.rank = counts.rank, .elements = counts.elements};
  counts.nan = op.rule == Rule::kVariable   ? bad_in_variable_[op.variable]
               : op.rule == Rule::kConstant ? 0
                                            : WorstSource(evaluation, output);
  if (step_ == first_bad_step_) {
    if (op.rule == Rule::kSoftmax) counts.zero = kUnderflows;
    if (op.rule == Rule::kLog) counts.neg_inf = kUnderflows;
    if (op.rule == Rule::kReciprocal) counts.pos_inf = kUnderflows;
  }
  FillHealthy(op.sign, evaluation.output, &counts);
  return counts;
}

}  // namespace tdbg::bench
