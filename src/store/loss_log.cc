#include "store/loss_log.h"

#include <cstddef>

#include "base/check.h"

namespace tdbg::store {

void LossLog::Add(std::string_view name, std::string_view file, int64_t offset,
                  std::string_view text, int64_t count) {
  TDBG_CHECK(!text.empty());
  const auto [it, added] = places_.try_emplace({std::string(name), std::string(file)});
  if (!added) {
    losses_[it->second].count += count;
    return;
  }
  it->second = losses_.size();
  losses_.push_back({std::string(name), count, std::string(file), offset, std::string(text)});
}

void LossLog::Remove(std::string_view name, std::string_view file) {
  const auto found = places_.find({std::string(name), std::string(file)});
  if (found == places_.end()) return;
  const size_t place = found->second;
  places_.erase(found);
  losses_.erase(losses_.begin() + static_cast<ptrdiff_t>(place));
  for (auto& [key, other] : places_) other -= other > place;
}

}  // namespace tdbg::store
