// Which outputs are not checked where a program asks for exceptions at bad numbers: those that
// TensorFlow's own check leaves out, so that programs which pass that one pass ours.
#pragma once

#include <string_view>

namespace tdbg::frameworks::tensorflow {

// Ops that hand on what other ops made, and calls of functions, whose ops are checked themselves.
bool MovesValues(std::string_view op_type);

// Ops of which only the first output is a result. The others are for the op's own gradient and are
// NaN where the input has no elements.
bool HasOneResult(std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
