// One column of a table: grows at the end, is read by its own id type, never moves an element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace tdbg {

// Rows [first, end) of a table.
struct RowRange {
  size_t first = 0;
  size_t end = 0;

  bool operator==(const RowRange&) const = default;
};

// `for (OpId id : Ids<OpId>(table.size()))`; of a table that has forgotten rows, only those that
// are kept.
template <typename Id>
class Ids {
 public:
  explicit Ids(size_t end, size_t first = 0) : index_(std::min(first, end)), rest_{0, end} {}

  // Those from `first` on that lie in `ranges` or in `rest`, which comes after them.
  Ids(std::span<const RowRange> ranges, RowRange rest, size_t first) : rest_(rest) {
    while (!ranges.empty() && ranges.front().end <= first) ranges = ranges.subspan(1);
    ranges_ = ranges;
    const size_t next = ranges.empty() ? rest.first : ranges.front().first;
    index_ = std::min(std::max(first, next), rest.end);
  }

  class Iterator {
   public:
    Iterator(size_t index, std::span<const RowRange> ranges, size_t rest)
        : index_(index), ranges_(ranges), rest_(rest) {}
    Id operator*() const { return Id(index_); }
    Iterator& operator++() {
      ++index_;
      if (!ranges_.empty() && index_ == ranges_.front().end) {
        ranges_ = ranges_.subspan(1);
        index_ = ranges_.empty() ? rest_ : ranges_.front().first;
      }
      return *this;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    size_t index_;
    std::span<const RowRange> ranges_;
    size_t rest_;
  };

  Iterator begin() const { return Iterator(index_, ranges_, rest_.first); }
  Iterator end() const { return Iterator(rest_.end, {}, 0); }

 private:
  size_t index_;
  std::span<const RowRange> ranges_;
  RowRange rest_;
};

// Elements live in blocks, so growing copies nothing and wastes at most one block: a table of a
// million rows costs its bytes and no more, and pointers into a growing table stay good. Rows may
// be forgotten: their ids are never given to others, and blocks of which nothing is kept are freed.
template <typename Id, typename T>
class Column {
 public:
  Id Append(T value) {
    if (end_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<T[]>(kBlock));
    const Id id(end_);
    blocks_.back()[end_ % kBlock] = std::move(value);
    ++end_;
    return id;
  }

  T& operator[](Id id) {
    TDBG_DCHECK(Has(id));
    return blocks_[id.index() / kBlock][id.index() % kBlock];
  }
  const T& operator[](Id id) const { return const_cast<Column&>(*this)[id]; }

  // Rows that are there.
  size_t size() const { return end_ - forgotten_; }
  bool empty() const { return size() == 0; }

  // The index of the next row: that of each row, also of those that were forgotten, is below.
  size_t end_index() const { return end_; }
  bool Has(Id id) const {
    const size_t index = id.index();
    if (index >= rest_) return index < end_;
    const auto range = std::partition_point(kept_.begin(), kept_.end(),
                                            [&](const RowRange& r) { return r.end <= index; });
    return range != kept_.end() && range->first <= index;
  }
  Ids<Id> ids(size_t first = 0) const { return Ids<Id>(kept_, {rest_, end_}, first); }

  // The rows of which `holds` is true, as Keep takes them.
  template <typename Holds>
  std::vector<RowRange> Where(Holds holds) const {
    std::vector<RowRange> ranges;
    for (const Id id : ids()) {
      if (!holds(id)) continue;
      const size_t index = id.index();
      if (ranges.empty() || ranges.back().end != index) ranges.push_back({index, index});
      ++ranges.back().end;
    }
    return ranges;
  }

  // Forgets all rows but those in `kept`, which were kept until now, do not touch each other, and
  // come in order.
  void Keep(std::span<const RowRange> kept) {
    kept_.assign(kept.begin(), kept.end());
    rest_ = end_;
    if (!kept_.empty() && kept_.back().end == end_) {
      rest_ = kept_.back().first;
      kept_.pop_back();
    }
    forgotten_ = rest_;
    for (const RowRange& range : kept_) forgotten_ -= range.end - range.first;
    size_t from = 0;
    for (const RowRange& range : kept_) {
      Free(from, range.first);
      from = range.end;
    }
    Free(from, rest_);
  }

 private:
  static constexpr size_t kBlock = size_t{1} << (sizeof(T) > 64 ? 8 : 12);

  // Rows [from, end) are forgotten, the ones around them are kept.
  void Free(size_t from, size_t end) {
    while (from < end) {
      const size_t block = from / kBlock, block_end = std::min((block + 1) * kBlock, end);
      const bool whole = from % kBlock == 0 && block_end % kBlock == 0;
      if (whole) {
        blocks_[block].reset();
      } else if (!std::is_trivially_destructible_v<T> && blocks_[block] != nullptr) {
        for (size_t i = from; i < block_end; ++i) blocks_[block][i % kBlock] = T();
      }
      from = block_end;
    }
  }

  std::vector<std::unique_ptr<T[]>> blocks_;  // null: nothing of it is kept
  size_t end_ = 0;
  size_t forgotten_ = 0;
  std::vector<RowRange> kept_;  // before rest_
  size_t rest_ = 0;             // from here on all rows are kept
};

}  // namespace tdbg
