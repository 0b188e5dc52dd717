// How large the elements of tensors are that were measured lately, found again by where they lie:
// of small inputs nothing bad can be made, so nobody need keep them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "tdbg/capture.h"

namespace tdbg::capture {

// For any thread. A tensor that nobody measures is taken for the last one in the same place that
// somebody did: whoever asks must know that all that an op may write over was measured.
class Magnitudes {
 public:
  // `exponent` as tensor::LargestExponent has it; kBadExponent where it is not known.
  void Remember(const tdbg_tensor& tensor, int exponent);

  // Some were not measured, or will not be for a while.
  void ForgetAll() {
    for (std::atomic<uint64_t>& known : known_) known.store(0, std::memory_order_relaxed);
  }

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
