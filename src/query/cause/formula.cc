#include "query/cause/formula.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using enum frameworks::Calculation;
using frameworks::Calculation;
using Real = long double;

constexpr Real kSeluScale = 1.0507009873554804934193349852946L;
constexpr Real kSeluAlpha = 1.6732632423543772848170429916717L;

// By Newton's method on erf, from the middle of the side on which the result lies.
Real InverseErf(Real y) {
  if (!(std::fabs(y) < 1)) return std::fabs(y) == 1 ? std::copysign(HUGE_VALL, y) : std::nanl("");
  constexpr Real kHalfRootOfPi = 0.88622692545275801364908374167057L;
  Real x = 0;
  for (int i = 0; i < 60; ++i) {
    x -= std::clamp((std::erf(x) - y) * kHalfRootOfPi * std::exp(x * x), Real{-1}, Real{1});
  }
  return x;
}

// Far from 0 by its asymptotic series, to which its recurrence leads.
Real Digamma(Real x) {
  if (x <= 0 && x == std::floor(x)) return std::nanl("");
  if (x < 0) {
    constexpr Real kPi = 3.14159265358979323846264338327950288L;
    return Digamma(1 - x) - kPi / std::tan(kPi * x);
  }
  Real sum = 0;
  for (; x < 20; ++x) sum -= 1 / x;
  const Real square = 1 / (x * x);
  return sum + std::log(x) - 1 / (2 * x) -
         square * (Real{1} / 12 - square * (Real{1} / 120 - square / 252));
}

constexpr Formula kFormulas[] = {
    {kLog, "log({x})", [](Real x, Real) { return std::log(x); }},
    {kLog1p, "log(1 + {x})", [](Real x, Real) { return std::log1p(x); }},
    {kExp, "exp({x})", [](Real x, Real) { return std::exp(x); }},
    {kExpm1, "exp({x}) − 1", [](Real x, Real) { return std::expm1(x); }},
    {kSinh, "sinh({x})", [](Real x, Real) { return std::sinh(x); }},
    {kCosh, "cosh({x})", [](Real x, Real) { return std::cosh(x); }},
    {kSqrt, "sqrt({x})", [](Real x, Real) { return std::sqrt(x); }},
    {kRsqrt, "1/sqrt({x})", [](Real x, Real) { return 1 / std::sqrt(x); }},
    {kReciprocal, "1/{x}", [](Real x, Real) { return 1 / x; }},
    {kSquare, "the square of {x}", [](Real x, Real) { return x * x; }},
    {kSigmoid, "sigmoid({x})", [](Real x, Real) { return 1 / (1 + std::exp(-x)); }},
    {kTanh, "tanh({x})", [](Real x, Real) { return std::tanh(x); }},
    {kRelu, "relu({x})", [](Real x, Real) { return x < 0 ? Real{0} : x; }},
    {kNegative, "−{x}", [](Real x, Real) { return -x; }},
    {kMagnitude, "the magnitude of {x}", [](Real x, Real) { return std::fabs(x); }},
    {kCast, "{x}", [](Real x, Real) { return x; }},
    {kAcos, "acos({x})", [](Real x, Real) { return std::acos(x); }},
    {kAsin, "asin({x})", [](Real x, Real) { return std::asin(x); }},
    {kAcosh, "acosh({x})", [](Real x, Real) { return std::acosh(x); }},
    {kAtanh, "atanh({x})", [](Real x, Real) { return std::atanh(x); }},
    {kLgamma, "lgamma({x})", [](Real x, Real) { return std::lgamma(x); }},
    {kDigamma, "digamma({x})", [](Real x, Real) { return Digamma(x); }},
    {kErfinv, "erfinv({x})", [](Real x, Real) { return InverseErf(x); }},
    {kNdtri, "ndtri({x})", [](Real x, Real) { return std::sqrt(Real{2}) * InverseErf(2 * x - 1); }},
    {kSin, "sin({x})", [](Real x, Real) { return std::sin(x); }},
    {kCos, "cos({x})", [](Real x, Real) { return std::cos(x); }},
    {kTan, "tan({x})", [](Real x, Real) { return std::tan(x); }},
    {kAsinh, "asinh({x})", [](Real x, Real) { return std::asinh(x); }},
    {kAtan, "atan({x})", [](Real x, Real) { return std::atan(x); }},
    {kFloor, "{x} rounded down", [](Real x, Real) { return std::floor(x); }},
    {kCeil, "{x} rounded up", [](Real x, Real) { return std::ceil(x); }},
    {kRound, "{x} rounded", [](Real x, Real) { return std::nearbyint(x); }},
    {kElu, "elu({x})", [](Real x, Real) { return x < 0 ? std::expm1(x) : x; }},
    {kSelu, "selu({x})",
     [](Real x, Real) { return x < 0 ? kSeluScale * kSeluAlpha * std::expm1(x) : kSeluScale * x; }},
    {kRelu6, "relu6({x})", [](Real x, Real) { return x < 0 ? Real{0} : std::fmin(x, Real{6}); }},
    {kAdd, "{x} + {y}", [](Real x, Real y) { return x + y; }, 2},
    {kSubtract, "{x} − {y}", [](Real x, Real y) { return x - y; }, 2},
    {kMultiply, "{x} × {y}", [](Real x, Real y) { return x * y; }, 2},
    {kDivide, "{x}/{y}", [](Real x, Real y) { return x / y; }, 2, 1},
    {kModulo, "{x} modulo {y}", [](Real x, Real y) { return std::fmod(x, y); }, 2, 1},
    {kXlogy, "{x} × log({y})", [](Real x, Real y) { return x == 0 ? x : x * std::log(y); }, 2, 1},
    {kXdivy, "{x}/{y}", [](Real x, Real y) { return x == 0 ? x : x / y; }, 2, 1},
    {kPower, "{x} to the power {y}", [](Real x, Real y) { return std::pow(x, y); }, 2},
    {kSquaredDifference, "the square of {x} − {y}",
     [](Real x, Real y) { return (x - y) * (x - y); }, 2},
    {kMaximum, "the larger of {x} and {y}", [](Real x, Real y) { return x < y ? y : x; }, 2},
    {kMinimum, "the smaller of {x} and {y}", [](Real x, Real y) { return y < x ? y : x; }, 2},
    // Gradients read what the forward op made, then what came down to them.
    {kSqrtGradient, "{y}/(2 × {x})", [](Real x, Real y) { return y / (2 * x); }, 2},
    {kRsqrtGradient, "−{y} × {x}³/2", [](Real x, Real y) { return -y * x * x * x / 2; }, 2},
    {kReciprocalGradient, "−{y} × {x}²", [](Real x, Real y) { return -y * x * x; }, 2},
    {kSigmoidGradient, "{y} × {x} × (1 − {x})", [](Real x, Real y) { return y * x * (1 - x); }, 2},
    {kTanhGradient, "{y} × (1 − {x}²)", [](Real x, Real y) { return y * (1 - x * x); }, 2},
};

struct Reason {
  std::array<Calculation, 2> of;
  bool (*applies)(double x, double y);
  std::string_view text;
};

constexpr Reason kReasons[] = {
    {{kLog}, [](double x, double) { return x < 0; }, "a negative number has no real logarithm"},
    {{kLog1p}, [](double x, double) { return x < -1; }, "a negative number has no real logarithm"},
    {{kLog1p}, [](double x, double) { return x == -1; }, "that is log(0)"},
    {{kSqrt, kRsqrt},
     [](double x, double) { return x < 0; },
     "a negative number has no real square root"},
    {{kAcos, kAsin},
     [](double x, double) { return x < -1 || x > 1; },
     "it is defined from −1 to 1 only"},
    {{kAcosh}, [](double x, double) { return x < 1; }, "it is defined from 1 on"},
    {{kAtanh},
     [](double x, double) { return x <= -1 || x >= 1; },
     "it is defined between −1 and 1 only"},
    {{kLgamma}, [](double x, double) { return x <= 0; }, "it has a pole there"},
    {{kDigamma}, [](double x, double) { return x <= 0; }, "it has a pole there"},
    {{kErfinv},
     [](double x, double) { return x <= -1 || x >= 1; },
     "it is defined between −1 and 1 only"},
    {{kNdtri},
     [](double x, double) { return x <= 0 || x >= 1; },
     "it is defined between 0 and 1 only"},
    {{kDivide, kXdivy}, [](double x, double y) { return x != 0 && y == 0; }, "a division by zero"},
    {{kModulo}, [](double, double y) { return y == 0; }, "a division by zero"},
    {{kXlogy}, [](double, double y) { return y < 0; }, "a negative number has no real logarithm"},
    {{kPower}, [](double x, double y) { return x == 0 && y < 0; }, "that is a division by zero"},
    {{kPower},
     [](double x, double y) { return x < 0 && y != std::floor(y); },
     "a negative number has only whole powers"},
    {{kSqrtGradient},
     [](double x, double y) { return x == 0 && y == 0; },
     "the gradient of sqrt at 0 is infinite, and 0 × ∞ is no number"},
    {{kSqrtGradient},
     [](double x, double) { return x == 0; },
     "the gradient of sqrt at 0 is infinite"},
};

std::string NumberIn(std::optional<double> number, char letter, bool alone) {
  if (!number) return std::string(1, letter);
  const std::string text = tensor::BriefNumber(*number);
  return alone || !std::signbit(*number) || *number == 0 ? text : "(" + text + ")";
}

}  // namespace

const Formula* FormulaOf(Calculation calculation) {
  const auto found = std::ranges::find(kFormulas, calculation, &Formula::calculation);
  return found != std::end(kFormulas) ? &*found : nullptr;
}

std::string Filled(const Formula& formula, std::optional<double> x, std::optional<double> y) {
  std::string text;
  for (size_t i = 0; i < formula.text.size(); ++i) {
    if (formula.text[i] != '{') {
      text += formula.text[i];
      continue;
    }
    const char letter = formula.text[i + 1];
    // A negative number needs brackets of its own only behind an operator.
    const bool alone = i == 0 || formula.text[i - 1] == '(' || formula.text.starts_with("the ");
    text += NumberIn(letter == 'x' ? x : y, letter, alone);
    i += 2;
  }
  return text;
}

std::string_view ReasonFor(Calculation calculation, double x, double y) {
  for (const Reason& reason : kReasons) {
    const bool listed = std::ranges::find(reason.of, calculation) != reason.of.end();
    if (listed && reason.applies(x, y)) return reason.text;
  }
  return "";
}

}  // namespace tdbg::query
