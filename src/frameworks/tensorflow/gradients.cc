#include "frameworks/tensorflow/gradients.h"

#include <algorithm>

namespace tdbg::frameworks::tensorflow {
namespace {

bool StartsWithIgnoringCase(std::string_view text, std::string_view start) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

bool CallsGradientFunction(std::string_view function) {
  return function == "_gradient_function" || function == "_MaybeCompile";
}

// "_LogGrad" is registered for Log, "_AddGrad" for Add and AddV2, "_SelectGradV2" for SelectV2,
// "_XLogyGrad" for Xlogy, "_BatchMatMul" for BatchMatMul.
bool MakesGradientOf(std::string_view function, std::string_view op_type) {
  constexpr std::string_view kGrad = "Grad";
  if (function.starts_with('_')) function.remove_prefix(1);
  if (const size_t at = function.rfind(kGrad); at != function.npos && at > 0) {
    function = function.substr(0, at);
  }
  if (function.empty() || !StartsWithIgnoringCase(op_type, function)) return false;
  const std::string_view rest = op_type.substr(function.size());
  return rest.empty() || (rest[0] == 'V' && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9');
}

}  // namespace tdbg::frameworks::tensorflow
