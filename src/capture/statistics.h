// What is found out of one tensor, at the level of detail that is asked for.
#pragma once

#include <cstdint>
#include <optional>

#include "format/tensor_event.h"
#include "tdbg/capture.h"
#include "tensor/finite_check.h"
#include "tensor/health.h"

namespace tdbg::capture {

// Not an event yet: what the bounds of later ops and the losses of the recorder need to know of how
// it was found out does not go to disk.
struct Measurement {
  format::Checked checked = format::Checked::kUnknown;
  std::optional<tensor::Health> health;
  int exponent = tensor::kBadExponent;  // of a clean float32: tensor::LargestExponent, if known
  bool ruled_out = false;               // known to be clean without having been read
  bool unreadable = false;  // bytes were announced, but not as many as shape and dtype ask for
};

// `elements` as the shape says; negative: nobody knows. A bad tensor's health is always computed;
// that of a clean one only for kFullHealth and kFullTensor. kNoTensor and kShape read nothing.
Measurement Measure(const tdbg_tensor& tensor, int64_t elements, Detail detail);

// kInvalid for a number that is none.
inline tensor::DType DTypeOf(const tdbg_tensor& tensor) {
  const bool known = tensor.dtype < tensor::kDTypeCount;
  return known ? static_cast<tensor::DType>(tensor.dtype) : tensor::DType::kInvalid;
}

// Whether all the elements can be read, and there are numbers among them.
bool IsReadable(const tdbg_tensor& tensor, int64_t elements);

}  // namespace tdbg::capture
