// Tensor events: one output value of one op at one moment, as columns.
#pragma once

#include <cstdint>
#include <span>

#include "base/column.h"
#include "base/wall_time.h"
#include "store/ids.h"
#include "tensor/dtype.h"
#include "vocabulary/detail.h"
#include "vocabulary/verdict.h"

namespace tdbg::store {

// Whether the tensor holds NaN or an infinity, as far as the importer saw without reading a value.
enum class Badness : uint8_t {
  kClean,
  kBad,
  kUnread,   // the value has to be read to tell
  kUnknown,  // what was recorded cannot tell
  kFailed,   // no tensor at all: the op failed
};

// An op that failed.
struct Failure {
  StringId message;
};

// Where the recorded bytes lie. `file` is the importer's own number.
struct Payload {
  uint64_t offset = 0;
  uint32_t size = 0;
  uint32_t file = 0;
};

// One row, as importers append it.
struct TensorEvent {
  int64_t time_ns = kNoTime;
  OpId op;                // invalid for an output of an eager execution
  ExecutionId execution;  // invalid until known
  DeviceId device;
  int32_t slot = 0;                               // -1: the format does not tell which output
  tensor::DType dtype = tensor::DType::kInvalid;  // of the tensor itself; kInvalid if not recorded
  Detail detail = Detail::kUnknown;
  Badness badness = Badness::kUnknown;
  Judgement judgement;     // the recorder's own word
  uint32_t iteration = 0;  // of the innermost loop, where the recorder tells
  Payload payload;
};

struct TensorEventTable {
  Column<EventId, int64_t> time_ns;
  Column<EventId, OpId> op;
  Column<EventId, ExecutionId> execution;
  Column<EventId, DeviceId> device;
  Column<EventId, int32_t> slot;
  Column<EventId, tensor::DType> dtype;
  Column<EventId, Detail> detail;
  Column<EventId, Badness> badness;
  Column<EventId, Judgement> judgement;
  Column<EventId, uint32_t> iteration;
  Column<EventId, Payload> payload;

  EventId Append(const TensorEvent& event);
  void Set(EventId id, const TensorEvent& event);  // for what was recorded only in part before
  TensorEvent Row(EventId id) const;

  // As a Column's.
  size_t size() const { return time_ns.size(); }
  size_t end_index() const { return time_ns.end_index(); }
  bool Has(EventId id) const { return time_ns.Has(id); }
  Ids<EventId> ids(size_t first = 0) const { return time_ns.ids(first); }
  void Keep(std::span<const RowRange> kept);
};

}  // namespace tdbg::store
