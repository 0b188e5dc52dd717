// A table of what a recording defines by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tdbg::importers::native {

// Numbers count up from 1, so they index an array; damaged data may name any, so those far beyond
// what was asked for so often go into a map instead of making the array huge. References last until
// the next number is added.
template <typename T>
class ByNumber {
 public:
  // nullptr for a number that was never asked for by operator[].
  T* Find(uint32_t number) {
    if (number < dense_.size()) return &dense_[number];
    const auto it = sparse_.find(number);
    return it == sparse_.end() ? nullptr : &it->second;
  }
  const T* Find(uint32_t number) const { return const_cast<ByNumber*>(this)->Find(number); }

  T& operator[](uint32_t number) {
    constexpr size_t kSlack = 1024;
    if (T* known = Find(number)) return *known;
    if (number > 4 * asked_++ + kSlack) return sparse_[number];
    dense_.resize(size_t{number} + 1);
    for (auto it = sparse_.begin(); it != sparse_.end();) {
      if (it->first >= dense_.size()) {
        ++it;
        continue;
      }
      dense_[it->first] = std::move(it->second);
      it = sparse_.erase(it);
    }
    return dense_[number];
  }

  // Calls use(number, entry) for all numbers from `first` on that are there, and for those between
  // them.
  template <typename Use>
  void ForEachFrom(uint32_t first, Use use) const {
    for (size_t i = first; i < dense_.size(); ++i) use(static_cast<uint32_t>(i), dense_[i]);
    for (const auto& [number, entry] : sparse_) {
      if (number >= first) use(number, entry);
    }
  }

 private:
  size_t asked_ = 0;  // times that a number was not there yet
  std::vector<T> dense_;
  std::unordered_map<uint32_t, T> sparse_;
};

}  // namespace tdbg::importers::native
