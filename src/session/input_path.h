// How the numbers that a bad value was made of reached its op from the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"
#include "session/tensors_read.h"

namespace tdbg::session {

// One tensor, and the element of it that explains the next one.
struct Link {
  ReadTensor read;
  std::optional<int64_t> element;
};

// Names of ops from an argument, dataset, variable or constant to the event's op, both included;
// what only hands values on is left out. Goes back through `critical`, the input that explains the
// value, and further as long as recorded numbers tell which input does; from there on, or without
// it, the nearest argument, dataset, variable or constant (in this order of preference) that
// numbers come from, not shapes, indices, conditions or masks. Empty where none leads there.
std::vector<std::string> PathFromInput(RunView& run, store::EventId event,
                                       const std::optional<Link>& critical);

}  // namespace tdbg::session
