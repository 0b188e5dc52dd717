// A tensor that was recorded several times: choosing one, or listing all.
#pragma once

#include <string>

#include "base/status.h"
#include "session/tensor_lookup.h"
#include "view/document.h"
#include "view/position.h"

namespace tdbg::view {

// The k-th dump of those there are; negative numbers count from the end.
Result<size_t> DumpNumber(const session::FoundTensor& found, int64_t number);

// A page with all dumps of the tensor, and how `command` shows one of them.
Document AllDumps(Position& position, const session::FoundTensor& found,
                  const std::string& command);

}  // namespace tdbg::view
