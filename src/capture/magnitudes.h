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
// What is known of a followed tensor holds until another is remembered in its place or its memory
// is freed. All that is written there must be told.
class Magnitudes {
 public:
  Magnitudes() { ForgetAll(); }

  // kBadExponent where it is not known.
  void Remember(const tdbg_tensor& tensor, int exponent);
  void Forget(const void* data);

  // What tdbg_bound_of answers. An input whose largest number is not known is read if it has at
  // most `most_read` bytes.
  static constexpr uint64_t kReadAtOnce = 1024;  // takes no longer than looking it up
  uint32_t BoundOf(uint32_t growth, std::span<const tdbg_tensor> inputs,
                   uint64_t most_read = kReadAtOnce) const;

  // To be called when an op has made a larger number than its bound allows: from now on there are
  // no bounds.
  void Disprove() { doubts_.fetch_add(1, std::memory_order_relaxed); }

  // Lives while the filters change, and with them the ops that Magnitudes is told of. Afterwards
  // nothing is known of tensors that were made before: an op that nobody told of may have written
  // over them.
  class Change {
   public:
    explicit Change(Magnitudes& magnitudes) : magnitudes_(magnitudes) { ++magnitudes_.doubts_; }
    ~Change() {
      magnitudes_.ForgetAll();
      --magnitudes_.doubts_;
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;

   private:
    Magnitudes& magnitudes_;
  };

 private:
  void ForgetAll() {
    for (auto& known : known_) known.store(kNothing, std::memory_order_relaxed);
  }
  // kBadExponent: not known.
  int Of(const tdbg_tensor& tensor, uint64_t most_read) const;

  // Addresses, each with an exponent in its lowest byte.
  static constexpr uint64_t kNothing = 0;
  std::array<std::atomic<uint64_t>, 4096> known_;
  std::atomic<uint32_t> doubts_{0};  // bounds are given only while there are none
};

}  // namespace tdbg::capture
