#include "capture/losses.h"

namespace tdbg::capture {
namespace {

constexpr size_t kMostNames = 100;

struct Words {
  const char* name;
  const char* text;
  bool on_purpose = false;
};

constexpr std::array<Words, kLossKinds> kWords = {{
    {"capture_lost_record", "no file could be made for it"},
    {"capture_lost_value", "no room on the disk, or in the budget, for it"},
    {"capture_unreadable_tensor", "fewer bytes than its shape and type ask for"},
    {"capture_cut_value", "only the beginning of a large value was kept", true},
    {"capture_unkept_value", "enough values of this step or run had been kept", true},
    {"capture_unkept_operands", "enough bad values of this execution had been looked into", true},
    {"capture_unkept_error", "enough failed ops had been recorded", true},
    {"capture_unkept_shape", "too many different shapes"},
    {"capture_cut_text", "a name, message or path too long to be kept whole"},
    {"capture_unkept_source", "a source file too large to be kept"},
    {"capture_budget", "events dropped to keep within the budget on disk", true},
    {"capture_uninherited", "what the parent process had defined could not all be read"},
    {"capture_disproved", "an op made more of its inputs than it can; all tensors are read since",
     true},
}};

}  // namespace

void Losses::Count(std::string_view name, uint64_t count) {
  const std::lock_guard lock(mutex_);
  for (auto& [known, total] : named_) {
    if (known == name) {
      total += count;
      return;
    }
  }
  if (named_.size() == kMostNames) {
    named_.back() = {"capture_other", named_.back().second + count};
  } else {
    named_.emplace_back(name, count);
  }
}

std::vector<Losses::Entry> Losses::Take() {
  std::vector<Entry> entries;
  for (size_t i = 0; i < kLossKinds; ++i) {
    const uint64_t count = counts_[i].load(std::memory_order_relaxed);
    if (count == taken_[i]) continue;
    entries.push_back({kWords[i].name, kWords[i].text, count - taken_[i], kWords[i].on_purpose});
    taken_[i] = count;
  }
  const std::lock_guard lock(mutex_);
  for (auto& [name, count] : named_) entries.push_back({std::move(name), "", count});
  named_.clear();
  return entries;
}

}  // namespace tdbg::capture
