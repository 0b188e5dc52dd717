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
    {"capture_lost_record", "an event, execution or definition for which no file could be made"},
    {"capture_lost_value", "a value for which there was no room on the disk or in the budget"},
    {"capture_unreadable_tensor", "a tensor with fewer bytes than its shape and type ask for"},
    {"capture_cut_value", "a large operand or output of which only the beginning was kept", true},
    {"capture_unkept_value",
     "an origin whose values were not kept, since those of enough others were", true},
    {"capture_unkept_operands",
     "a bad value whose operands were not kept, since those of enough others were", true},
    {"capture_unkept_error", "a failed op that was not recorded, since enough others were", true},
    {"capture_unkept_shape", "a tensor whose shape was not kept, since too many others were seen"},
    {"capture_cut_text", "a name, message or path too long to be kept whole"},
    {"capture_unkept_source", "a source file too large to be kept"},
    {"capture_budget", "an event that was deleted to keep within the budget on disk", true},
    {"capture_uninherited", "a forked process that could not read all that its parent had defined"},
    {"capture_disproved",
     "a tensor that was larger than its inputs allow; everything is read from then on", true},
    {"capture_harmed_file",
     "a file of the recording that somebody cut, replaced or deleted while the program ran"},
    {"capture_taken_line",
     "a process that closed its line to the debugger, which could not hold it from then on"},
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
