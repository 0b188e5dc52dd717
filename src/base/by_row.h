// What is noted of the rows of a table, beside the table.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/column.h"

namespace tdbg {

// As an array with an element for each row, but one that costs nothing for long stretches of rows
// of which nothing was noted: a table that has forgotten rows begins anywhere.
template <typename Id, typename T>
class ByRow {
 public:
  T& operator[](Id id) {
    const size_t block = id.index() / kBlock;
    if (block >= blocks_.size()) blocks_.resize(block + 1);
    if (blocks_[block] == nullptr) blocks_[block] = std::make_unique<T[]>(kBlock);
    return blocks_[block][id.index() % kBlock];
  }

  // T() where nothing was noted.
  T operator[](Id id) const {
    const size_t block = id.index() / kBlock;
    if (block >= blocks_.size() || blocks_[block] == nullptr) return T();
    return blocks_[block][id.index() % kBlock];
  }

  void Clear() { blocks_.clear(); }

  // Forgets what was noted of other rows, as Column::Keep.
  void Keep(std::span<const RowRange> kept) {
    std::vector<std::unique_ptr<T[]>> all = std::move(blocks_);
    blocks_.clear();
    blocks_.resize(all.size());
    for (const RowRange& range : kept) {
      for (size_t i = range.first; i < range.end && i / kBlock < all.size();
           i = (i / kBlock + 1) * kBlock) {
        if (all[i / kBlock] != nullptr) blocks_[i / kBlock] = std::move(all[i / kBlock]);
      }
    }
  }

 private:
  static constexpr size_t kBlock = 4096;

  std::vector<std::unique_ptr<T[]>> blocks_;
};

}  // namespace tdbg
