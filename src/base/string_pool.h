// Every string once. Names of ops, files and devices repeat a million times in a trace.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/strong_id.h"

namespace tdbg {

using StringId = StrongId<struct StringTag>;

// Owns the bytes; views it hands out live as long as the pool. Not thread-safe.
class StringPool {
 public:
  StringId Intern(std::string_view text);

  // The id if the text was interned before; an invalid id otherwise.
  StringId Find(std::string_view text) const;

  // "" for an invalid id.
  std::string_view operator[](StringId id) const {
    return id.valid() ? texts_[id.index()] : std::string_view();
  }

  size_t size() const { return texts_.size(); }

 private:
  std::string_view Keep(std::string_view text);

  std::unordered_map<std::string_view, StringId> ids_;
  std::vector<std::string_view> texts_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_left_ = 0;
  char* block_next_ = nullptr;
};

}  // namespace tdbg
