#include "tensor/brief_number.h"

#include <cmath>
#include <cstdio>

namespace tdbg::tensor {

std::string BriefNumber(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "∞" : "−∞";
  const double magnitude = std::fabs(number);
  const bool whole = magnitude < 1e6 && magnitude == std::floor(magnitude);
  char digits[32];
  std::snprintf(digits, sizeof(digits), whole ? "%.0f" : "%.3g", magnitude);
  std::string text = number < 0 ? "−" : "";
  for (const char* at = digits; *at != '\0'; ++at) {
    if (*at == '-') {
      text += "−";
    } else {
      text += *at;
    }
  }
  return text;
}

}  // namespace tdbg::tensor
