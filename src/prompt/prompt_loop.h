// The prompt: lines in, answers out, until the user has had enough.
#pragma once

#include "prompt/history_file.h"
#include "prompt/interpreter.h"

namespace tdbg::prompt {

// Whether standard input and output are a terminal, so that there is somebody to talk with.
bool IsConversation();

// Talks with a person at the terminal until they leave. What they type is kept in the file.
void RunPrompt(Interpreter& interpreter, const HistoryFile& history_file);

}  // namespace tdbg::prompt
