// From a tensor event's record to a row of the store and to what is known of the tensor.
#pragma once

#include <optional>

#include "format/segment_reader.h"
#include "format/tensor_event.h"
#include "store/digest.h"
#include "store/tensor_event.h"
#include "tensor/shape.h"

namespace tdbg::importers::native {

// A row of the store without op, execution and device; the record's own numbers of the first two
// stand beside it. Fast: runs once for each event of a trace. nullopt if the record is no event or
// says impossible things.
struct EventRow {
  store::TensorEvent event;
  uint32_t op = 0;
  uint32_t execution = 0;
};
std::optional<EventRow> ReadEventRow(const format::RecordView& record, uint32_t file);

// Everything the record says; `shape` may be null.
store::Digest ReadEventDigest(const format::DecodedTensorEvent& decoded,
                              const tensor::Shape* shape);

}  // namespace tdbg::importers::native
