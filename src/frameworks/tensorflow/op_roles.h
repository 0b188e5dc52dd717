// Which TensorFlow op types mean something for the flow of values, to the debugger and to the
// recorder.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "frameworks/op_role.h"
#include "tdbg/capture.h"

namespace tdbg::frameworks::tensorflow {

OpRole RoleOf(std::string_view op_type);

bool DecidesByValue(std::string_view op_type);
std::optional<bool> AnswerToBad(std::string_view op_type);

// What the recorder is told of such an op as it runs, a tdbg_role. That is less than the role in a
// graph tells: an op that reads its input is looked at as any other, and what hands its input on in
// the same buffer is not recorded once more.
uint32_t RecordedRoleOf(std::string_view op_type);

}  // namespace tdbg::frameworks::tensorflow
