// What TensorFlow's op types compute.
#pragma once

#include <string_view>

#include "frameworks/calculation.h"

namespace tdbg::frameworks::tensorflow {

Calculation CalculationOf(std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
