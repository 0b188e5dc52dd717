// What the runtime makes of the name of a tensor that a program feeds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tdbg::session {

// The tensor behind an argument op: "_arg_input/x-input_0_3" stands for "input/x-input:0". nullopt
// for the name of any other op.
struct FedTensor {
  std::string_view op;    // a part of the name that was given
  std::string_view slot;  // digits

  std::string Name() const { return std::string(op) + ":" + std::string(slot); }
};
std::optional<FedTensor> FedTensorOf(std::string_view argument_op);

}  // namespace tdbg::session
