#include "query/cause/fused_work.h"

#include <cmath>
#include <cstring>

#include "query/cause/formula.h"
#include "query/float_limits.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using Real = long double;

// What the type makes of a number that was computed exactly.
Real Rounded(Real exact, const FloatLimits& limits, bool flush) {
  if (!std::isfinite(exact) || exact == 0) return exact;
  int exponent = 0;
  std::frexp(exact, &exponent);
  const Real step = std::fmax(std::ldexp(Real{1}, exponent - limits.digits), limits.smallest);
  const Real rounded = std::nearbyint(exact / step) * step;
  if (std::fabs(rounded) > static_cast<Real>(limits.largest))
    return std::copysign(HUGE_VALL, exact);
  if (flush && std::fabs(rounded) < static_cast<Real>(limits.smallest_normal)) return 0;
  return rounded;
}

// One number of that type, as a tensor without axes. Numbers of the types that we recompute are
// exact as doubles, so that the rules find them as they are.
KnownTensor Single(Real number, tensor::DType dtype) {
  KnownTensor known;
  known.digest.dtype = dtype;
  known.digest.shape = tensor::Shape();
  known.digest.elements = 1;
  if (std::isfinite(number)) known.digest.min = known.digest.max = static_cast<double>(number);
  return known;
}

// What the members make of one element, as far as formulas are known.
class Work {
 public:
  Work(const OpCase& op, std::span<const std::string_view> types, const FloatLimits& limits,
       bool flush)
      : op_(op), types_(types), limits_(limits), flush_(flush) {}

  // False if a member's formula or number is not known.
  bool Do() {
    for (const std::string_view type : types_) {
      const Formula* formula = FormulaOf(frameworks::CalculationOf(type));
      if (formula == nullptr || !Step(type, *formula)) return false;
    }
    return !steps_.empty() && next_input_ == op_.inputs.size();
  }

  // The first member whose result is bad; nullopt if none is.
  std::optional<size_t> FirstBad() const {
    for (size_t i = 0; i < results_.size(); ++i) {
      if (!std::isfinite(results_[i])) return i;
    }
    return std::nullopt;
  }

  Real result() const { return results_.back(); }
  const OpCase& step(size_t member) const { return steps_[member]; }

 private:
  bool Step(std::string_view type, const Formula& formula) {
    const tensor::DType dtype = op_.output.dtype();
    OpCase step{type, {}, {}, 0};
    Real numbers[2] = {0, 0};
    for (size_t i = 0; i < formula.inputs; ++i) {
      if (i == 0 && !results_.empty()) {
        numbers[i] = results_.back();
      } else {
        const auto at = op_.ElementRead(next_input_);
        const auto number = at ? op_.inputs[next_input_].At(*at) : std::nullopt;
        if (!number || !std::isfinite(*number)) return false;
        numbers[i] = *number;
        ++next_input_;
      }
      step.inputs.push_back(Single(numbers[i], dtype));
    }
    results_.push_back(Rounded(formula.value(numbers[0], numbers[1]), limits_, flush_));
    step.output = Single(results_.back(), dtype);
    steps_.push_back(std::move(step));
    return true;
  }

  const OpCase& op_;
  const std::span<const std::string_view> types_;
  const FloatLimits limits_;
  const bool flush_;
  size_t next_input_ = 0;
  std::vector<OpCase> steps_;
  std::vector<Real> results_;
};

bool SameKind(Real computed, double recorded) {
  return std::isnan(computed) ? std::isnan(recorded) : computed == recorded;
}

std::optional<FusedFinding> ByRecomputing(const OpCase& op,
                                          std::span<const std::string_view> types) {
  const auto limits = LimitsOf(op.output.dtype());
  const auto made = op.element ? op.output.At(*op.element) : std::nullopt;
  if (!limits || !made || std::isfinite(*made)) return std::nullopt;
  for (const bool flush : {false, true}) {
    Work work(op, types, *limits, flush);
    if (!work.Do()) return std::nullopt;
    const auto bad = work.FirstBad();
    if (!bad || !SameKind(work.result(), *made)) continue;
    FusedFinding finding;
    finding.member = *bad;
    finding.cause = CauseOf(work.step(*bad));
    for (size_t i = 0; i <= *bad; ++i) finding.work.push_back(work.step(i));
    if (!finding.cause) return finding;
    finding.cause->input = 0;
    finding.cause->element = op.ElementRead(0);
    for (size_t i = *bad; i > 0; --i) {
      const auto before = CauseOfFinite(work.step(i - 1));
      if (before && !before->text.empty()) finding.further.push_back(before->text);
    }
    return finding;
  }
  return std::nullopt;
}

// The largest magnitude in it; nullopt where that is not known.
std::optional<double> LargestIn(const KnownTensor* tensor) {
  if (tensor == nullptr || tensor->digest.bad.value_or(true)) return std::nullopt;
  const store::Digest& digest = tensor->digest;
  if (!digest.min || !digest.max) return std::nullopt;
  return std::fmax(std::fabs(*digest.min), std::fabs(*digest.max));
}

// Whether sums of products of the first two inputs stay finite, however they are added up: no
// element of the second one is used twice in a sum.
bool CannotOverflow(const OpCase& op, const FloatLimits& limits) {
  const auto x = LargestIn(op.input(0));
  const auto y = LargestIn(op.input(1));
  const auto count = y ? op.inputs[1].num_elements() : std::nullopt;
  return x && count && static_cast<double>(*count) * *x * *y < limits.largest / 2;
}

// Whether adding it can make no finite number infinite: it is less than half of the step between
// the largest numbers.
bool IsTooSmallToMatter(const KnownTensor& added, const FloatLimits& limits) {
  const auto size = LargestIn(&added);
  return size && *size < std::ldexp(limits.largest, -limits.digits - 1);
}

bool IsProduct(Calculation calculation) {
  return calculation == Calculation::kMatrixProduct || calculation == Calculation::kOtherSums;
}

std::optional<FusedFinding> ByElimination(const OpCase& op,
                                          std::span<const std::string_view> types) {
  const auto limits = LimitsOf(op.output.dtype());
  std::optional<size_t> able;
  for (size_t i = 0; i < types.size(); ++i) {
    if (frameworks::KeepsFinite(types[i])) continue;
    const Calculation calculation = frameworks::CalculationOf(types[i]);
    if (i == 0 && limits && IsProduct(calculation) && CannotOverflow(op, *limits)) continue;
    // What is added to a product is read behind its two factors.
    const bool adds = i > 0 && calculation == Calculation::kAdd;
    const KnownTensor* added = adds ? op.input(i + 1) : nullptr;
    if (added != nullptr && limits && IsTooSmallToMatter(*added, *limits)) continue;
    if (able) return std::nullopt;
    able = i;
  }
  if (!able) return std::nullopt;
  FusedFinding finding;
  finding.member = *able;
  if (*able == 0) {
    OpCase first = op;
    first.op_type = types[0];
    finding.cause = CauseOf(first);
  }
  return finding;
}

}  // namespace

const TracedOp* MemberOp::MakerOf(size_t input, std::optional<int64_t>,
                                  std::optional<double> number) const {
  if (input != 0) return nullptr;
  if (work_.size() == 1) return whole_.MakerOf(0, whole_.ElementRead(0), number);
  if (!before_) before_ = std::make_unique<MemberOp>(whole_, work_.first(work_.size() - 1));
  return before_.get();
}

std::optional<FusedFinding> ExplainFused(const OpCase& op,
                                         std::span<const std::string_view> types) {
  if (types.empty()) return std::nullopt;
  for (const KnownTensor& input : op.inputs) {
    if (input.digest.bad.value_or(false)) return std::nullopt;  // not made bad by this op
  }
  if (auto finding = ByRecomputing(op, types)) return finding;
  return ByElimination(op, types);
}

}  // namespace tdbg::query
