// What becomes of a NaN or an infinity in TensorFlow's ops (op_types.h has the question).
#pragma once

#include <cstddef>
#include <string_view>

#include "frameworks/bad_number.h"

namespace tdbg::frameworks::tensorflow {

BadNumbers MadeOf(std::string_view plain_type, size_t input, BadNumber number);

}  // namespace tdbg::frameworks::tensorflow
