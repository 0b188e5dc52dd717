// How TensorFlow names what makes gradients.
#pragma once

#include <string_view>

namespace tdbg::frameworks::tensorflow {

// As frameworks/op_types.h has them.
bool CallsGradientFunction(std::string_view function);
bool MakesGradientOf(std::string_view function, std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
