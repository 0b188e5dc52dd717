// The prompt: lines in, answers out, until the user has had enough.
#pragma once

#include "prompt/history_file.h"
#include "prompt/interpreter.h"

namespace tdbg::prompt {

// Whether standard input and output are a terminal, so that there is somebody to talk with.
bool IsConversation();

enum class PromptEnd {
  kByUser,  // they left, or their terminal is gone
  kFromOutside,
};

// Talks with a person at the terminal until they leave. What they type is kept in the file.
//
// The conversation also ends when `end_fd` (an eventfd, a pipe) becomes readable: while it waits
// for a line, what was typed of it is forgotten and wiped off the screen; a pager is left; a
// command that works is let finish. The caller owns the descriptor and empties it; -1 is none.
PromptEnd RunPrompt(Interpreter& interpreter, const HistoryFile& history_file, int end_fd = -1);

}  // namespace tdbg::prompt
