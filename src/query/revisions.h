// From where on a list was made anew each time that a run had grown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tdbg::query {

// Lists that are kept in order grow at the end, and near it what is there moves or changes. Whoever
// computes something from such a list remembers how many revisions it has seen, gives up what it
// made of the positions from FirstSince() on, and makes it again.
class Revisions {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  void Add(size_t from) { from_.push_back(from); }
  size_t count() const { return from_.size(); }

  // The first position that is not what it was; kNone if all are.
  size_t FirstSince(size_t seen) const {
    const auto first = std::min_element(from_.begin() + static_cast<ptrdiff_t>(seen), from_.end());
    return first == from_.end() ? kNone : *first;
  }

 private:
  std::vector<size_t> from_;
};

}  // namespace tdbg::query
