// What a person types, in parts: commands separated by ";", words, and "> file" at the end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace tdbg::view {

struct Word {
  std::string text;     // without the quotes around it
  bool quoted = false;  // then it is no flag, whatever it begins with
  size_t begin = 0;     // in CommandLine::text, quotes included
  size_t end = 0;
};

struct CommandLine {
  std::string text;
  std::vector<Word> words;
  std::string file;     // of "> file" or ">> file"; "" where the answer goes nowhere else
  bool append = false;  // ">>"
};

// Cuts at ";" outside quotes, backticks and brackets. Empty parts and "# …" comments are left out.
std::vector<std::string> SplitCommands(std::string_view line);

// Words are split at blanks outside '…', "…", `…`, […] and (…), nested or not. A quote or bracket
// that is never closed is an ordinary character: a regular expression may hold it.
//
// ">" redirects where it stands outside all of those and one word follows that is no number: what
// compares, as in `max > 1e4`, stays an expression, and "<lambda>::x" a name.
Result<CommandLine> ParseCommandLine(std::string_view text);

}  // namespace tdbg::view
