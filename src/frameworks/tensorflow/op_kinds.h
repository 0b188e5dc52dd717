// What TensorFlow's op types mean to the recorder in the program.
#pragma once

#include <cstdint>
#include <string_view>

#include "tdbg/capture.h"

namespace tdbg::frameworks::tensorflow {

struct OpKind {
  uint32_t role = TDBG_COMPUTES;
  bool may_give_birth = false;  // and destroy its inputs in doing so
  uint32_t growth = TDBG_GROWS_FREELY;
  bool assigns = false;
  bool calls = false;  // functions, and returns what these made
  bool views = false;  // its outputs are its input, and may lie in the same buffer
  bool moves = false;  // what is bad in its outputs others made; numerics are not checked there
  bool one_result = false;  // nor in any output but the first
};

// By the op's type as it is executed (`_MklMatMul`, `_FusedConv2D`). Types that nobody listed
// compute.
OpKind KindOfOp(std::string_view type);

}  // namespace tdbg::frameworks::tensorflow
