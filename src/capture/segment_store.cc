#include "capture/segment_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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

Result<SegmentStore*> SegmentStore::Create(const std::string& trace_directory, uint32_t pid,
                                           int64_t start_ns) {
  TDBG_RETURN_IF_ERROR(MakeDirectory(trace_directory, true));
  const std::string directory = trace_directory + "/" + format::RunDirectoryName(pid, start_ns);
  TDBG_RETURN_IF_ERROR(MakeDirectory(directory, false));
  return new SegmentStore(directory, pid, start_ns);
}

std::string SegmentStore::PathOf(SegmentKind kind, uint32_t thread, uint32_t sequence) const {
  return directory_ + "/" + format::SegmentFileName(kind, thread, sequence);
}

Result<SegmentFile> SegmentStore::Make(SegmentKind kind, uint32_t thread, uint32_t sequence,
                                       uint64_t granules, uint64_t* dropped_events) {
  *dropped_events = 0;
  const uint64_t size = FileBytes(granules);
  const uint64_t budget = budget_.load(std::memory_order_relaxed);
  // The bytes are taken from the budget before the file is made, so that two threads cannot both
  // fit into its last bytes.
  if (bytes_.fetch_add(size, std::memory_order_relaxed) + size > budget &&
      !MakeRoom(budget, dropped_events)) {
    bytes_.fetch_sub(size, std::memory_order_relaxed);
    return Unsupported("the budget of " + std::to_string(budget) + " bytes on disk is used up");
  }
  const format::SegmentIdentity identity = {
      .kind = kind, .pid = pid_, .start_ns = start_ns_, .thread = thread, .sequence = sequence};
  // Beyond the limit of the process the system would not refuse, but send a signal.
  rlimit most = {};
  if (getrlimit(RLIMIT_FSIZE, &most) == 0 && size > most.rlim_cur) {
    bytes_.fetch_sub(size, std::memory_order_relaxed);
    return Unsupported("the process may make no file of " + std::to_string(size) + " bytes");
  }
  auto file = SegmentFile::Create(PathOf(kind, thread, sequence), identity, granules);
  if (!file.ok()) bytes_.fetch_sub(size, std::memory_order_relaxed);
  return file;
}

bool SegmentStore::MakeRoom(uint64_t budget, uint64_t* dropped_events) {
  const std::lock_guard lock(mutex_);
  while (!untidied_.empty()) TidyOne();
  // Another thread may take bytes meanwhile; room is made for these, too.
  for (;;) {
    const uint64_t bytes = bytes_.load(std::memory_order_relaxed);
    if (bytes <= budget) return true;
    const std::vector<size_t> oldest = OldestOf(kept_, bytes - budget, protected_steps_);
    if (oldest.empty()) return false;
    *dropped_events += Delete(oldest);
  }
}

void SegmentStore::Close(ClosedSegment segment) {
  const std::lock_guard lock(mutex_);
  untidied_.push_back(std::move(segment));
}

void SegmentStore::Discard(SegmentFile file, SegmentKind kind, uint32_t thread, uint32_t sequence) {
  bytes_.fetch_sub(FileBytes(file.capacity_granules()), std::memory_order_relaxed);
  unlink(PathOf(kind, thread, sequence).c_str());
}

uint64_t SegmentStore::largest_segment() const {
  constexpr uint64_t kMost = 8 << 20;
  constexpr uint64_t kLeast = 64 << 10;
  return std::clamp(budget_.load(std::memory_order_relaxed) / 64, kLeast, kMost);
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
    bytes_.fetch_sub(mapped - kept, std::memory_order_relaxed);
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
  uint64_t events = 0;
  for (const size_t i : chosen) {
    SegmentFacts& segment = kept_[i];
    if (unlink(PathOf(segment.kind, segment.thread, segment.sequence).c_str()) == 0) {
      bytes_.fetch_sub(segment.bytes, std::memory_order_relaxed);
    }
    events += segment.events;
    segment.bytes = 0;
  }
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
