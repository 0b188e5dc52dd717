#include "capture/losses.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace tdbg::capture {

using format::LossPageEntry;
using format::RecorderState;

void Losses::WriteTo(LossFile file, const format::LossPage& page) {
  {
    const std::lock_guard lock(mutex_);
    file_ = file;
    page_ = page;
  }
  Publish();
}

void Losses::Count(std::string_view name, uint64_t count, bool hides_births) {
  bool fresh;
  {
    const std::lock_guard lock(mutex_);
    // The field is shorter than the text may be: what it has of it is the name.
    name = name.substr(0, sizeof(LossPageEntry::name));
    const auto end = named_.begin() + static_cast<std::ptrdiff_t>(named_count_);
    const auto is_meant = [&](std::string_view meant) {
      return [meant](const LossPageEntry& entry) { return format::FieldText(entry.name) == meant; };
    };
    auto at = std::find_if(named_.begin(), end, is_meant(name));
    if (at == end && named_count_ + 1 >= kNames) {
      name = kManyNames;
      at = std::find_if(named_.begin(), end, is_meant(name));
    }
    fresh = at == end;
    if (fresh) format::SetField(named_[named_count_++].name, name);
    at->count += count;
    if (hides_births) at->flags |= LossPageEntry::kHidesBirths;
  }
  if (fresh) Publish();
}

void Losses::Become(RecorderState state, std::string_view why) {
  {
    const std::lock_guard lock(mutex_);
    if (page_.state == static_cast<uint8_t>(RecorderState::kEndedEarly)) return;
    page_.state = static_cast<uint8_t>(state);
    format::SetField(page_.why, why);
  }
  Publish();
}

void Losses::Fill() {
  uint32_t used = 0;
  for (size_t i = 0; i < kRecorderLosses; ++i) {
    const uint64_t count = counts_[i].load(std::memory_order_relaxed);
    if (count == 0) continue;
    const LossWords& words = WordsOf(static_cast<Loss>(i));
    LossPageEntry& entry = page_.entries[used++];
    entry = {.count = count, .flags = 0, .name = {}};
    if (words.on_purpose) entry.flags |= LossPageEntry::kOnPurpose;
    if (words.hides_births) entry.flags |= LossPageEntry::kHidesBirths;
    format::SetField(entry.name, words.name);
  }
  for (size_t i = 0; i < named_count_; ++i) page_.entries[used++] = named_[i];
  page_.entry_count = used;
}

void Losses::Publish() {
  const std::lock_guard lock(mutex_);
  if (!file_) return;
  Fill();
  format::SealLossPage(page_);
  if (std::memcmp(&page_, &written_, sizeof page_) == 0) return;
  if (file_->Write(page_)) written_ = page_;
}

uint64_t Losses::total() const {
  uint64_t total = 0;
  for (size_t i = 0; i < kRecorderLosses; ++i) {
    if (!WordsOf(static_cast<Loss>(i)).on_purpose) {
      total += counts_[i].load(std::memory_order_relaxed);
    }
  }
  const std::lock_guard lock(mutex_);
  for (size_t i = 0; i < named_count_; ++i) total += named_[i].count;
  return total;
}

std::string Losses::why() const {
  const std::lock_guard lock(mutex_);
  return std::string(format::FieldText(page_.why));
}

}  // namespace tdbg::capture
