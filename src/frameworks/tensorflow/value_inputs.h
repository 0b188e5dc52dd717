// Which inputs of TensorFlow's ops hold the numbers that the result is made of.
#pragma once

#include <cstddef>
#include <string_view>

namespace tdbg::frameworks::tensorflow {

// As frameworks/op_types.h has it.
bool IsValueInput(std::string_view op_type, size_t input, size_t inputs);

}  // namespace tdbg::frameworks::tensorflow
