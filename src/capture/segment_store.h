// The files of one run: makes segments, knows what lies on disk, and deletes what retention gives
// up.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "capture/guarded_memory.h"
#include "capture/losses.h"
#include "capture/own_table.h"
#include "capture/retention.h"
#include "format/job_ledger.h"
#include "format/segment_file.h"

namespace tdbg::capture {

// A segment that can be written to, whatever becomes of its file.
struct GuardedSegment {
  format::SegmentFile file;
  GuardedMemory memory;  // below the mapping, so that it is gone before that is
};

// A segment whose writer has left it.
struct ClosedSegment {
  GuardedSegment segment;
  SegmentFacts facts;
};

struct StoreStart {
  std::string trace_directory;
  std::string job;  // "": that of this run alone, with its name
  uint32_t pid = 0;
  int64_t start_ns = 0;
  uint64_t budget_bytes = 0;  // for all processes of the job together
};

// For any thread.
class SegmentStore {
 public:
  // Makes the trace directory if it is not there, in it the folder of this run, and there the page
  // that `losses` are written to. Where that fails, the ledger of the job is told. Files are opened
  // in `table`, which is borrowed for ever, and need not have begun yet.
  static Result<SegmentStore*> Create(const StoreStart& start, OwnTable& table, Losses& losses);

  const std::string& directory() const { return directory_; }
  const std::string& job() const { return job_; }
  uint32_t pid() const { return pid_; }
  int64_t start_ns() const { return start_ns_; }
  uint64_t bytes_on_disk() const { return bytes_.load(std::memory_order_relaxed); }

  void SetBudget(uint64_t bytes) { budget_.store(bytes, std::memory_order_relaxed); }

  // What is being written cannot be dropped, so segments are small where the budget is.
  uint64_t largest_segment() const;

  // Old segments go if the budget asks for it; `dropped_events` then says what they held. An error
  // if there is nothing left to drop, or the disk is full.
  Result<GuardedSegment> Make(format::SegmentKind kind, uint32_t thread, uint32_t sequence,
                              uint64_t granules, uint64_t* dropped_events);

  // The writer is done with it. Its pages and its unused end are given back later, by Tidy.
  void Close(ClosedSegment segment);

  // Deletes a segment that was never written to.
  void Discard(GuardedSegment segment, format::SegmentKind kind, uint32_t thread,
               uint32_t sequence);

  // Unmaps closed segments, cuts their files to what is used and deletes those that the rule gives
  // up. What it deletes is no loss: nobody asked to keep it.
  void Tidy(const Retention& rule, int64_t now);

  // Whether the file of a segment that is being written is still there, and as long as it was made.
  bool IsWhole(const GuardedSegment& segment, format::SegmentKind kind, uint32_t thread,
               uint32_t sequence) const;

  // Looks at all segments that are kept, once more.
  void CheckKept();

  // How many closed files have been found cut, replaced or deleted by somebody else since the last
  // call. Those that were cut while they were mapped are counted there: NumCutMappings.
  uint64_t TakeHarmed() { return harmed_.exchange(0, std::memory_order_relaxed); }

  // Keeps a step (as SegmentFacts counts) and its neighbours for good, since a bad value was born
  // in it.
  void Protect(int64_t step);

 private:
  SegmentStore(std::string directory, std::string job, format::JobLedger ledger,
               const StoreStart& start, OwnTable& table)
      : directory_(std::move(directory)),
        job_(std::move(job)),
        pid_(start.pid),
        start_ns_(start.start_ns),
        table_(table),
        ledger_(std::move(ledger)),
        budget_(start.budget_bytes) {}

  std::string PathOf(format::SegmentKind kind, uint32_t thread, uint32_t sequence) const;
  // False if its file is not what was made: then nothing is known of it any more.
  bool GiveBack(ClosedSegment& closed);
  // Takes bytes from the budget, for which the oldest are dropped where that is needed.
  Status Take(uint64_t bytes, uint64_t* dropped_events);
  void Return(uint64_t bytes);
  // Drops the oldest of this run, so much or more. False if there is nothing to drop.
  bool DropOldest(uint64_t bytes, uint64_t* dropped_events);
  // Under the lock.
  void TidyOne();
  uint64_t Delete(std::span<const size_t> chosen);

  const std::string directory_;
  const std::string job_;
  const uint32_t pid_;
  const int64_t start_ns_;
  OwnTable& table_;
  format::JobLedger ledger_;
  std::atomic<uint64_t> bytes_{0};
  std::atomic<uint64_t> harmed_{0};
  std::atomic<uint64_t> budget_;

  std::mutex mutex_;
  std::vector<ClosedSegment> untidied_;
  std::vector<SegmentFacts> kept_;
  std::vector<int64_t> protected_steps_;
};

}  // namespace tdbg::capture
