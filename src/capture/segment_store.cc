#include "capture/segment_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "format/file_size_limit.h"
#include "format/trace_layout.h"

namespace tdbg::capture {
namespace {

using format::SegmentFile;
using format::SegmentKind;

Status MakeDirectory(const std::string& path, bool may_exist) {
  if (mkdir(path.c_str(), 0700) == 0 || (may_exist && errno == EEXIST)) return Status::Ok();
  return Unreadable("cannot make " + path + ": " + std::strerror(errno));
}

constexpr uint64_t kPageBytes = 4096;

uint64_t FileBytes(uint64_t granules) {
  return format::kHeaderBytes + granules * format::kGranuleBytes;
}

}  // namespace

Result<SegmentStore*> SegmentStore::Create(const StoreStart& start, Losses& losses) {
  const Status made = MakeDirectory(start.trace_directory, true);
  const std::string name = format::RunDirectoryName(start.pid, start.start_ns);
  const std::string directory = start.trace_directory + "/" + name;
  const std::string& job = start.job.empty() ? name : start.job;
  auto ledger = format::JobLedger::Open(start.trace_directory, job);
  if (!ledger.ok()) return made.ok() ? ledger.status() : made;
  auto* const store = new SegmentStore(directory, job, *ledger, start);
  // The folder takes a page as well.
  uint64_t dropped_events = 0;
  const auto make = [&]() -> Status {
    TDBG_RETURN_IF_ERROR(store->Take(kPageBytes + sizeof(format::LossPage), &dropped_events));
    TDBG_RETURN_IF_ERROR(MakeDirectory(directory, false));
    const format::LossPage page = format::EmptyLossPage(job);
    auto file = LossFile::Create(directory + "/" + format::kLossPageName, page);
    if (!file.ok()) {
      rmdir(directory.c_str());
      return file.status();
    }
    losses.WriteTo(*file, page);
    return Status::Ok();
  };
  const Status status = make();
  if (status.ok()) return store;
  ledger->CountUnrecorded(status.message());
  delete store;
  return status;
}

std::string SegmentStore::PathOf(SegmentKind kind, uint32_t thread, uint32_t sequence) const {
  return directory_ + "/" + format::SegmentFileName(kind, thread, sequence);
}

Result<SegmentFile> SegmentStore::Make(SegmentKind kind, uint32_t thread, uint32_t sequence,
                                       uint64_t granules, uint64_t* dropped_events) {
  *dropped_events = 0;
  const uint64_t size = FileBytes(granules);
  if (size > format::LargestFile()) {
    return Unsupported("the process may make no file of " + std::to_string(size) + " bytes");
  }
  // The bytes are taken from the budget before the file is made, so that two threads cannot both
  // fit into its last bytes.
  TDBG_RETURN_IF_ERROR(Take(size, dropped_events));
  const format::SegmentIdentity identity = {
      .kind = kind, .pid = pid_, .start_ns = start_ns_, .thread = thread, .sequence = sequence};
  auto file = SegmentFile::Create(PathOf(kind, thread, sequence), identity, granules);
  if (!file.ok()) Return(size);
  return file;
}

Status SegmentStore::Take(uint64_t bytes, uint64_t* dropped_events) {
  const uint64_t budget = budget_.load(std::memory_order_relaxed);
  // The last part is for those who have nothing that they could drop: processes that begin.
  uint64_t limit = budget - budget / 8;
  for (;;) {
    TDBG_ASSIGN_OR_RETURN(const uint64_t excess, ledger_.Take(bytes, limit));
    if (excess == 0) break;
    if (DropOldest(excess, dropped_events)) continue;
    if (limit == budget) {
      return Unsupported("the budget of " + std::to_string(budget) + " bytes on disk is used up");
    }
    limit = budget;
  }
  bytes_.fetch_add(bytes, std::memory_order_relaxed);
  return Status::Ok();
}

void SegmentStore::Return(uint64_t bytes) {
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  ledger_.GiveBack(bytes);
}

bool SegmentStore::DropOldest(uint64_t bytes, uint64_t* dropped_events) {
  const std::lock_guard lock(mutex_);
  while (!untidied_.empty()) TidyOne();
  const std::vector<size_t> oldest = OldestOf(kept_, bytes, protected_steps_);
  *dropped_events += Delete(oldest);
  return !oldest.empty();
}

void SegmentStore::Close(ClosedSegment segment) {
  const std::lock_guard lock(mutex_);
  untidied_.push_back(std::move(segment));
}

void SegmentStore::Discard(SegmentFile file, SegmentKind kind, uint32_t thread, uint32_t sequence) {
  if (unlink(PathOf(kind, thread, sequence).c_str()) == 0) {
    Return(FileBytes(file.capacity_granules()));
  }
}

uint64_t SegmentStore::largest_segment() const {
  constexpr uint64_t kMost = 8 << 20;
  constexpr uint64_t kLeast = 64 << 10;
  const uint64_t share = std::clamp(budget_.load(std::memory_order_relaxed) / 64, kLeast, kMost);
  return std::min(share, format::LargestFile());
}

// Gives back the pages of a segment, and the end of its file that was never used.
void SegmentStore::GiveBack(ClosedSegment& segment) {
  SegmentFacts& facts = segment.facts;
  const uint64_t mapped = FileBytes(segment.file.capacity_granules());
  const std::string path = PathOf(facts.kind, facts.thread, facts.sequence);
  segment.file = SegmentFile();
  // A reader that follows may be looking at the granule behind the last record.
  const uint64_t kept = (facts.bytes / kPageBytes + 1) * kPageBytes;
  facts.bytes = mapped;
  if (kept < mapped && truncate(path.c_str(), static_cast<off_t>(kept)) == 0) {
    Return(mapped - kept);
    facts.bytes = kept;
  }
}

void SegmentStore::TidyOne() {
  if (untidied_.empty()) return;
  GiveBack(untidied_.back());
  kept_.push_back(untidied_.back().facts);
  untidied_.pop_back();
}

void SegmentStore::Tidy(const Retention& rule, int64_t now) {
  // One at a time, so that nobody who closes a segment waits for long; but never between two lists,
  // where one that needs room would not find them.
  for (bool more = true; more;) {
    const std::lock_guard lock(mutex_);
    TidyOne();
    more = !untidied_.empty();
  }
  const std::lock_guard lock(mutex_);
  Delete(GivenUp(kept_, rule, now, protected_steps_));
}

uint64_t SegmentStore::Delete(std::span<const size_t> chosen) {
  uint64_t events = 0, bytes = 0;
  for (const size_t i : chosen) {
    SegmentFacts& segment = kept_[i];
    if (unlink(PathOf(segment.kind, segment.thread, segment.sequence).c_str()) == 0) {
      bytes += segment.bytes;
    }
    events += segment.events;
    segment.bytes = 0;
  }
  if (bytes > 0) Return(bytes);
  if (!chosen.empty()) std::erase_if(kept_, [](const SegmentFacts& s) { return s.bytes == 0; });
  return events;
}

void SegmentStore::Protect(int64_t step) {
  const std::lock_guard lock(mutex_);
  if (std::find(protected_steps_.begin(), protected_steps_.end(), step) == protected_steps_.end()) {
    protected_steps_.push_back(step);
  }
}

}  // namespace tdbg::capture
