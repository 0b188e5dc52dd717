// One column of a table: grows at the end, is read by its own id type, never moves an element.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/check.h"

namespace tdbg {

// Elements live in blocks, so growing copies nothing and wastes at most one block: a table of a
// million rows costs its bytes and no more, and pointers into a growing table stay good.
template <typename Id, typename T>
class Column {
 public:
  Id Append(T value) {
    if (size_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<T[]>(kBlock));
    const Id id(size_);
    blocks_.back()[size_ % kBlock] = std::move(value);
    ++size_;
    return id;
  }

  T& operator[](Id id) {
    TDBG_DCHECK(id.index() < size_);
    return blocks_[id.index() / kBlock][id.index() % kBlock];
  }
  const T& operator[](Id id) const { return const_cast<Column&>(*this)[id]; }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  static constexpr size_t kBlock = size_t{1} << (sizeof(T) > 64 ? 8 : 14);

  std::vector<std::unique_ptr<T[]>> blocks_;
  size_t size_ = 0;
};

// `for (OpId id : Ids<OpId>(table.size()))`.
template <typename Id>
class Ids {
 public:
  explicit Ids(size_t size, size_t first = 0) : first_(first), size_(size) {}

  class Iterator {
   public:
    explicit Iterator(size_t index) : index_(index) {}
    Id operator*() const { return Id(index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    size_t index_;
  };

  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(size_); }

 private:
  size_t first_;
  size_t size_;
};

}  // namespace tdbg
