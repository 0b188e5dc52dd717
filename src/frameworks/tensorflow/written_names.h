// The names that TensorFlow's optimisers give to the ops that they make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tdbg::frameworks::tensorflow {

// As frameworks/op_types.h has them.
std::vector<std::string> NamesAsWritten(std::string_view op);
bool IsFusedAs(std::string_view written_type, std::string_view fused_type);

}  // namespace tdbg::frameworks::tensorflow
