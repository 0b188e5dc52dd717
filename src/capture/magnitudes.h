// How large the elements of tensors are that were made lately, found again by where they lie. What
// is made of small numbers by adding and multiplying is known to be finite: it need not be read,
// and its inputs need not be kept.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "tdbg/capture.h"
#include "tensor/finite_check.h"

namespace tdbg::capture {

// For any thread. Sizes are exponents as tensor::LargestExponent has them.
//
// A tensor that nobody tells of is taken for the last one of the same scope in the same place: all
// that ops of a scope write must be told.
class Magnitudes {
 public:
  Magnitudes() { ForgetAll(); }

  // kBadExponent where it is not known. Scope 0 is nobody's: nothing is remembered of it.
  void Remember(const tdbg_tensor& tensor, uint64_t scope, int exponent);

  // Some were not told of, or will not be for a while.
  void ForgetAll() {
    for (auto& known : known_) known.store(tensor::kBadExponent, std::memory_order_relaxed);
  }

  // As tdbg_bound_of has it. Inputs that are not known are read up to this size.
  static constexpr uint64_t kReadAtOnce = 1024;  // takes no longer than looking it up
  uint32_t BoundOf(uint32_t growth, uint64_t scope, std::span<const tdbg_tensor> inputs,
                   uint64_t most_read = kReadAtOnce) const;

  // An op has made what it could not: from now on there are no bounds.
  void Disprove() { disproved_.store(true, std::memory_order_relaxed); }

 private:
  // kBadExponent: not known.
  int Of(const tdbg_tensor& tensor, uint64_t scope, uint64_t most_read) const;

  // A hash of place, size and scope, with the exponent in its lowest byte.
  std::array<std::atomic<uint64_t>, 4096> known_;
  std::atomic<bool> disproved_{false};
};

}  // namespace tdbg::capture
