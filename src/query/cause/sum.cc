#include <algorithm>
#include <cmath>
#include <vector>

#include "query/cause/rules.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using tensor::BriefNumber;
using tensor::Shape;

// Of finite numbers these make others only by growing too large.
bool OnlyAccumulates(Calculation calculation) {
  return calculation == Calculation::kMatrixProduct || calculation == Calculation::kSum ||
         calculation == Calculation::kMean || calculation == Calculation::kProduct ||
         calculation == Calculation::kCumulativeSum ||
         calculation == Calculation::kCumulativeProduct || calculation == Calculation::kOtherSums;
}

std::string Are(int64_t count) {
  return count == 1 ? "its only element" : "its " + std::to_string(count) + " elements";
}

// ---------------------------------------------------------------- reductions

// The elements of input 0 that were reduced to the one asked about.
struct Group {
  std::vector<int64_t> elements;
  std::vector<double> numbers;
};

std::optional<std::vector<bool>> ReducedAxes(const OpCase& op, int rank) {
  const KnownTensor* axes = op.input(1);
  if (axes == nullptr || !axes->num_elements()) return std::nullopt;
  std::vector<bool> reduced(static_cast<size_t>(rank), false);
  for (int64_t i = 0; i < *axes->num_elements(); ++i) {
    const auto axis = axes->At(i);
    if (!axis || *axis < -rank || *axis >= rank) return std::nullopt;
    reduced[static_cast<size_t>(*axis < 0 ? *axis + rank : *axis)] = true;
  }
  return reduced;
}

std::optional<Group> GroupOf(const OpCase& op) {
  const KnownTensor* read = op.input(0);
  if (read == nullptr || !read->value || !op.element) return std::nullopt;
  const auto results = ReducedTo(op);
  if (!results) return std::nullopt;
  Group group;
  for (size_t i = 0; i < results->size(); ++i) {
    if ((*results)[i] != *op.element) continue;
    const auto at = static_cast<int64_t>(i);
    const auto number = read->At(at);
    if (!number) return std::nullopt;
    group.elements.push_back(at);
    group.numbers.push_back(*number);
  }
  return group;
}

size_t LargestOf(const std::vector<double>& numbers) {
  const auto at = std::max_element(numbers.begin(), numbers.end(),
                                   [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  return static_cast<size_t>(at - numbers.begin());
}

std::optional<Cause> EmptyCause(const OpCase& op) {
  const KnownTensor* read = op.input(0);
  if (read == nullptr || read->num_elements() != 0) return std::nullopt;
  switch (op.calculation()) {
    case Calculation::kMean:
      return Cause{"the mean of no elements is 0/0.", 0, {}};
    case Calculation::kMax:
      return Cause{"the largest of no elements is −∞.", 0, {}};
    case Calculation::kMin:
      return Cause{"the smallest of no elements is ∞.", 0, {}};
    default:
      return std::nullopt;
  }
}

// A mean adds up before it divides.
bool IsSum(const OpCase& op) {
  return op.calculation() == Calculation::kSum || op.calculation() == Calculation::kMean;
}

std::optional<Cause> ReduceCause(const OpCase& op) {
  const bool product = op.calculation() == Calculation::kProduct;
  if (!product && !IsSum(op)) return std::nullopt;
  const auto group = GroupOf(op);
  const auto limits = LimitsOf(op.output.dtype());
  if (!group || group->numbers.empty() || !limits) return std::nullopt;
  long double total = product ? 1 : 0;
  for (const double number : group->numbers) {
    if (!std::isfinite(number)) return std::nullopt;
    total = product ? total * number : total + number;
  }
  if (std::fabs(total) <= static_cast<long double>(limits->largest)) return std::nullopt;
  const std::string size = BriefNumber(static_cast<double>(total));
  return Cause{"the " + std::string(product ? "product" : "sum") + " of " +
                   Are(static_cast<int64_t>(group->numbers.size())) + " is " + size + ", " +
                   BeyondText(op.output.dtype(), *limits) + ".",
               0, group->elements[LargestOf(group->numbers)]};
}

// ---------------------------------------------------------------- products of matrices

// One element of a product: how to walk along its row and its column.
struct Walk {
  int64_t first = 0;
  int64_t stride = 0;
};

// Of operand `shape`, whose `line` runs along all but the last axes unless it is transposed.
Walk LineOf(const Shape& shape, int64_t batch, int64_t line, bool along_last) {
  const int64_t rows = shape[shape.rank() - 2];
  const int64_t columns = shape[shape.rank() - 1];
  const int64_t base = shape.rank() > 2 ? batch * rows * columns : 0;
  return along_last ? Walk{base + line * columns, 1} : Walk{base + line, columns};
}

// Formats do not always record whether an operand was transposed: each way that fits the shapes is
// tried, and counts where the numbers bear it out and no other way tells another story.
std::optional<Cause> DotCause(const OpCase& op) {
  const KnownTensor* a = op.input(0);
  const KnownTensor* b = op.input(1);
  const auto limits = LimitsOf(op.output.dtype());
  if (op.calculation() != Calculation::kMatrixProduct || b == nullptr || !a->value || !b->value ||
      !op.element || !limits || !op.output.shape()) {
    return std::nullopt;
  }
  const Shape as = *a->shape();
  const Shape bs = *b->shape();
  const Shape out = *op.output.shape();
  if (out.rank() < 2 || as.rank() < 2 || bs.rank() < 2) return std::nullopt;
  const int64_t rows = out[out.rank() - 2];
  const int64_t columns = out[out.rank() - 1];
  const int64_t batch = *op.element / (rows * columns);
  const int64_t row = *op.element / columns % rows;
  const int64_t column = *op.element % columns;
  const double made = op.output.At(*op.element).value_or(0);
  std::optional<Cause> found;
  for (const bool a_flipped : {false, true}) {
    for (const bool b_flipped : {false, true}) {
      const int64_t length = as[as.rank() - (a_flipped ? 2 : 1)];
      const bool fits = as[as.rank() - (a_flipped ? 1 : 2)] == rows &&
                        bs[bs.rank() - (b_flipped ? 2 : 1)] == columns &&
                        bs[bs.rank() - (b_flipped ? 1 : 2)] == length;
      if (!fits) continue;
      const Walk left = LineOf(as, batch, row, !a_flipped);
      const Walk right = LineOf(bs, batch, column, b_flipped);
      long double total = 0;
      std::vector<double> terms;
      for (int64_t k = 0; k < length; ++k) {
        const auto x = a->At(left.first + k * left.stride);
        const auto y = b->At(right.first + k * right.stride);
        if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return std::nullopt;
        total += static_cast<long double>(*x) * *y;
        terms.push_back(*x * *y);
      }
      if (std::fabs(total) <= static_cast<long double>(limits->largest)) continue;
      if (std::isinf(made) && std::signbit(made) != std::signbit(total)) continue;
      const auto k = static_cast<int64_t>(LargestOf(terms));
      const int64_t left_at = left.first + k * left.stride;
      const int64_t right_at = right.first + k * right.stride;
      const bool right_is_larger = std::fabs(*b->At(right_at)) > std::fabs(*a->At(left_at));
      Cause cause{"the sum of " + std::to_string(length) + " products is " +
                      BriefNumber(static_cast<double>(total)) + ", " +
                      BeyondText(op.output.dtype(), *limits) + "; the largest is " +
                      BriefNumber(*a->At(left_at)) + " × " + BriefNumber(*b->At(right_at)) + ".",
                  right_is_larger ? 1u : 0u, right_is_larger ? right_at : left_at};
      if (found && found->text != cause.text) return std::nullopt;
      found = std::move(cause);
    }
  }
  return found;
}

// ---------------------------------------------------------------- any of them

std::optional<double> Magnitude(const store::Digest& digest) {
  if (!digest.min || !digest.max) return std::nullopt;
  return std::max(std::fabs(*digest.min), std::fabs(*digest.max));
}

std::optional<Cause> AccumulationCause(const OpCase& op) {
  const auto limits = LimitsOf(op.output.dtype());
  if (!OnlyAccumulates(op.calculation()) || !limits || op.inputs.empty()) return std::nullopt;
  std::optional<size_t> largest;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const store::Digest& digest = op.inputs[i].digest;
    const tensor::DType dtype = op.inputs[i].dtype();
    if (dtype != tensor::DType::kInvalid && !tensor::MayBeBad(dtype)) continue;
    if (digest.bad.value_or(true)) return std::nullopt;
    const auto size = Magnitude(digest);
    if (size && (!largest || *size > *Magnitude(op.inputs[*largest].digest))) largest = i;
  }
  const bool product = frameworks::OverflowOf(op.calculation()) == frameworks::Overflow::kProduct;
  std::string text = std::string(op.op_type) + " only multiplies and adds, and all it read is " +
                     "finite: a " + (product ? "product" : "sum") + " went " +
                     BeyondText(op.output.dtype(), *limits);
  Cause cause;
  if (largest) {
    const double size = *Magnitude(op.inputs[*largest].digest);
    text += "; the largest number it read is " + BriefNumber(size);
    cause.input = largest;
    cause.element = op.inputs[*largest].Find(size);
    if (!cause.element) cause.element = op.inputs[*largest].Find(-size);
  }
  cause.text = text + ".";
  return cause;
}

std::optional<Cause> FactorCause(const OpCase& op) {
  if (op.calculation() != Calculation::kCholesky || op.inputs.empty()) return std::nullopt;
  if (op.inputs[0].digest.bad.value_or(true)) return std::nullopt;
  return Cause{"the matrix is finite but not positive definite: it has no Cholesky factor.", 0, {}};
}

}  // namespace

std::optional<std::vector<int64_t>> ReducedTo(const OpCase& op) {
  const KnownTensor* read = op.input(0);
  if (read == nullptr || !read->shape() || !read->num_elements()) return std::nullopt;
  const Shape shape = *read->shape();
  const auto reduced = ReducedAxes(op, shape.rank());
  if (!reduced) return std::nullopt;
  std::vector<int64_t> results;
  for (int64_t at = 0; at < *read->num_elements(); ++at) {
    const std::vector<int64_t> index = shape.Unravel(at);
    int64_t result = 0;
    for (size_t axis = 0; axis < index.size(); ++axis) {
      if (!(*reduced)[axis]) result = result * shape[static_cast<int>(axis)] + index[axis];
    }
    results.push_back(result);
  }
  return results;
}

std::optional<Cause> SumCause(const OpCase& op) {
  for (const auto rule : {EmptyCause, ReduceCause, DotCause, FactorCause, AccumulationCause}) {
    if (auto cause = rule(op)) return cause;
  }
  return std::nullopt;
}

std::optional<Cause> SumFinite(const OpCase& op) {
  if (!IsSum(op) || !op.element) return std::nullopt;
  if (op.output.At(*op.element) != 0.0) return std::nullopt;
  const auto group = GroupOf(op);
  if (!group) return std::nullopt;
  const auto count = static_cast<int64_t>(group->numbers.size());
  if (count == 0) return Cause{std::string(op.op_type) + " of no elements is 0.", 0, {}};
  const bool zeros = std::all_of(group->numbers.begin(), group->numbers.end(),
                                 [](double number) { return number == 0; });
  if (!zeros) return std::nullopt;
  return Cause{
      std::string(op.op_type) + " is 0 because " + Are(count) + (count == 1 ? " is." : " are."), 0,
      group->elements[0]};
}

}  // namespace tdbg::query
