#include "capture/segment_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
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

Result<SegmentStore*> SegmentStore::Create(const std::string& trace_directory, uint32_t pid,
                                           int64_t start_ns, OwnTable& table) {
  TDBG_RETURN_IF_ERROR(MakeDirectory(trace_directory, true));
  // The program may go to another directory.
  std::error_code error;
  const std::string place = std::filesystem::absolute(trace_directory, error).string();
  if (error) return Unreadable("cannot tell where " + trace_directory + " is: " + error.message());
  const std::string directory = place + "/" + format::RunDirectoryName(pid, start_ns);
  TDBG_RETURN_IF_ERROR(MakeDirectory(directory, false));
  return new SegmentStore(directory, pid, start_ns, table);
}

std::string SegmentStore::PathOf(SegmentKind kind, uint32_t thread, uint32_t sequence) const {
  return directory_ + "/" + format::SegmentFileName(kind, thread, sequence);
}

Result<GuardedSegment> SegmentStore::Make(SegmentKind kind, uint32_t thread, uint32_t sequence,
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
  Result<SegmentFile> file = Unreadable("the recording has ended");
  table_.Run(
      [&] { file = SegmentFile::Create(PathOf(kind, thread, sequence), identity, granules); });
  if (!file.ok()) {
    bytes_.fetch_sub(size, std::memory_order_relaxed);
    return file.status();
  }
  GuardedMemory memory(file->bytes(), size);
  return GuardedSegment{.file = *std::move(file), .memory = std::move(memory)};
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

void SegmentStore::Discard(GuardedSegment segment, SegmentKind kind, uint32_t thread,
                           uint32_t sequence) {
  const uint64_t size = FileBytes(segment.file.capacity_granules());
  bytes_.fetch_sub(size, std::memory_order_relaxed);
  const std::string path = PathOf(kind, thread, sequence);
  if (IsStill(path, segment.file.identity(), 0)) unlink(path.c_str());
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
  return std::clamp(budget_.load(std::memory_order_relaxed) / 64, kLeast, kMost);
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
    bytes_.fetch_sub(mapped - kept, std::memory_order_relaxed);
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
  uint64_t events = 0;
  for (const size_t i : chosen) {
    SegmentFacts& segment = kept_[i];
    const std::string path = PathOf(segment.kind, segment.thread, segment.sequence);
    if (!IsStill(path, segment.file, 0) || unlink(path.c_str()) == 0) {
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
