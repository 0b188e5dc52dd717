// The runs of a session, in order of their start. Each stays where it is while others come and go.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tdbg::session {

class RunView;

class RunList {
 public:
  class Iterator {
   public:
    using Inner = std::vector<std::unique_ptr<RunView>>::const_iterator;
    explicit Iterator(Inner at) : at_(at) {}
    RunView& operator*() const { return **at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    Inner at_;
  };

  Iterator begin() const { return Iterator(runs_.begin()); }
  Iterator end() const { return Iterator(runs_.end()); }
  RunView& operator[](size_t i) const { return *runs_[i]; }
  RunView& front() const { return *runs_.front(); }
  size_t size() const { return runs_.size(); }
  bool empty() const { return runs_.empty(); }

 private:
  friend class Session;

  std::vector<std::unique_ptr<RunView>> runs_;
};

}  // namespace tdbg::session
