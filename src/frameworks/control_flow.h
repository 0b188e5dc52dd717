// Ops that decide what runs, by name as op_types.h has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tdbg::frameworks {

// Whether such an op hands its input to one of its outputs only: to the branch that is taken. Where
// nobody who ran reads that, the value was for nothing.
bool ChoosesWay(std::string_view op_type);

// Of such an op: the input whose number says which output, and that output.
inline constexpr size_t kChoosingInput = 1;
int32_t WayFor(std::string_view op_type, double number, int32_t outputs);

// Whether a graph of that name hands out what the gradient of it will need, beside its results.
bool KeepsForGradient(std::string_view graph);

}  // namespace tdbg::frameworks
