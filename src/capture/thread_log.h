// What one thread writes: its own segments, so that no other thread ever waits for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "capture/losses.h"
#include "capture/segment_stream.h"
#include "capture/steps.h"
#include "capture/thread_cache.h"
#include "format/tensor_event.h"

namespace tdbg::capture {

// Executions count up from 1; on disk they have 32 bits, and 0 means none.
inline uint32_t ExecutionOnDisk(uint64_t execution) {
  return execution == 0 ? 0 : static_cast<uint32_t>((execution - 1) % UINT32_MAX + 1);
}

// What all logs of a run share. Borrowed, for ever.
struct LogContext {
  SegmentStore& store;
  Losses& losses;
  Steps& steps;
  StreamOwner& owner;
};

class ThreadLog {
 public:
  ThreadLog(const LogContext& context, uint32_t number)
      : context_(context),
        number_(number),
        events_(context.store, format::SegmentKind::kEvents, number),
        values_(context.store, format::SegmentKind::kValues, number) {}

  // False if it could not be written.
  bool Event(const format::TensorEvent& event, const tensor::Health* health,
             format::RecordKind kind = format::RecordKind::kTensorEvent);

  template <typename Record>
  void Write(const Record& record, uint8_t aux = 0, format::RecordKind kind = Record::kKind) {
    if (MakeRoom(format::GranulesFor(sizeof(Record))))
      events_.writer().Append(record, {}, aux, kind);
  }

  // Copies elements; nullopt if there is no room on the disk. Where only the budget forbids it,
  // smaller things may still fit, so recording goes on.
  std::optional<format::ValueRef> Value(std::span<const std::byte> bytes, uint32_t shape,
                                        tensor::DType dtype);

  uint32_t number() const { return number_; }
  SegmentStream& events() { return events_; }
  SegmentStream& values() { return values_; }

  uint32_t thread_name = 0;  // string: of the thread that has it, as recorded
  ShapeCache shapes;

  // Nonzero while its thread is writing: nobody else may touch the segments then.
  std::atomic<uint32_t> busy{0};

 private:
  bool MakeRoom(uint64_t granules) { return events_.HasRoom(granules) || NextSegment(granules); }
  bool NextSegment(uint64_t granules);

  const LogContext& context_;
  const uint32_t number_;
  SegmentStream events_;
  SegmentStream values_;
};

// All logs of a run. A thread that ends leaves its log to the next one that begins.
class ThreadLogs {
 public:
  explicit ThreadLogs(LogContext context) : context_(context) {}

  // nullptr if there is no memory.
  ThreadLog* Acquire();
  void Release(ThreadLog* log);

  // Of all logs so far.
  std::vector<ThreadLog*> All();

 private:
  const LogContext context_;
  std::mutex mutex_;
  std::vector<ThreadLog*> all_;
  std::vector<ThreadLog*> free_;
};

}  // namespace tdbg::capture
