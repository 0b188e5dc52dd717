// Recorded sources, and what each of their lines made.
#pragma once

#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

Sources AnswerSources(session::RunView& run);
Result<SourceText> AnswerSource(session::RunView& run, const FileRequest& request);
Result<LineOps> AnswerLineOps(session::RunView& run, const LineRequest& request);

}  // namespace tdbg::rpc
