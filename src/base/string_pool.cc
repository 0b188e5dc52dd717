#include "base/string_pool.h"

#include <algorithm>
#include <cstring>

namespace tdbg {

StringId StringPool::Intern(std::string_view text) {
  if (auto it = ids_.find(text); it != ids_.end()) return it->second;
  const StringId id(texts_.size());
  const std::string_view kept = Keep(text);
  texts_.push_back(kept);
  ids_.emplace(kept, id);
  return id;
}

StringId StringPool::Find(std::string_view text) const {
  auto it = ids_.find(text);
  return it == ids_.end() ? StringId() : it->second;
}

std::string_view StringPool::Keep(std::string_view text) {
  if (text.empty()) return {};
  constexpr size_t kBlockBytes = 64 * 1024;
  if (text.size() > block_left_) {
    const size_t bytes = std::max(kBlockBytes, text.size());
    blocks_.push_back(std::make_unique<char[]>(bytes));
    block_next_ = blocks_.back().get();
    block_left_ = bytes;
  }
  std::memcpy(block_next_, text.data(), text.size());
  const std::string_view kept(block_next_, text.size());
  block_next_ += text.size();
  block_left_ -= text.size();
  return kept;
}

}  // namespace tdbg
