// How large TensorFlow's ops can make what they are given.
#pragma once

#include <cstdint>
#include <string_view>

namespace tdbg::frameworks::tensorflow {

// A tdbg_growth. By the op's type as it is executed; types that nobody listed grow freely. Only
// what holds for every kernel of the type, and whatever its attributes are, is listed.
uint32_t GrowthOfOp(std::string_view type);

}  // namespace tdbg::frameworks::tensorflow
