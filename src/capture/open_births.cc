#include "capture/open_births.h"

namespace tdbg::capture {

OpenBirths::Birth* OpenBirths::Find(uint32_t number) {
  Birth& birth = births_[number % kMostOpen];
  return number != 0 && birth.number == number ? &birth : nullptr;
}

void OpenBirths::Close(Birth& birth) { birth = {}; }

uint32_t OpenBirths::Open(EagerValue value) {
  if (++last_number_ == 0) ++last_number_;
  Birth& place = births_[last_number_ % kMostOpen];
  // The older birth of this place cannot be followed any further, so it counts as one.
  if (place.unread > 0) Decide(place.number);
  value.birth = last_number_;
  place = {.number = last_number_, .unread = 0, .value = value};
  return last_number_;
}

void OpenBirths::OneMoreUnread(uint32_t birth) {
  if (Birth* const open = Find(birth)) ++open->unread;
}

void OpenBirths::OneLessUnread(uint32_t birth) {
  Birth* const open = Find(birth);
  if (open != nullptr && open->unread > 0) --open->unread;
}

void OpenBirths::Decide(uint32_t birth) {
  Birth* const open = Find(birth);
  if (open == nullptr) return;
  Decide(open->value);
  Close(*open);
}

void OpenBirths::Decide(const EagerValue& value) {
  if (decided_.size() == kMostDecided) return;
  decided_.push_back(value);
  news_.fetch_add(1, std::memory_order_relaxed);
  any_decided_.store(true, std::memory_order_relaxed);
}

std::optional<EagerValue> OpenBirths::TakeDecided() {
  if (decided_.empty()) return std::nullopt;
  const EagerValue first = decided_.front();
  decided_.erase(decided_.begin());
  news_.fetch_sub(1, std::memory_order_relaxed);
  any_decided_.store(!decided_.empty(), std::memory_order_relaxed);
  return first;
}

std::optional<EagerValue> OpenBirths::TakeUnread() {
  Birth* first = nullptr;
  for (Birth& birth : births_) {
    const bool kept = birth.number != 0 && birth.unread > 0;
    if (kept && (first == nullptr || birth.number < first->number)) first = &birth;
  }
  if (first == nullptr) return std::nullopt;
  const EagerValue value = first->value;
  Close(*first);
  return value;
}

}  // namespace tdbg::capture
