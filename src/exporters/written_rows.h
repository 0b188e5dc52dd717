// Which rows of a growing table were written, each once. Rows that cannot be written yet wait, and
// hold back nobody else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tdbg::exporters {

template <typename Id>
class WrittenRows {
 public:
  // Takes in the rows that are new, in the order of the table.
  void Grow(size_t table_size) {
    for (size_t i = written_.size(); i < table_size; ++i) waiting_.push_back(Id(i));
    written_.resize(table_size, false);
  }

  // From now on those that wait come in this order.
  template <typename Before>
  void Sort(Before before) {
    std::stable_sort(waiting_.begin(), waiting_.end(), before);
  }

  // Calls `write` for each row that waits; it returns whether it wrote the row. It may mark others
  // as written.
  template <typename Write>
  void Advance(Write write) {
    std::erase_if(waiting_, [&](Id id) {
      if (!Has(id) && write(id)) Mark(id);
      return Has(id);
    });
  }

  void Mark(Id id) { written_[id.index()] = true; }
  bool Has(Id id) const { return id.index() < written_.size() && written_[id.index()]; }

 private:
  std::vector<bool> written_;
  std::vector<Id> waiting_;
};

}  // namespace tdbg::exporters
