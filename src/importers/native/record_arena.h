// Copies of records that are needed for as long as the trace is open.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace tdbg::importers::native {

// The files stay open, but somebody may write to them, and lengths that were checked once must not
// change afterwards.
class RecordArena {
 public:
  // Aligned as records are; good until the arena dies.
  std::span<const std::byte> Keep(std::span<const std::byte> record) {
    const size_t words = (record.size() + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    if (words > left_) {
      left_ = std::max(words, kBlockWords);
      blocks_.push_back(std::make_unique_for_overwrite<uint64_t[]>(left_));
      next_ = blocks_.back().get();
    }
    auto* const copy = reinterpret_cast<std::byte*>(next_);
    if (!record.empty()) std::memcpy(copy, record.data(), record.size());
    next_ += words;
    left_ -= words;
    return {copy, record.size()};
  }

 private:
  static constexpr size_t kBlockWords = 8192;

  std::vector<std::unique_ptr<uint64_t[]>> blocks_;
  uint64_t* next_ = nullptr;
  size_t left_ = 0;  // words of the last block
};

}  // namespace tdbg::importers::native
