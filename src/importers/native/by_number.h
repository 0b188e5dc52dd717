// A table of what a recording defines by number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tdbg::importers::native {

// Numbers count up from 1, so they index blocks of an array; damaged data may name any, so those
// far beyond what was asked for so often go into a map instead of making the array huge. References
// last until the next number is added.
template <typename T>
class ByNumber {
 public:
  // nullptr for a number that was never asked for by operator[], and for one that was forgotten.
  T* Find(uint32_t number) {
    const size_t block = number / kBlock;
    if (block < blocks_.size()) {
      return blocks_[block] == nullptr ? nullptr : &blocks_[block][number % kBlock];
    }
    const auto it = sparse_.find(number);
    return it == sparse_.end() ? nullptr : &it->second;
  }
  const T* Find(uint32_t number) const { return const_cast<ByNumber*>(this)->Find(number); }

  T& operator[](uint32_t number) {
    constexpr size_t kSlack = 1024;
    if (T* known = Find(number)) return *known;
    const size_t block = number / kBlock;
    const bool is_far = number > 4 * asked_++ + kSlack;
    if (block >= blocks_.size()) {
      if (is_far) return sparse_[number];
      Grow(block + 1);
    }
    if (blocks_[block] == nullptr) blocks_[block] = std::make_unique<T[]>(kBlock);
    return blocks_[block][number % kBlock];
  }

  // Calls use(number, entry) for all numbers from `first` on that are there, and for those between
  // them.
  template <typename Use>
  void ForEachFrom(uint32_t first, Use use) const {
    for (size_t block = first / kBlock; block < blocks_.size(); ++block) {
      if (blocks_[block] == nullptr) continue;
      for (size_t i = std::max<size_t>(first, block * kBlock); i < (block + 1) * kBlock; ++i) {
        use(static_cast<uint32_t>(i), blocks_[block][i % kBlock]);
      }
    }
    for (const auto& [number, entry] : sparse_) {
      if (number >= first) use(number, entry);
    }
  }

  // Forgets all entries of which `goes` is true.
  template <typename Goes>
  void Forget(Goes goes) {
    for (auto& block : blocks_) {
      if (block == nullptr) continue;
      bool keeps_some = false;
      for (size_t i = 0; i < kBlock; ++i) {
        if (goes(std::as_const(block[i]))) {
          block[i] = T();
        } else {
          keeps_some = true;
        }
      }
      if (!keeps_some) block.reset();
    }
    std::erase_if(sparse_, [&](const auto& entry) { return goes(entry.second); });
  }

 private:
  static constexpr size_t kBlock = 1024;

  // Entries that were far beyond may be near now.
  void Grow(size_t num_blocks) {
    blocks_.resize(num_blocks);
    for (auto it = sparse_.begin(); it != sparse_.end();) {
      const size_t block = it->first / kBlock;
      if (block >= blocks_.size()) {
        ++it;
        continue;
      }
      if (blocks_[block] == nullptr) blocks_[block] = std::make_unique<T[]>(kBlock);
      blocks_[block][it->first % kBlock] = std::move(it->second);
      it = sparse_.erase(it);
    }
  }

  size_t asked_ = 0;                          // times that a number was not there yet
  std::vector<std::unique_ptr<T[]>> blocks_;  // null: nothing of it is there
  std::unordered_map<uint32_t, T> sparse_;
};

}  // namespace tdbg::importers::native
