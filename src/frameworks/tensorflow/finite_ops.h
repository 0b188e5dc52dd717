// Which of TensorFlow's ops make finite numbers of finite numbers, whatever these are.
#pragma once

#include <string_view>

namespace tdbg::frameworks::tensorflow {

// By the op's type as the user wrote it. Types that nobody listed may make anything.
bool KeepsFinite(std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
