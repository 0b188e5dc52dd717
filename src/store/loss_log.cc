#include "store/loss_log.h"

#include "base/check.h"

namespace tdbg::store {

void LossLog::Add(std::string_view name, std::string_view file, int64_t offset,
                  std::string_view text, int64_t count, Hides hides) {
  TDBG_CHECK(!text.empty());
  const auto [it, added] = losses_.try_emplace({std::string(file), std::string(name)});
  Loss& loss = it->second;
  if (added) loss = {std::string(name), 0, std::string(file), offset, std::string(text), hides};
  loss.count += count;
}

void LossLog::Remove(std::string_view name, std::string_view file) {
  losses_.erase({std::string(file), std::string(name)});
}

void LossLog::RemoveFile(std::string_view file) {
  const auto first = losses_.lower_bound({std::string(file), std::string()});
  auto last = first;
  while (last != losses_.end() && last->first.first == file) ++last;
  losses_.erase(first, last);
}

std::vector<Loss> LossLog::losses() const {
  std::vector<Loss> all;
  for (const auto& [key, loss] : losses_) all.push_back(loss);
  return all;
}

}  // namespace tdbg::store
