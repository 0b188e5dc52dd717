// What was said so far at a prompt.
#pragma once

#include <string>
#include <vector>

namespace tdbg::view {

struct Conversation {
  std::vector<std::string> typed = {};  // lines, oldest first; those of earlier sessions included
  bool over = false;                    // a command has ended it: the prompt asks for no more lines
};

}  // namespace tdbg::view
