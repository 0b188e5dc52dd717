// tfdbg2's debug tensors: what each mode's bare numbers mean.
#pragma once

#include <string_view>

#include "base/status.h"
#include "store/digest.h"
#include "store/tensor_event.h"

namespace tdbg::importers::tfdbg2 {

// What a summary (any mode but FULL_TENSOR) says. kCorrupt if its length does not fit the mode.
Result<store::Digest> ReadSummary(Detail detail, std::string_view tensor_proto);

// The same, reduced to what every event keeps, and fast: it runs once for each event of a trace.
struct SummaryGlance {
  store::Badness badness = store::Badness::kUnknown;
  tensor::DType dtype = tensor::DType::kInvalid;
};
Result<SummaryGlance> GlanceAtSummary(Detail detail, std::string_view tensor_proto);

}  // namespace tdbg::importers::tfdbg2
