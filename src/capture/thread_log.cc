#include "capture/thread_log.h"

#include <cstring>
#include <new>

#include "capture/clock.h"

namespace tdbg::capture {

[[gnu::hot]] bool ThreadLog::Event(const format::TensorEvent& event, const tensor::Health* health,
                                   format::RecordKind kind) {
  format::EncodedTensorEvent encoded;
  format::EncodeTensorEvent(event, health, encoded);
  if (!MakeRoom(encoded.granules)) return false;
  events_.writer().AppendBytes(kind, encoded.aux, encoded.record());
  events_.CountEvent(context_.steps.count());
  return true;
}

bool ThreadLog::NextSegment(uint64_t granules) {
  const Steps::Now now = context_.steps.now();
  const SegmentStream::Room room = events_.MakeRoom(granules + 1, now.count);
  context_.losses.Count(Loss::kBudgetEvent, room.dropped_events);
  if (!room.status.ok()) {
    context_.losses.Count(Loss::kRecord);
    context_.owner.Failed(room.status);
    return false;
  }
  // The step is told again, because this segment may outlive the one with the step's own record.
  events_.writer().Append(
      format::StepRecord{.head = {},
                         .time_ns = NowNs(),
                         .step = now.step,
                         .first_execution = ExecutionOnDisk(now.first_execution),
                         .zero = 0},
      {}, now.said);
  context_.owner.SegmentTaken();
  return true;
}

std::optional<format::ValueRef> ThreadLog::Value(std::span<const std::byte> bytes, uint32_t shape,
                                                 tensor::DType dtype) {
  const uint64_t granules = format::GranulesFor(sizeof(format::ValueRecord) + bytes.size());
  if (!values_.HasRoom(granules)) {
    const SegmentStream::Room room = values_.MakeRoom(granules, context_.steps.count());
    context_.losses.Count(Loss::kBudgetEvent, room.dropped_events);
    if (!room.status.ok()) {
      context_.losses.Count(Loss::kLostValue);
      if (room.status.code() != StatusCode::kUnsupported) context_.owner.Failed(room.status);
      return std::nullopt;
    }
    context_.owner.SegmentTaken();
  }
  const format::ValueRef place = {.thread = number_,
                                  .sequence = values_.sequence(),
                                  .offset_bytes = values_.writer().offset_bytes()};
  values_.writer().Append(format::ValueRecord{.head = {},
                                              .granules = 0,
                                              .size = bytes.size(),
                                              .shape = shape,
                                              .dtype = static_cast<uint8_t>(dtype),
                                              .zero = {}},
                          bytes);
  values_.CountEvent(context_.steps.count());
  return place;
}

ThreadLog* ThreadLogs::Acquire() {
  const std::lock_guard lock(mutex_);
  if (!free_.empty()) {
    ThreadLog* log = free_.back();
    free_.pop_back();
    return log;
  }
  auto* log = new (std::nothrow) ThreadLog(context_, static_cast<uint32_t>(all_.size() + 1));
  if (log != nullptr) all_.push_back(log);
  return log;
}

void ThreadLogs::Release(ThreadLog* log) {
  const std::lock_guard lock(mutex_);
  free_.push_back(log);
}

std::vector<ThreadLog*> ThreadLogs::All() {
  const std::lock_guard lock(mutex_);
  return all_;
}

}  // namespace tdbg::capture
