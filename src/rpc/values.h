// A slice of a tensor as a file to save: .npy, or .csv with one line for each row of the last axis.
#pragma once

#include "rpc/reply.h"
#include "session/session.h"

namespace tdbg::rpc {

Result<Reply> ExportNpy(session::RunView& run, int64_t event, const std::string& slice);
Result<Reply> ExportCsv(session::RunView& run, int64_t event, const std::string& slice);

}  // namespace tdbg::rpc
