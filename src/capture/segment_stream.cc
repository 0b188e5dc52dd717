#include "capture/segment_stream.h"

#include <algorithm>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace tdbg::capture {
namespace {

constexpr uint64_t kFirstBytes = 256 * 1024;

#ifndef MADV_POPULATE_WRITE
constexpr int MADV_POPULATE_WRITE = 23;
#endif

}  // namespace

uint64_t SegmentStream::NextCapacity() const {
  const uint32_t made = std::min(made_.load(std::memory_order_relaxed), 10u);
  const uint64_t bytes = std::min(kFirstBytes << made, store_.largest_segment());
  return bytes < format::kHeaderBytes ? 0 : (bytes - format::kHeaderBytes) / format::kGranuleBytes;
}

SegmentStream::Room SegmentStream::MakeRoom(uint64_t granules, int64_t step) {
  Room room = {.status = failure_};
  if (!failure_.ok()) return room;
  LeaveSegment();
  Spare* spare = spare_.exchange(nullptr, std::memory_order_acq_rel);
  if (spare != nullptr && spare->segment.file.capacity_granules() < granules) {
    store_.Discard(std::move(spare->segment), kind_, thread_, spare->sequence);
    delete spare;
    spare = nullptr;
  }
  if (spare != nullptr) {
    segment_ = std::move(spare->segment);
    sequence_ = spare->sequence;
    delete spare;
  } else {
    const uint64_t capacity = std::max(NextCapacity(), granules);
    sequence_ = made_.fetch_add(1, std::memory_order_relaxed);
    auto made = store_.Make(kind_, thread_, sequence_, capacity, &room.dropped_events);
    if (!made.ok()) {
      room.status = made.status();
      // The budget may have room again later; a disk that is full is not asked again and again.
      if (room.status.code() != StatusCode::kUnsupported) failure_ = room.status;
      return room;
    }
    segment_ = *std::move(made);
  }
  in_use_.store(true, std::memory_order_relaxed);
  writer_ = format::SegmentWriter(segment_.file);
  events_ = 0;
  first_step_ = last_step_ = step;
  return room;
}

void SegmentStream::LeaveSegment() {
  if (!segment_.file.valid()) return;
  const uint64_t used = writer_.offset_bytes();
  writer_.Seal();
  writer_ = format::SegmentWriter();
  store_.Close({.segment = std::move(segment_),
                .facts = {.kind = kind_,
                          .thread = thread_,
                          .sequence = sequence_,
                          .bytes = used,
                          .events = events_,
                          .first_step = first_step_,
                          .last_step = last_step_}});
  segment_ = GuardedSegment();
}

bool SegmentStream::LeaveIfHarmed() {
  if (!segment_.file.valid() || store_.IsWhole(segment_, kind_, thread_, sequence_)) return false;
  LeaveSegment();
  return true;
}

uint64_t SegmentStream::PrepareSpare() {
  if (!in_use_.load(std::memory_order_relaxed)) return 0;
  if (spare_.load(std::memory_order_acquire) != nullptr) return 0;
  const uint64_t capacity = NextCapacity();
  const uint32_t sequence = made_.fetch_add(1, std::memory_order_relaxed);
  uint64_t dropped = 0;
  auto made = store_.Make(kind_, thread_, sequence, capacity, &dropped);
  // The error is left to the writer, who meets it when it needs a segment.
  if (!made.ok()) return dropped;
  // The faults of the first writes are taken here. Old kernels do not know how; no harm done.
  madvise(made->file.bytes(), format::kHeaderBytes + capacity * format::kGranuleBytes,
          MADV_POPULATE_WRITE);
  auto* spare = new (std::nothrow) Spare{*std::move(made), sequence};
  if (spare != nullptr) spare_.store(spare, std::memory_order_release);
  return dropped;
}

void SegmentStream::Finish() {
  in_use_.store(false, std::memory_order_relaxed);
  LeaveSegment();
  Spare* spare = spare_.exchange(nullptr, std::memory_order_acq_rel);
  if (spare == nullptr) return;
  store_.Discard(std::move(spare->segment), kind_, thread_, spare->sequence);
  delete spare;
}

}  // namespace tdbg::capture
