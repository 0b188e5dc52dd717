// What TensorFlow's debugger says of tensors: a mode, and the numbers that go with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/run.h"

namespace tdbg::session {

struct DebugTensors {
  Detail mode = Detail::kUnknown;  // surfaces say 0 where TensorFlow has no number for it
  // The numbers of each tensor, nullopt where none were recorded. No entries at all in a mode that
  // has no numbers.
  std::vector<std::optional<std::vector<double>>> numbers;
};

// In a tfdbg2 run the numbers are those recorded, and `detail`, that of their record, is the mode.
// In other formats TensorFlow's numbers are made of what is known of the tensors, in the mode that
// tells most of all of them; `tensor_id` is the number that TensorFlow puts first. An invalid event
// stands for a tensor of which nothing was recorded.
DebugTensors DescribeTensors(const store::Run& run, std::span<const store::EventId> events,
                             Detail detail, int64_t tensor_id);

}  // namespace tdbg::session
