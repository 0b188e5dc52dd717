// The prompt: lines in, answers out, until the user has had enough.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "prompt/history_file.h"
#include "prompt/interpreter.h"

namespace tdbg::prompt {

struct PromptOptions {
  std::string history_path = HistoryFile::DefaultPath();  // empty: kept in memory only
  bool pager = true;
};

// What the process should say to the shell.
inline constexpr int kAllFine = 0;
inline constexpr int kSomethingFailed = 2;  // a line was a mistake, or nothing could be written

// Talks with a person where standard input and output are a terminal. Else it runs the lines of
// standard input: no prompt, no opening, no pager, and mistakes on standard error.
//
// A person's mistakes are part of the talk: then the status is kAllFine.
int RunPrompt(Interpreter& interpreter, const PromptOptions& options);

struct ScriptLine {
  std::string text;
  std::string place;  // "file:line", put before a mistake; or empty
};

// Runs the lines one after another, also behind one that is a mistake, until one quits.
int RunScript(Interpreter& interpreter, const std::vector<ScriptLine>& script);

Result<std::vector<ScriptLine>> ReadScript(const std::string& path);

}  // namespace tdbg::prompt
