#include <algorithm>
#include <cmath>

#include "query/cause/fix.h"
#include "query/cause/pattern_rules.h"
#include "query/cause/rules.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;

// log(1 + exp(x)) without computing exp of something large.
double Softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }

// The maker of an input as a whole, if it computes that.
const TracedOp* WholeMaker(const TracedOp& op, size_t input, Calculation calculation) {
  const TracedOp* maker = BehindReshapes(op.MakerOf(input, {}, {}));
  return maker != nullptr && maker->calculation() == calculation ? maker : nullptr;
}

std::optional<Trial> LogSoftmax(const TracedOp& log) {
  const TracedOp* softmax = WholeMaker(log, 0, Calculation::kSoftmax);
  const auto before = NumbersOf(log.op().output);
  if (log.calculation() != Calculation::kLog || softmax == nullptr || !before) return std::nullopt;
  const auto logits = NumbersOf(softmax->op().inputs[0]);
  if (!logits || logits->size() != before->size()) return std::nullopt;
  const tensor::Shape shape = *softmax->op().inputs[0].shape();
  if (shape.rank() == 0) return std::nullopt;
  const auto length = static_cast<size_t>(shape[shape.rank() - 1]);
  Trial trial{"log_softmax", {}, *before, log.op().output.dtype()};
  for (size_t begin = 0; begin < logits->size(); begin += length) {
    const double* row = logits->data() + begin;
    const double largest = *std::max_element(row, row + length);
    double sum = 0;
    for (size_t i = 0; i < length; ++i) sum += std::exp(row[i] - largest);
    for (size_t i = 0; i < length; ++i) {
      trial.results.push_back(row[i] - largest - std::log(sum));
    }
  }
  return trial;
}

// log(sigmoid(x)) is −softplus(−x), and log(1 − sigmoid(x)) is −softplus(x).
std::optional<Trial> LogSigmoid(const TracedOp& log) {
  const auto before = NumbersOf(log.op().output);
  if (log.calculation() != Calculation::kLog || !before) return std::nullopt;
  const TracedOp* sigmoid = WholeMaker(log, 0, Calculation::kSigmoid);
  const bool complement = sigmoid == nullptr;
  if (complement) {
    const TracedOp* difference = WholeMaker(log, 0, Calculation::kSubtract);
    if (difference == nullptr) return std::nullopt;
    const KnownTensor* one = difference->op().input(0);
    if (one == nullptr || one->num_elements() != 1 || one->At(0) != 1.0) return std::nullopt;
    sigmoid = WholeMaker(*difference, 1, Calculation::kSigmoid);
    if (sigmoid == nullptr) return std::nullopt;
  }
  const auto logits = NumbersOf(sigmoid->op().inputs[0]);
  if (!logits || logits->size() != before->size()) return std::nullopt;
  Trial trial{complement ? "−softplus(x)" : "−softplus(−x)", {}, *before, log.op().output.dtype()};
  for (const double x : *logits) trial.results.push_back(-Softplus(complement ? x : -x));
  return trial;
}

// Whether the only thing made of exp(x) is log(1 + exp(x)).
bool LeadsToSoftplus(const TracedOp& exp) {
  const auto readers = exp.Readers();
  if (readers.size() != 1) return false;
  const TracedOp* reader = readers[0];
  if (reader->calculation() == Calculation::kLog1p) return true;
  if (reader->calculation() != Calculation::kAdd) return false;
  const auto behind = reader->Readers();
  if (behind.size() != 1 || behind[0]->calculation() != Calculation::kLog) return false;
  for (const KnownTensor& input : reader->op().inputs) {
    if (input.num_elements() == 1 && input.At(0) == 1.0) return true;
  }
  return false;
}

std::optional<Trial> SoftplusOf(const TracedOp& exp) {
  if (exp.calculation() != Calculation::kExp || !LeadsToSoftplus(exp)) return std::nullopt;
  const auto numbers = NumbersOf(exp.op().inputs[0]);
  if (!numbers) return std::nullopt;
  Trial trial{"softplus in place of log(1 + exp)", {}, {}, exp.op().output.dtype()};
  for (const double x : *numbers) trial.results.push_back(Softplus(x));
  return trial;
}

// w × log(x), which is 0 where w is.
std::optional<Trial> Xlogy(const TracedOp& log) {
  if (log.calculation() != Calculation::kLog) return std::nullopt;
  for (const TracedOp* product : log.Readers()) {
    if (product->calculation() != Calculation::kMultiply) continue;
    for (size_t weight = 0; weight < 2; ++weight) {
      const KnownTensor* known = product->op().input(weight);
      const bool same = log.TensorId(0) && product->TensorId(weight) == log.TensorId(0);
      // The other factor is what the logarithm made, which is bad.
      const bool clean = known != nullptr && known->digest.bad == false;
      const auto weights = same    ? NumbersOf(log.op().inputs[0])
                           : clean ? NumbersOf(*known)
                                   : std::nullopt;
      const auto numbers = NumbersOf(log.op().inputs[0]);
      if (!weights || !numbers || weights->size() != numbers->size()) continue;
      Trial trial{"xlogy", {}, {}, log.op().output.dtype()};
      for (size_t i = 0; i < numbers->size(); ++i) {
        const double w = (*weights)[i];
        trial.results.push_back(w == 0 ? 0 : w * std::log((*numbers)[i]));
      }
      return trial;
    }
  }
  return std::nullopt;
}

std::optional<Trial> WiderMean(const TracedOp& mean) {
  if (mean.calculation() != Calculation::kMean) return std::nullopt;
  const auto before = NumbersOf(mean.op().output);
  const auto numbers = NumbersOf(mean.op().inputs[0]);
  const auto results = ReducedTo(mean.op());
  if (!before || !numbers || !results) return std::nullopt;
  Trial trial{"the sum in f64", std::vector<double>(before->size()), *before,
              mean.op().output.dtype()};
  const double share = static_cast<double>(before->size()) / static_cast<double>(numbers->size());
  for (size_t i = 0; i < numbers->size(); ++i) {
    const auto result = static_cast<size_t>((*results)[i]);
    if (result >= trial.results.size()) return std::nullopt;
    trial.results[result] += (*numbers)[i] * share;
  }
  return trial;
}

}  // namespace

std::optional<Trial> TryTogether(Pattern pattern, const TracedOp& op) {
  if (op.op().inputs.empty()) return std::nullopt;
  switch (pattern) {
    case Pattern::kSoftmaxUnderflow:
      return LogSoftmax(op);
    case Pattern::kSaturatedSigmoid:
      return LogSigmoid(op);
    case Pattern::kExpOverflow:
      return SoftplusOf(op);
    case Pattern::kLogOfZero:
      return Xlogy(op);
    case Pattern::kMeanOverflow:
      return WiderMean(op);
    default:
      return std::nullopt;
  }
}

}  // namespace tdbg::query
