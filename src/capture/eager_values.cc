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
  if (!entry.WasRead() && !entry.value.handed_in) births_.OneLessUnread(entry.value.birth);
  known_.fetch_sub(1, std::memory_order_relaxed);
  if (!entry.value.handed_in) born_.fetch_sub(1, std::memory_order_relaxed);
  entry = {};
}

// What an op made counts as having left once nobody looks at its readers any more. What was handed
// in does not: nothing bad came of it.
std::optional<EagerValue> EagerValues::GiveUp(Entry& entry) {
  Await(entry, false);
  if (entry.value.handed_in || entry.left) return std::nullopt;
  births_.Decide(entry.value.birth);
  entry.left = true;
  return entry.value;
}

std::optional<EagerValue> EagerValues::Add(const void* data, EagerValue value) {
  const std::lock_guard lock(mutex_);
  const bool opens = value.birth == 0 && value.opens;
  if (!value.handed_in && born_so_far_ == kMostBorn) {
    if (opens) births_.Decide(value);
    if (!opens) births_.Decide(value.birth);
    return std::nullopt;
  }
  Entry* entry = FindLocked(data);
  std::optional<EagerValue> given_up;
  if (entry == nullptr) {
    const auto free = std::ranges::find(entries_, nullptr, &Entry::data);
    entry = free != entries_.end() ? &*free : &entries_[next_++ % entries_.size()];
    if (entry->data != nullptr) given_up = GiveUp(*entry);
  }
  Clear(*entry);
  if (opens) value.birth = births_.Open(value);
  entry->data = data;
  entry->value = value;
  entry->since = op_count_;
  known_.fetch_add(1, std::memory_order_relaxed);
  if (!value.handed_in) {
    births_.OneMoreUnread(value.birth);
    born_.fetch_add(1, std::memory_order_relaxed);
    ++born_so_far_;
  }
  Await(*entry, true);
  return given_up;
}

void EagerValues::Forget(const void* data) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = FindLocked(data);
  if (entry == nullptr || entry->value.handed_in) return;
  // No op has read it, so it was for the program to look at.
  if (!entry->WasRead()) births_.Decide(entry->value.birth);
  Clear(*entry);
}

std::optional<EagerValue> EagerValues::Find(const void* data) {
  const std::lock_guard lock(mutex_);
  const Entry* const entry = FindLocked(data);
  return entry == nullptr ? std::nullopt : std::optional(entry->value);
}

std::optional<EagerValue> EagerValues::OpPasses() {
  const std::lock_guard lock(mutex_);
  ++op_count_;
  for (Entry& entry : entries_) {
    if (!entry.awaited || op_count_ - entry.since <= kPatience) continue;
    if (!entry.WasRead()) return GiveUp(entry);
    Await(entry, false);
  }
  return std::nullopt;
}

std::optional<EagerValues::News> EagerValues::Read(const void* data, Reading reading,
                                                   bool in_graph) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = FindLocked(data);
  if (entry == nullptr) return std::nullopt;
  if (!entry->WasRead() && !entry->value.handed_in) births_.OneLessUnread(entry->value.birth);
  // What was handed in may be kept for ever, so the first reader is waited for only.
  if (entry->value.handed_in) Await(*entry, false);
  if (reading == Reading::kBad && ++entry->bad_readers > kBadReaders) reading = Reading::kLeaves;
  const bool known = reading == Reading::kClean ? entry->clean : entry->left;
  if (known && reading != Reading::kBad) return std::nullopt;
  if (reading == Reading::kClean) entry->clean = true;
  if (reading == Reading::kLeaves) entry->left = true;
  const bool harms = reading != Reading::kClean && !entry->harmed;
  entry->harmed |= harms;
  const News news = {.value = entry->value, .reading = reading, .harms = harms};
  if (reading == Reading::kLeaves || (reading == Reading::kBad && in_graph)) {
    births_.Decide(news.value.birth);
  }
  return news;
}

std::optional<EagerValue> EagerValues::PutAway(const void* data, PutInto where) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = FindLocked(data);
  if (entry == nullptr) return std::nullopt;
  if (!entry->WasRead() && !entry->value.handed_in) births_.OneLessUnread(entry->value.birth);
  entry->clean = true;
  const auto same = [&](const PutAwayValue& one) {
    return one.where == where && one.value.execution == entry->value.execution &&
           one.value.slot == entry->value.slot;
  };
  if (std::ranges::any_of(put_away_, same)) return std::nullopt;
  if (put_away_.size() < kMostPutAway) {
    put_away_.push_back({where, entry->value});
  } else {
    put_away_[next_put_away_++ % kMostPutAway] = {where, entry->value};
  }
  return entry->value;
}

std::vector<EagerValue> EagerValues::TakenOut(PutInto where, const Likeness& likeness) {
  const std::lock_guard lock(mutex_);
  std::vector<EagerValue> values;
  for (const PutAwayValue& one : put_away_) {
    if (one.where != where) continue;
    // A variable yields what was put there; of a collection it may be any part.
    const Likeness& own = one.value.likeness;
    const bool like = where == PutInto::kVariable ? own.digest == likeness.digest
                                                  : (own.numbers & likeness.numbers) != 0;
    if (like) values.push_back(one.value);
  }
  return values;
}

void EagerValues::Decide(uint32_t birth) {
  const std::lock_guard lock(mutex_);
  births_.Decide(birth);
}

std::optional<EagerValue> EagerValues::TakeDecided() {
  const std::lock_guard lock(mutex_);
  return births_.TakeDecided();
}

std::optional<EagerValue> EagerValues::TakeKept() {
  const std::lock_guard lock(mutex_);
  if (auto decided = births_.TakeDecided()) return decided;
  return births_.TakeUnread();
}

}  // namespace tdbg::capture
