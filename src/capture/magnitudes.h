// How large the elements of tensors are that were measured lately, found again by where they lie:
// of small inputs nothing bad can be made, so nobody need keep them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "tdbg/capture.h"

namespace tdbg::capture {

// For any thread. An older tensor in the same place, measured and gone, can be taken for one that
// nobody measured: what follows from it must do no more harm than an operand that is not shown.
class Magnitudes {
 public:
  // `exponent` as tensor::LargestExponent has it.
  void Remember(const tdbg_tensor& tensor, int exponent);

  // Whether an op with these tdbg_op_flags can make something bad of these inputs. True where their
  // sizes are not known.
  bool CanGiveBirth(uint32_t flags, std::span<const tdbg_tensor> inputs) const;

 private:
  // kBadExponent: not known.
  int Of(const tdbg_tensor& tensor) const;

  // A hash of place and size, with the exponent in its lowest byte.
  std::array<std::atomic<uint64_t>, 4096> known_{};
};

}  // namespace tdbg::capture
