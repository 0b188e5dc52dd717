// What an op says that fails because of a bad value.
#pragma once

#include <cstdint>
#include <string>

#include "capture/definitions.h"
#include "capture/op_table.h"
#include "capture/settings.h"
#include "tdbg/capture.h"

namespace tdbg::capture {

// How bad its output `slot` is, what it read, whether it was bad before, and the user's line. Reads
// tensors and sources: for rare events.
std::string MessageOfBadOutput(Definitions& definitions, const Settings& settings,
                               const tdbg_op_run& run, const OpState& op, uint32_t slot);

struct BadConstant {
  const OpState& op;  // as written
  uint32_t input;     // of its reader
};
// The same of a constant that is part of the graph.
std::string MessageOfBadConstant(Definitions& definitions, const Settings& settings,
                                 const tdbg_op_run& run, const OpState& reader,
                                 const BadConstant& constant);

}  // namespace tdbg::capture
