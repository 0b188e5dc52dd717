// How ops are written in Python.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tdbg::frameworks::tensorflow {

// What stands in the source where an op of this type is made, likeliest first: an operator, or the
// name of a function with its bracket ("log_softmax(").
std::vector<std::string> Spellings(std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
