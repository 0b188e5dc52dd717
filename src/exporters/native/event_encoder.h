// One tensor event of any run as a record of the native trace.
#pragma once

#include "exporters/native/definition_writer.h"
#include "exporters/native/segment_stream.h"
#include "format/tensor_event.h"
#include "store/run.h"

namespace tdbg::exporters::native {

// Writes the value, where there is one with numbers, into `values` and everything else that is
// known of the tensor into the record. `op` and `execution` are the numbers of both in the trace.
format::EncodedTensorEvent EncodeEvent(const store::Run& run, store::EventId id, uint32_t op,
                                       uint32_t execution, DefinitionWriter& definitions,
                                       SegmentStream& values);

}  // namespace tdbg::exporters::native
