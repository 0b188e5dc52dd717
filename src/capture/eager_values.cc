#include "capture/eager_values.h"

#include <algorithm>

namespace tdbg::capture {

using format::Reading;

EagerValues::Entry* EagerValues::FindLocked(const void* data) {
  const auto found = std::ranges::find(entries_, data, &Entry::data);
  return data == nullptr || found == entries_.end() ? nullptr : &*found;
}

void EagerValues::Await(Entry& entry, bool awaited) {
  if (entry.awaited == awaited) return;
  entry.awaited = awaited;
  awaited_.fetch_add(awaited ? 1 : -1, std::memory_order_relaxed);
}

void EagerValues::Clear(Entry& entry) {
  if (entry.data == nullptr) return;
  Await(entry, false);
  known_.fetch_sub(1, std::memory_order_relaxed);
  if (!entry.value.handed_in) born_.fetch_sub(1, std::memory_order_relaxed);
  entry = {};
}

// What an op made counts as having left once nobody looks at its readers any more. What was handed
// in does not: nothing bad came of it.
std::optional<EagerValues::Value> EagerValues::GiveUp(Entry& entry) {
  Await(entry, false);
  if (entry.value.handed_in || entry.left) return std::nullopt;
  entry.left = true;
  return entry.value;
}

std::optional<EagerValues::Value> EagerValues::Add(const void* data, const Value& value) {
  const std::lock_guard lock(mutex_);
  Entry* entry = FindLocked(data);
  std::optional<Value> given_up;
  if (!value.handed_in && born_so_far_ == kMostBorn) return std::nullopt;
  if (entry == nullptr) {
    const auto free = std::ranges::find(entries_, nullptr, &Entry::data);
    entry = free != entries_.end() ? &*free : &entries_[next_++ % entries_.size()];
    if (entry->data != nullptr) given_up = GiveUp(*entry);
  }
  Clear(*entry);
  entry->data = data;
  entry->value = value;
  entry->since = op_count_;
  known_.fetch_add(1, std::memory_order_relaxed);
  if (!value.handed_in) {
    born_.fetch_add(1, std::memory_order_relaxed);
    ++born_so_far_;
  }
  Await(*entry, true);
  return given_up;
}

void EagerValues::Forget(const void* data) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = FindLocked(data);
  if (entry != nullptr && !entry->value.handed_in) Clear(*entry);
}

std::optional<EagerValues::Value> EagerValues::Find(const void* data) {
  const std::lock_guard lock(mutex_);
  const Entry* const entry = FindLocked(data);
  return entry == nullptr ? std::nullopt : std::optional(entry->value);
}

std::optional<EagerValues::Value> EagerValues::OpPasses() {
  const std::lock_guard lock(mutex_);
  ++op_count_;
  for (Entry& entry : entries_) {
    if (entry.awaited && op_count_ - entry.since > kPatience) return GiveUp(entry);
  }
  return std::nullopt;
}

std::optional<EagerValues::News> EagerValues::Read(const void* data, Reading reading) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = FindLocked(data);
  if (entry == nullptr) return std::nullopt;
  // What was handed in may be kept for ever, so the first reader is waited for only.
  if (entry->value.handed_in) Await(*entry, false);
  if (reading == Reading::kBad && ++entry->bad_readers > kBadReaders) reading = Reading::kLeaves;
  const bool known = reading == Reading::kClean ? entry->clean : entry->left;
  if (known && reading != Reading::kBad) return std::nullopt;
  if (reading == Reading::kClean) entry->clean = true;
  if (reading == Reading::kLeaves) entry->left = true;
  const bool harms = reading != Reading::kClean && !entry->harmed;
  entry->harmed |= harms;
  return News{.value = entry->value, .reading = reading, .harms = harms};
}

}  // namespace tdbg::capture
