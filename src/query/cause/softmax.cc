#include <algorithm>
#include <cmath>
#include <limits>

#include "query/cause/rules.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using tensor::BriefNumber;

// The logits that one element of a softmax was made of.
struct Row {
  int64_t begin = 0;
  int64_t length = 0;
  std::string name;  // "row 85", "row [3,85]", "the only row"
  std::vector<double> logits;
};

std::optional<Row> RowOf(const OpCase& op) {
  const Calculation calculation = op.calculation();
  if (calculation != Calculation::kSoftmax && calculation != Calculation::kLogSoftmax) {
    return std::nullopt;
  }
  const KnownTensor* read = op.input(0);
  if (read == nullptr || !op.element || !read->value) return std::nullopt;
  const tensor::Shape shape = *read->shape();
  if (shape.rank() == 0 || op.output.shape() != shape || !op.output.IndexOf(op.element)) {
    return std::nullopt;
  }
  Row row;
  row.length = shape[shape.rank() - 1];
  row.begin = *op.element / row.length * row.length;
  for (int64_t i = 0; i < row.length; ++i) {
    const auto logit = read->At(row.begin + i);
    if (!logit) return std::nullopt;
    row.logits.push_back(*logit);
  }
  std::vector<int64_t> index = shape.Unravel(row.begin);
  index.pop_back();
  row.name = index.empty()       ? "the only row"
             : index.size() == 1 ? "row " + std::to_string(index[0])
                                 : "row " + tensor::Shape(index).ToString();
  return row;
}

}  // namespace

std::optional<Cause> SoftmaxCause(const OpCase& op) {
  const auto row = RowOf(op);
  if (!row) return std::nullopt;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto first = std::find(row->logits.begin(), row->logits.end(), infinity);
  if (first != row->logits.end()) {
    return Cause{row->name + " of the logits holds ∞: its softmax is ∞/∞.", 0,
                 row->begin + (first - row->logits.begin())};
  }
  if (std::all_of(row->logits.begin(), row->logits.end(),
                  [&](double logit) { return logit == -infinity; })) {
    return Cause{row->name + " of the logits is −∞ throughout: its softmax is 0/0.", 0, row->begin};
  }
  return std::nullopt;
}

std::optional<Cause> SoftmaxFinite(const OpCase& op) {
  const auto row = RowOf(op);
  const auto limits = LimitsOf(op.output.dtype());
  if (!row || !limits || op.calculation() != Calculation::kSoftmax ||
      op.output.At(*op.element) != 0.0) {
    return std::nullopt;
  }
  const double largest = *std::max_element(row->logits.begin(), row->logits.end());
  const double span = largest - row->logits[static_cast<size_t>(*op.element - row->begin)];
  const double share = std::exp(-span);
  if (!std::isfinite(span) || share >= limits->smallest_normal) return std::nullopt;
  const std::string type(tensor::Info(op.output.dtype()).short_name);
  return Cause{"Softmax underflowed in " + row->name + ": its logits span " + BriefNumber(span) +
                   ", and exp(" + BriefNumber(-span) + ") is below the smallest " +
                   (share >= limits->smallest ? "normal " : "") + type + ".",
               0, *op.element};
}

}  // namespace tdbg::query
