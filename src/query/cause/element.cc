#include <array>
#include <cmath>
#include <cstdio>

#include "query/cause/formula.h"
#include "query/cause/rules.h"
#include "tensor/brief_number.h"
#include "tensor/narrow_float.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using tensor::BriefNumber;

// The numbers that one element was made of.
struct Operands {
  std::array<std::optional<double>, 2> number;
  std::array<std::optional<int64_t>, 2> element;

  bool Known(size_t inputs) const { return number[0] && (inputs == 1 || number[1]); }
};

Operands Read(const OpCase& op, const Formula& formula) {
  Operands operands;
  for (size_t i = 0; i < formula.inputs; ++i) {
    operands.element[i] = op.ElementRead(i);
    if (operands.element[i]) operands.number[i] = op.inputs[i].At(*operands.element[i]);
  }
  return operands;
}

long double Compute(const Formula& formula, std::optional<double> x, std::optional<double> y) {
  return formula.value(x.value_or(1), y.value_or(1));
}

// ": exp overflows above 88.72", because few know how low that limit is; "" for other calculations.
std::string OverflowsAbove(Calculation calculation, const FloatLimits& limits) {
  if (calculation != Calculation::kExp) return "";
  char text[64];
  std::snprintf(text, sizeof(text), ": exp overflows above %.2f", std::log(limits.largest));
  return text;
}

// The input to blame for a result that grew too large: the one with the larger number.
size_t Larger(const Operands& operands, const Formula& formula) {
  if (formula.inputs == 1) return 0;
  return std::fabs(operands.number[1].value_or(0)) > std::fabs(operands.number[0].value_or(0)) ? 1
                                                                                               : 0;
}

// Of the types below 32 bits some have NaN in its place.
bool HasInfinity(tensor::DType dtype) {
  const auto format = tensor::NarrowFormatOf(dtype);
  return !format || format->specials == tensor::NarrowFormat::Specials::kIeee;
}

// Whether the op can have made `exact`, the result in all its digits, of what is taken for its
// operands. A recording may hold operands of another moment: of those nothing is said.
bool CanHaveMade(const OpCase& op, const FloatLimits& limits, long double exact) {
  const auto made = op.element ? op.output.At(*op.element) : std::nullopt;
  if (!made) return true;
  const bool beyond = std::fabs(exact) > static_cast<long double>(limits.largest);
  if (std::isnan(*made)) return std::isnan(exact) || (beyond && !HasInfinity(op.output.dtype()));
  if (std::isinf(*made)) return beyond;
  if (!std::isfinite(exact)) return false;
  // Kernels round a few times on the way, and flush what is below the smallest normal number.
  const long double tolerance =
      std::ldexp(std::fabs(exact), 3 - limits.digits) + limits.smallest_normal;
  return std::fabs(exact - static_cast<long double>(*made)) <= tolerance;
}

// Why `operands` give no finite result; nullopt where they give one.
std::optional<Cause> Explain(const OpCase& op, const Formula& formula, const Operands& operands) {
  const auto limits = LimitsOf(op.output.dtype());
  if (!limits) return std::nullopt;
  const auto [x, y] = operands.number;
  const long double exact = Compute(formula, x, y);
  if (!CanHaveMade(op, *limits, exact)) return std::nullopt;
  std::string text = Filled(formula, x, y);
  size_t culprit = formula.culprit;
  const bool finite = std::isfinite(x.value_or(0)) && std::isfinite(y.value_or(0));
  if (std::isfinite(exact)) {
    if (std::fabs(exact) <= static_cast<long double>(limits->largest)) return std::nullopt;
    const auto rounded = static_cast<double>(exact);
    // What a cast computes is the number that the text begins with.
    text += " is ";
    if (std::isfinite(rounded) && op.calculation() != Calculation::kCast)
      text += BriefNumber(rounded) + ", ";
    text += BeyondText(op.output.dtype(), *limits) + OverflowsAbove(op.calculation(), *limits);
    culprit = Larger(operands, formula);
  } else if (const auto reason = ReasonFor(op.calculation(), x.value_or(1), y.value_or(1));
             !reason.empty()) {
    text += ": " + std::string(reason);
  } else if (!finite && std::isnan(exact)) {
    text += " is no number";
    culprit = x && std::isfinite(*x) ? 1 : 0;
  }
  return Cause{text + ".", culprit, operands.element[culprit], operands.number[culprit]};
}

// Whether the counts of the output allow that `bad`, NaN or an infinity, is among its elements.
bool Fits(const store::Digest& output, long double bad) {
  const int64_t infinite = output.pos_inf.value_or(0) + output.neg_inf.value_or(0);
  if (!output.nan || !output.pos_inf || !output.neg_inf) return true;
  return std::isnan(bad) ? *output.nan > 0 : infinite > 0;
}

// The cause where the values of the inputs were not recorded. Tries numbers that the culprit must
// hold by its counts and extremes: 0, a minimum below 0, the maximum.
std::optional<Cause> FromDigest(const OpCase& op, const Formula& formula) {
  const size_t culprit = formula.culprit;
  const KnownTensor* read = op.input(culprit);
  if (read == nullptr) return std::nullopt;
  const store::Digest& digest = read->digest;
  std::array<std::optional<double>, 3> candidates;
  if (digest.zero.value_or(0) > 0) candidates[0] = 0;
  if (digest.min.value_or(0) < 0) candidates[1] = digest.min;
  candidates[2] = digest.max;
  for (const auto& candidate : candidates) {
    if (!candidate) continue;
    Operands operands;
    operands.number[culprit] = candidate;
    if (!Fits(op.output.digest, Compute(formula, operands.number[0], operands.number[1]))) continue;
    if (auto cause = Explain(op, formula, operands)) {
      cause->input = culprit;
      return cause;
    }
  }
  // Some counts tell that there are negative elements and not how large they are. A root or a
  // logarithm is NaN for each of them.
  if (digest.negative.value_or(0) > 0 && formula.inputs == 1 &&
      Fits(op.output.digest, std::nanl(""))) {
    constexpr double kSomeNegative = -0.5;
    const auto reason = ReasonFor(op.calculation(), kSomeNegative, 1);
    if (!reason.empty() && std::isnan(Compute(formula, kSomeNegative, {}))) {
      return Cause{Filled(formula, {}, {}) + " of a negative number: " + std::string(reason) + ".",
                   culprit,
                   {},
                   kSomeNegative};
    }
  }
  return std::nullopt;
}

// The cause where a subnormal input explains the result: kernels that flush subnormals take it for
// 0.
std::optional<Cause> Flushed(const OpCase& op, const Formula& formula, Operands operands) {
  const size_t culprit = formula.culprit;
  const auto limits = LimitsOf(op.inputs[culprit].dtype());
  const double number = operands.number[culprit].value_or(0);
  if (!limits || number == 0 || std::fabs(number) >= limits->smallest_normal) return std::nullopt;
  operands.number[culprit] = 0;
  auto cause = Explain(op, formula, operands);
  if (!cause) return std::nullopt;
  cause->text += " " + BriefNumber(number) + " is subnormal, and was taken for 0.";
  return cause;
}

// Of two inputs, the one to follow further back: that which varies. It is not the one that leaves
// the other as it is, and not a single number beside many.
size_t InputToFollow(const OpCase& op, const Formula& formula, const Operands& operands) {
  if (formula.inputs == 1) return 0;
  const Calculation calculation = op.calculation();
  const bool adds = calculation == Calculation::kAdd || calculation == Calculation::kSubtract;
  const auto [x, y] = operands.number;
  if (adds && (x == 0.0) != (y == 0.0)) return x == 0.0 ? 1 : 0;
  if (x == 0.0) return 0;
  return op.inputs[0].num_elements() == 1 || y == 0.0 ? 1 : 0;
}

}  // namespace

std::optional<Cause> ElementCause(const OpCase& op) {
  const Formula* formula = FormulaOf(op.calculation());
  if (formula == nullptr) return std::nullopt;
  const Operands operands = Read(op, *formula);
  if (!operands.Known(formula->inputs)) return FromDigest(op, *formula);
  for (const auto& number : operands.number) {
    if (number && std::isnan(*number)) return std::nullopt;  // not made bad by this op
  }
  if (auto cause = Explain(op, *formula, operands)) return cause;
  return Flushed(op, *formula, operands);
}

std::optional<Cause> ElementFinite(const OpCase& op) {
  const Formula* formula = FormulaOf(op.calculation());
  if (formula == nullptr || !op.element) return std::nullopt;
  const auto made = op.output.At(*op.element);
  const Operands operands = Read(op, *formula);
  const auto limits = LimitsOf(op.output.dtype());
  if (!made || !limits || !operands.Known(formula->inputs)) return std::nullopt;
  const auto [x, y] = operands.number;
  const auto exact = static_cast<double>(Compute(*formula, x, y));
  if (!std::isfinite(exact) || !std::isfinite(*made) || !CanHaveMade(op, *limits, exact)) {
    return std::nullopt;
  }
  const size_t input = InputToFollow(op, *formula, operands);
  Cause cause{"", input, operands.element[input], operands.number[input]};
  const std::string filled = Filled(*formula, x, y);
  if (*made == 0 && exact != 0) {
    cause.text = op.calculation() == Calculation::kCast
                     ? filled + " is "
                     : filled + " is " + BriefNumber(exact) + ", ";
    cause.text += BelowText(op.output.dtype(), *limits, std::fabs(exact)) + ".";
  } else if (std::fabs(*made) == 1 && exact != *made) {
    cause.text = filled + " rounds to " + BriefNumber(*made) + " in " +
                 std::string(tensor::Info(op.output.dtype()).short_name) + ".";
  } else if (*made <= 0) {
    // That a number was handed on, or changed its sign, needs no sentence.
    const std::string number = BriefNumber(*made);
    if (std::fabs(*cause.number) != std::fabs(*made) && filled != number) {
      cause.text = filled + " is " + number + ".";
    }
  } else {
    return std::nullopt;
  }
  return cause;
}

}  // namespace tdbg::query
