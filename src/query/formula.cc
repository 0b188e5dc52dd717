#include "query/formula.h"

#include <cmath>

#include "tensor/brief_number.h"

namespace tdbg::query {
namespace {

using Real = long double;

constexpr Formula kFormulas[] = {
    {"Log", "log({x})", [](Real x, Real) { return std::log(x); }},
    {"Log1p", "log(1 + {x})", [](Real x, Real) { return std::log1p(x); }},
    {"Exp", "exp({x})", [](Real x, Real) { return std::exp(x); }},
    {"Expm1", "exp({x}) − 1", [](Real x, Real) { return std::expm1(x); }},
    {"Sinh", "sinh({x})", [](Real x, Real) { return std::sinh(x); }},
    {"Cosh", "cosh({x})", [](Real x, Real) { return std::cosh(x); }},
    {"Sqrt", "sqrt({x})", [](Real x, Real) { return std::sqrt(x); }},
    {"Rsqrt", "1/sqrt({x})", [](Real x, Real) { return 1 / std::sqrt(x); }},
    {"Reciprocal Inv", "1/{x}", [](Real x, Real) { return 1 / x; }},
    {"Square", "the square of {x}", [](Real x, Real) { return x * x; }},
    {"Sigmoid", "sigmoid({x})", [](Real x, Real) { return 1 / (1 + std::exp(-x)); }},
    {"Relu", "relu({x})", [](Real x, Real) { return x < 0 ? Real{0} : x; }},
    {"Neg", "−{x}", [](Real x, Real) { return -x; }},
    {"Abs", "the magnitude of {x}", [](Real x, Real) { return std::fabs(x); }},
    {"Cast", "{x}", [](Real x, Real) { return x; }},
    {"Acos", "acos({x})", [](Real x, Real) { return std::acos(x); }},
    {"Asin", "asin({x})", [](Real x, Real) { return std::asin(x); }},
    {"Acosh", "acosh({x})", [](Real x, Real) { return std::acosh(x); }},
    {"Atanh", "atanh({x})", [](Real x, Real) { return std::atanh(x); }},
    {"Lgamma", "lgamma({x})", [](Real x, Real) { return std::lgamma(x); }},
    {"Add AddV2 BiasAdd", "{x} + {y}", [](Real x, Real y) { return x + y; }, 2},
    {"Sub", "{x} − {y}", [](Real x, Real y) { return x - y; }, 2},
    {"Mul", "{x} × {y}", [](Real x, Real y) { return x * y; }, 2},
    {"Div RealDiv FloorDiv TruncateDiv", "{x}/{y}", [](Real x, Real y) { return x / y; }, 2, 1},
    {"Mod FloorMod TruncateMod", "{x} modulo {y}", [](Real x, Real y) { return std::fmod(x, y); },
     2, 1},
    {"Xlogy", "{x} × log({y})", [](Real x, Real y) { return x == 0 ? x : x * std::log(y); }, 2, 1},
    {"Xdivy", "{x}/{y}", [](Real x, Real y) { return x == 0 ? x : x / y; }, 2, 1},
    {"Pow", "{x} to the power {y}", [](Real x, Real y) { return std::pow(x, y); }, 2},
    {"SquaredDifference", "the square of {x} − {y}",
     [](Real x, Real y) { return (x - y) * (x - y); }, 2},
    // Gradients read what the forward op made, then what came down to them.
    {"SqrtGrad", "{y}/(2 × {x})", [](Real x, Real y) { return y / (2 * x); }, 2},
    {"RsqrtGrad", "−{y} × {x}³/2", [](Real x, Real y) { return -y * x * x * x / 2; }, 2},
    {"ReciprocalGrad InvGrad", "−{y} × {x}²", [](Real x, Real y) { return -y * x * x; }, 2},
    {"SigmoidGrad", "{y} × {x} × (1 − {x})", [](Real x, Real y) { return y * x * (1 - x); }, 2},
    {"TanhGrad", "{y} × (1 − {x}²)", [](Real x, Real y) { return y * (1 - x * x); }, 2},
};

struct Reason {
  std::string_view types;
  bool (*applies)(double x, double y);
  std::string_view text;
};

constexpr Reason kReasons[] = {
    {"Log", [](double x, double) { return x < 0; }, "a negative number has no real logarithm"},
    {"Log1p", [](double x, double) { return x < -1; }, "a negative number has no real logarithm"},
    {"Log1p", [](double x, double) { return x == -1; }, "that is log(0)"},
    {"Sqrt Rsqrt", [](double x, double) { return x < 0; },
     "a negative number has no real square root"},
    {"Acos Asin", [](double x, double) { return x < -1 || x > 1; },
     "it is defined from −1 to 1 only"},
    {"Acosh", [](double x, double) { return x < 1; }, "it is defined from 1 on"},
    {"Atanh", [](double x, double) { return x <= -1 || x >= 1; },
     "it is defined between −1 and 1 only"},
    {"Lgamma", [](double x, double) { return x <= 0; }, "it has a pole there"},
    {"Div RealDiv FloorDiv TruncateDiv Xdivy", [](double x, double y) { return x != 0 && y == 0; },
     "a division by zero"},
    {"Mod FloorMod TruncateMod", [](double, double y) { return y == 0; }, "a division by zero"},
    {"Xlogy", [](double, double y) { return y < 0; }, "a negative number has no real logarithm"},
    {"Pow", [](double x, double y) { return x == 0 && y < 0; }, "that is a division by zero"},
    {"Pow", [](double x, double y) { return x < 0 && y != std::floor(y); },
     "a negative number has only whole powers"},
    {"SqrtGrad", [](double x, double y) { return x == 0 && y == 0; },
     "the gradient of sqrt at 0 is infinite, and 0 × ∞ is no number"},
    {"SqrtGrad", [](double x, double) { return x == 0; }, "the gradient of sqrt at 0 is infinite"},
};

bool Lists(std::string_view types, std::string_view type) {
  while (!types.empty()) {
    const size_t end = types.find(' ');
    if (types.substr(0, end) == type) return true;
    if (end == types.npos) return false;
    types.remove_prefix(end + 1);
  }
  return false;
}

std::string NumberIn(std::optional<double> number, char letter, bool alone) {
  if (!number) return std::string(1, letter);
  const std::string text = tensor::BriefNumber(*number);
  return alone || !std::signbit(*number) || *number == 0 ? text : "(" + text + ")";
}

}  // namespace

const Formula* FormulaOf(std::string_view op_type) {
  for (const Formula& formula : kFormulas) {
    if (Lists(formula.types, op_type)) return &formula;
  }
  return nullptr;
}

std::string Filled(const Formula& formula, std::optional<double> x, std::optional<double> y) {
  std::string text;
  for (size_t i = 0; i < formula.text.size(); ++i) {
    if (formula.text[i] != '{') {
      text += formula.text[i];
      continue;
    }
    const char letter = formula.text[i + 1];
    // At the beginning, in brackets and in words a sign needs no more of them.
    const bool alone = i == 0 || formula.text[i - 1] == '(' || formula.text.starts_with("the ");
    text += NumberIn(letter == 'x' ? x : y, letter, alone);
    i += 2;
  }
  return text;
}

std::string_view ReasonFor(std::string_view op_type, double x, double y) {
  for (const Reason& reason : kReasons) {
    if (Lists(reason.types, op_type) && reason.applies(x, y)) return reason.text;
  }
  return "";
}

}  // namespace tdbg::query
