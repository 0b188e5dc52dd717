// Numbers inside sentences: three digits, with a true minus sign.
#pragma once

#include <string>

namespace tdbg::tensor {

// "−41.2", "1.1e−05", "1000", "3.4e+38", "∞", "−∞", "NaN". Whole numbers below a million have all
// their digits.
std::string BriefNumber(double number);

}  // namespace tdbg::tensor
