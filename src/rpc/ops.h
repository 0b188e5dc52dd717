// Graphs, ops and executions, one at a time.
#pragma once

#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

Graphs AnswerGraphs(session::RunView& run);
Result<OpInfo> AnswerOp(session::RunView& run, const OpRequest& request);
Result<ExecutionInfo> AnswerExecution(session::RunView& run, const ExecutionRequest& request);

}  // namespace tdbg::rpc
