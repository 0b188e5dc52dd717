#include <algorithm>
#include <cmath>

#include "query/cause/fix.h"
#include "query/cause/formula.h"
#include "query/float_limits.h"
#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using frameworks::Calculation;
using tensor::BriefNumber;

constexpr double kEpsilon = 1e-12;

// What is computed in place of one element of what was read.
struct Remedy {
  std::string name;
  double (*value)(const Formula& formula, double x, double y, double limit);
  double limit = 0;  // of the type, where the remedy needs it
};

double Plain(const Formula& formula, double x, double y) {
  return static_cast<double>(formula.value(x, y));
}

double DivideNoNan(const Formula& formula, double x, double y, double) {
  return y == 0 ? 0 : Plain(formula, x, y);
}

std::optional<Remedy> ForDivision(Pattern pattern, Calculation calculation) {
  if (pattern == Pattern::kNormalisedZeroVector && calculation == Calculation::kDivide) {
    return Remedy{"x / max(norm, 1e−12)", [](const Formula& formula, double x, double y, double) {
                    return Plain(formula, x, std::max(y, kEpsilon));
                  }};
  }
  if (calculation == Calculation::kDivide) return Remedy{"divide_no_nan", DivideNoNan};
  if (calculation == Calculation::kReciprocal) {
    return Remedy{"divide_no_nan", [](const Formula& formula, double x, double y, double) {
                    return x == 0 ? 0 : Plain(formula, x, y);
                  }};
  }
  if (calculation == Calculation::kRsqrt) {
    return Remedy{"rsqrt(max(x, 1e−12))", [](const Formula& formula, double x, double y, double) {
                    return Plain(formula, std::max(x, kEpsilon), y);
                  }};
  }
  return std::nullopt;
}

std::optional<Remedy> RemedyFor(Pattern pattern, const TracedOp& op) {
  const Calculation calculation = op.calculation();
  switch (pattern) {
    case Pattern::kZeroOverZero:
    case Pattern::kDivisionByZero:
    case Pattern::kDivisionByZeroCount:
    case Pattern::kZeroSpread:
    case Pattern::kNormalisedZeroVector:
      return ForDivision(pattern, calculation);
    case Pattern::kNegativeVariance:
    case Pattern::kNegativeByRounding:
      if (calculation != Calculation::kSqrt) return ForDivision(pattern, calculation);
      return Remedy{"sqrt(max(x, 0))", [](const Formula& formula, double x, double y, double) {
                      return Plain(formula, std::max(x, 0.0), y);
                    }};
    case Pattern::kSqrtGradientAtZero:
    case Pattern::kNormGradientAtZero:
      if (calculation != Calculation::kSqrtGradient) return std::nullopt;
      return Remedy{"a where() inside the root and one around it, which make this gradient 0",
                    [](const Formula& formula, double x, double y, double) {
                      return x == 0 ? 0 : Plain(formula, x, y);
                    }};
    case Pattern::kWhereTrap:
      return Remedy{"a second where() inside the branch, which makes this gradient 0",
                    [](const Formula& formula, double x, double y, double) {
                      const double made = Plain(formula, x, y);
                      return std::isfinite(made) ? made : 0;
                    }};
    case Pattern::kCastOverflow: {
      const auto limits = LimitsOf(op.op().output.dtype());
      if (!limits) return std::nullopt;
      return Remedy{"clipping to ±" + BriefNumber(limits->largest) + " first",
                    [](const Formula&, double x, double, double limit) {
                      return std::clamp(x, -limit, limit);
                    },
                    limits->largest};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Trial> TryElementwise(Pattern pattern, const TracedOp& traced, const Cause&) {
  const Formula* formula = FormulaOf(traced.calculation());
  const auto remedy = RemedyFor(pattern, traced);
  const auto before = NumbersOf(traced.op().output);
  if (formula == nullptr || !remedy || !before) return std::nullopt;
  OpCase op = traced.op();
  Trial trial{remedy->name, {}, *before, op.output.dtype()};
  for (op.element = 0; *op.element < static_cast<int64_t>(before->size()); ++*op.element) {
    double read[2] = {1, 1};
    for (size_t i = 0; i < formula->inputs; ++i) {
      const auto element = op.ElementRead(i);
      const auto number = element ? op.inputs[i].At(*element) : std::nullopt;
      if (!number) return std::nullopt;
      read[i] = *number;
    }
    trial.results.push_back(remedy->value(*formula, read[0], read[1], remedy->limit));
  }
  return trial;
}

}  // namespace tdbg::query
