// What could be typed next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/workspace.h"

namespace tdbg::view {

struct Candidate {
  std::string text;         // in the place of the word
  std::string description;  // one line, or empty
};

struct Completion {
  size_t begin = 0;  // of the word, which ends at the cursor
  std::vector<Candidate> candidates;
  std::string after;  // added behind a candidate if it is the only one: " " or ""
};

// By the declaration of the command at the front of the line: commands and aliases, flags, and what
// a flag or an argument takes. Inside backticks, tensors.
Completion Complete(Workspace& workspace, std::string_view line, size_t cursor);

}  // namespace tdbg::view
