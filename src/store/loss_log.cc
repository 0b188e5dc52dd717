#include "store/loss_log.h"

#include <cstddef>

#include "base/check.h"

namespace tdbg::store {
namespace {

std::string Key(std::string_view name, std::string_view file) {
  std::string key(name);
  key += '\0';
  key += file;
  return key;
}

}  // namespace

void LossLog::Add(std::string_view name, std::string_view file, int64_t offset,
                  std::string_view text, int64_t count) {
  TDBG_CHECK(!text.empty());
  const auto [it, added] = index_.try_emplace(Key(name, file), losses_.size());
  if (!added) {
    losses_[it->second].count += count;
    return;
  }
  losses_.push_back({std::string(name), count, std::string(file), offset, std::string(text)});
}

void LossLog::Remove(std::string_view name, std::string_view file) {
  const auto it = index_.find(Key(name, file));
  if (it == index_.end()) return;
  const size_t at = it->second;
  index_.erase(it);
  losses_.erase(losses_.begin() + static_cast<std::ptrdiff_t>(at));
  for (auto& [key, position] : index_) {
    if (position > at) --position;
  }
}

void LossLog::RemoveFile(std::string_view file) {
  std::erase_if(losses_, [&](const Loss& loss) { return loss.file == file; });
}

}  // namespace tdbg::store
