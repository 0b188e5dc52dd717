// TensorFlow's shared libraries.
#pragma once

#include <string_view>

namespace tdbg::frameworks::tensorflow {

// Not those of TensorFlow Lite, which runs no ops that anybody could see.
bool IsRuntimeLibrary(std::string_view name);

}  // namespace tdbg::frameworks::tensorflow
