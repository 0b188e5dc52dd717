#include "store/tensor_event.h"

namespace tdbg::store {

EventId TensorEventTable::Append(const TensorEvent& event) {
  op.Append(event.op);
  execution.Append(event.execution);
  device.Append(event.device);
  slot.Append(event.slot);
  dtype.Append(event.dtype);
  detail.Append(event.detail);
  badness.Append(event.badness);
  judgement.Append(event.judgement);
  iteration.Append(event.iteration);
  payload.Append(event.payload);
  return time_ns.Append(event.time_ns);
}

void TensorEventTable::Set(EventId id, const TensorEvent& event) {
  op[id] = event.op;
  execution[id] = event.execution;
  device[id] = event.device;
  slot[id] = event.slot;
  dtype[id] = event.dtype;
  detail[id] = event.detail;
  badness[id] = event.badness;
  judgement[id] = event.judgement;
  iteration[id] = event.iteration;
  payload[id] = event.payload;
  time_ns[id] = event.time_ns;
}

void TensorEventTable::Keep(std::span<const RowRange> kept) {
  time_ns.Keep(kept);
  op.Keep(kept);
  execution.Keep(kept);
  device.Keep(kept);
  slot.Keep(kept);
  dtype.Keep(kept);
  detail.Keep(kept);
  badness.Keep(kept);
  judgement.Keep(kept);
  iteration.Keep(kept);
  payload.Keep(kept);
}

TensorEvent TensorEventTable::Row(EventId id) const {
  return {time_ns[id], op[id],      execution[id], device[id],    slot[id],   dtype[id],
          detail[id],  badness[id], judgement[id], iteration[id], payload[id]};
}

}  // namespace tdbg::store
