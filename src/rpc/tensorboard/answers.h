// One function for each route about a run: the JSON of the answer, or why there is none. kNotFound
// becomes 404; what TensorBoard answers with 400 is kInvalidArgument here, in its own words.
#pragma once

#include <string>

#include "base/status.h"
#include "rpc/reply.h"
#include "rpc/tensorboard/numbered_run.h"

namespace tdbg::rpc::tensorboard {

using Answerer = Result<std::string> (*)(NumberedRun& run, const Parameters& parameters);

Result<std::string> AnswerAlerts(NumberedRun& run, const Parameters& parameters);

// Top-level executions.
Result<std::string> AnswerExecutionDigests(NumberedRun& run, const Parameters& parameters);
Result<std::string> AnswerExecutionData(NumberedRun& run, const Parameters& parameters);

// Tensors inside graphs.
Result<std::string> AnswerTraceDigests(NumberedRun& run, const Parameters& parameters);
Result<std::string> AnswerTraceData(NumberedRun& run, const Parameters& parameters);

Result<std::string> AnswerGraphInfo(NumberedRun& run, const Parameters& parameters);
Result<std::string> AnswerOpInfo(NumberedRun& run, const Parameters& parameters);

Result<std::string> AnswerSourceList(NumberedRun& run, const Parameters& parameters);
Result<std::string> AnswerSourceFile(NumberedRun& run, const Parameters& parameters);
Result<std::string> AnswerStackFrames(NumberedRun& run, const Parameters& parameters);

}  // namespace tdbg::rpc::tensorboard
