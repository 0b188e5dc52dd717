#include "store/loss_log.h"

#include <algorithm>

#include "base/check.h"

namespace tdbg::store {
namespace {

auto Matches(std::string_view name, std::string_view file) {
  return [=](const Loss& loss) { return loss.name == name && loss.file == file; };
}

}  // namespace

void LossLog::Add(std::string_view name, std::string_view file, int64_t offset,
                  std::string_view text, int64_t count) {
  TDBG_CHECK(!text.empty());
  auto it = std::find_if(losses_.begin(), losses_.end(), Matches(name, file));
  if (it != losses_.end()) {
    it->count += count;
    return;
  }
  losses_.push_back({std::string(name), count, std::string(file), offset, std::string(text)});
}

void LossLog::Remove(std::string_view name, std::string_view file) {
  std::erase_if(losses_, Matches(name, file));
}

void LossLog::RemoveFile(std::string_view file) {
  std::erase_if(losses_, [&](const Loss& loss) { return loss.file == file; });
}

}  // namespace tdbg::store
