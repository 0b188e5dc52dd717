// What TensorFlow's debugger says of tensors: a mode, and the numbers that go with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/run.h"

namespace tdbg::session {

struct DebugTensors {
  Detail mode = Detail::kUnknown;  // 0 to TensorFlow where it has no such mode
  // One for each tensor, nullopt where there are none; empty in a mode without numbers.
  std::vector<std::optional<std::vector<double>>> numbers;
};

// A logdir's numbers are told as they were recorded, in the mode that `detail`, of their record,
// stands for. Tensors of other formats are summed up in the mode that tells most of them all, with
// `tensor_id` as their number. An invalid event is a tensor of which nothing was recorded.
DebugTensors DescribeTensors(const store::Run& run, std::span<const store::EventId> events,
                             Detail detail, int64_t tensor_id);

}  // namespace tdbg::session
