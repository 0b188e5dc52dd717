// The elements of a tensor: parts of it, their distribution, the bad ones, and files of them.
#pragma once

#include "rpc/messages.h"
#include "rpc/reply.h"
#include "session/session.h"

namespace tdbg::rpc {

Result<Value> AnswerValue(session::RunView& run, const ValueRequest& request);
Result<Histogram> AnswerHistogram(session::RunView& run, const HistogramRequest& request);
Result<BadElement> AnswerBadElement(session::RunView& run, const BadElementRequest& request);

// The slice as a file to save: .npy, or .csv with one line for each row of the last axis.
Result<Reply> ExportNpy(session::RunView& run, int64_t event, const std::string& slice);
Result<Reply> ExportCsv(session::RunView& run, int64_t event, const std::string& slice);

}  // namespace tdbg::rpc
