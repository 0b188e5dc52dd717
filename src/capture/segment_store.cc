#include "capture/segment_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
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

Status NoBudget(uint64_t budget) {
  return Unsupported("the budget of " + std::to_string(budget) + " bytes on disk is used up");
}

constexpr uint64_t kPageBytes = 4096;

uint64_t FileBytes(uint64_t granules) {
  return format::kHeaderBytes + granules * format::kGranuleBytes;
}

// Whether the path still leads to that file, with so many bytes at least. Where the process may not
// look any more, since it gave up its rights, it is believed to.
bool IsStill(const std::string& path, FileIdentity file, uint64_t bytes) {
  struct stat facts;
  if (lstat(path.c_str(), &facts) != 0) return errno != ENOENT && errno != ENOTDIR;
  return static_cast<uint64_t>(facts.st_size) >= bytes &&
         FileIdentity{.device = facts.st_dev, .inode = facts.st_ino} == file;
}

// Cuts the file behind `kept` bytes, but only if it is that one: it may be anybody's.
bool CutTo(const std::string& path, FileIdentity file, uint64_t kept) {
  const OwnDescriptor fd(open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  return fd.Get() >= 0 && fd.identity() == file &&
         ftruncate(fd.Get(), static_cast<off_t>(kept)) == 0;
}

}  // namespace

Result<SegmentStore*> SegmentStore::Create(const StoreStart& start, OwnTable& table,
                                           Losses& losses) {
  const Status made = MakeDirectory(start.trace_directory, true);
  // The program may go to another directory.
  std::error_code error;
  const std::string place = std::filesystem::absolute(start.trace_directory, error).string();
  if (error) {
    return Unreadable("cannot tell where " + start.trace_directory + " is: " + error.message());
  }
  const std::string name = format::RunDirectoryName(start.pid, start.start_ns);
  const std::string directory = place + "/" + name;
  const std::string& job = start.job.empty() ? name : start.job;
  auto ledger = format::JobLedger::Open(place, job);
  if (!ledger.ok()) return made.ok() ? ledger.status() : made;
  constexpr uint64_t kBytes =
      kPageBytes + sizeof(format::LossPage);  // the folder takes a page, too
  const auto make = [&]() -> Status {
    TDBG_ASSIGN_OR_RETURN(const uint64_t excess, ledger->Take(kBytes, start.budget_bytes));
    if (excess > 0) return NoBudget(start.budget_bytes);
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
  if (!status.ok()) {
    ledger->CountUnrecorded(status.message());
    return status;
  }
  auto* const store = new SegmentStore(directory, job, *ledger, start, table);
  store->bytes_ = kBytes;
  return store;
}

std::string SegmentStore::PathOf(SegmentKind kind, uint32_t thread, uint32_t sequence) const {
  return directory_ + "/" + format::SegmentFileName(kind, thread, sequence);
}

Result<GuardedSegment> SegmentStore::Make(SegmentKind kind, uint32_t thread, uint32_t sequence,
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
  Result<SegmentFile> file = Unreadable("the recording has ended");
  table_.Run(
      [&] { file = SegmentFile::Create(PathOf(kind, thread, sequence), identity, granules); });
  if (!file.ok()) {
    Return(size);
    return file.status();
  }
  GuardedMemory memory(file->bytes(), size);
  return GuardedSegment{.file = *std::move(file), .memory = std::move(memory)};
}

Status SegmentStore::Take(uint64_t bytes, uint64_t* dropped_events) {
  const uint64_t budget = budget_.load(std::memory_order_relaxed);
  // The last part is for those who have nothing that they could drop: processes that begin.
  uint64_t limit = budget - budget / 8;
  for (;;) {
    Result<uint64_t> excess = Unreadable("the recording has ended");
    table_.Run([&] { excess = ledger_.Take(bytes, limit); });
    if (!excess.ok()) return excess.status();
    if (*excess == 0) break;
    if (DropOldest(*excess, dropped_events)) continue;
    if (limit == budget) return NoBudget(budget);
    limit = budget;
  }
  bytes_.fetch_add(bytes, std::memory_order_relaxed);
  return Status::Ok();
}

void SegmentStore::Return(uint64_t bytes) {
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  table_.Run([&] { ledger_.GiveBack(bytes); });
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

void SegmentStore::Discard(GuardedSegment segment, SegmentKind kind, uint32_t thread,
                           uint32_t sequence) {
  const std::string path = PathOf(kind, thread, sequence);
  if (IsStill(path, segment.file.identity(), 0)) unlink(path.c_str());
  Return(FileBytes(segment.file.capacity_granules()));
}

bool SegmentStore::IsWhole(const GuardedSegment& segment, SegmentKind kind, uint32_t thread,
                           uint32_t sequence) const {
  return !segment.memory.was_cut() &&
         IsStill(PathOf(kind, thread, sequence), segment.file.identity(),
                 FileBytes(segment.file.capacity_granules()));
}

uint64_t SegmentStore::largest_segment() const {
  constexpr uint64_t kMost = 8 << 20;
  constexpr uint64_t kLeast = 64 << 10;
  const uint64_t share = std::clamp(budget_.load(std::memory_order_relaxed) / 64, kLeast, kMost);
  return std::min(share, format::LargestFile());
}

// Gives back the pages of a segment, and the end of its file that was never used.
bool SegmentStore::GiveBack(ClosedSegment& closed) {
  SegmentFacts& facts = closed.facts;
  const uint64_t mapped = FileBytes(closed.segment.file.capacity_granules());
  const std::string path = PathOf(facts.kind, facts.thread, facts.sequence);
  facts.file = closed.segment.file.identity();
  closed.segment.file = SegmentFile();
  const bool whole = !closed.segment.memory.was_cut() && IsStill(path, facts.file, mapped);
  // A reader that follows may be looking at the granule behind the last record.
  const uint64_t kept = whole ? (facts.bytes / kPageBytes + 1) * kPageBytes : 0;
  facts.bytes = mapped;
  bool cut = !whole;
  if (whole && kept < mapped) table_.Run([&] { cut = CutTo(path, facts.file, kept); });
  if (cut) {
    Return(mapped - kept);
    facts.bytes = kept;
  }
  return whole;
}

void SegmentStore::TidyOne() {
  if (untidied_.empty()) return;
  ClosedSegment& closed = untidied_.back();
  if (GiveBack(closed)) {
    kept_.push_back(closed.facts);
  } else if (!closed.segment.memory.was_cut()) {
    harmed_.fetch_add(1, std::memory_order_relaxed);
  }
  untidied_.pop_back();
}

void SegmentStore::CheckKept() {
  const std::lock_guard lock(mutex_);
  for (const SegmentFacts& facts : kept_) {
    if (!IsStill(PathOf(facts.kind, facts.thread, facts.sequence), facts.file, facts.bytes)) {
      harmed_.fetch_add(1, std::memory_order_relaxed);
    }
  }
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
    const std::string path = PathOf(segment.kind, segment.thread, segment.sequence);
    if (!IsStill(path, segment.file, 0) || unlink(path.c_str()) == 0) {
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
