// Segments of one kind, one after the other: what a thread writes to without an end in sight.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/status.h"
#include "capture/segment_store.h"
#include "format/segment_writer.h"

namespace tdbg::capture {

// Who looks after the streams of a run.
class StreamOwner {
 public:
  // A segment was taken: somebody should make the next.
  virtual void SegmentTaken() = 0;
  // None could be made: nothing can be recorded any more.
  virtual void Failed(const Status& why) = 0;

 protected:
  ~StreamOwner() = default;
};

// Used by one thread at a time, except PrepareSpare. The segment that a writer is in is its alone.
class SegmentStream {
 public:
  SegmentStream(SegmentStore& store, format::SegmentKind kind, uint32_t thread)
      : store_(store), kind_(kind), thread_(thread) {}

  // Where the next records go. Has room only after MakeRoom said so.
  format::SegmentWriter& writer() { return writer_; }
  const format::SegmentWriter& writer() const { return writer_; }
  bool HasRoom(uint64_t granules) const { return writer_.free_granules() >= granules; }

  // In bytes: what fits a segment of the size that all of this run are to have.
  uint64_t largest_record() const { return store_.largest_segment() - format::kHeaderBytes; }

  // Leaves the segment for one that has so much room: the spare, or a new one. kUnsupported: the
  // budget forbids it. Where the system refused once it is not asked again.
  struct Room {
    Status status;
    uint64_t dropped_events = 0;  // to keep within the budget
  };
  Room MakeRoom(uint64_t granules, int64_t step);

  // Leaves the segment if its file was cut, replaced or deleted by somebody else: what is recorded
  // from now on is to be found. Whether it did.
  bool LeaveIfHarmed();

  // Counted into the facts of the segment that is being written.
  void CountEvent(int64_t step) {
    ++events_;
    last_step_ = step;
  }

  // Which segment the writer is in.
  uint32_t sequence() const { return sequence_; }

  // By the background thread: makes the next segment ahead of time, if the stream is in use and it
  // is not there yet. Returns the events that were dropped to keep within the budget.
  uint64_t PrepareSpare();

  // Nothing follows: seals the segment, gives the spare back.
  void Finish();

 private:
  struct Spare {
    GuardedSegment segment;
    uint32_t sequence;
  };
  void LeaveSegment();
  uint64_t NextCapacity() const;

  SegmentStore& store_;
  const format::SegmentKind kind_;
  const uint32_t thread_;

  Status failure_;
  GuardedSegment segment_;
  format::SegmentWriter writer_;
  uint32_t sequence_ = 0;
  uint64_t events_ = 0;
  int64_t first_step_ = 0;
  int64_t last_step_ = 0;

  std::atomic<bool> in_use_{false};
  std::atomic<uint32_t> made_{0};  // segments of this stream so far, the spare included
  std::atomic<Spare*> spare_{nullptr};
};

}  // namespace tdbg::capture
