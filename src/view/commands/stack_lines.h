// A creation stack as lines, for every command that shows one.
#pragma once

#include <vector>

#include "session/stack_facts.h"
#include "view/document.h"

namespace tdbg::view {

// Innermost last, as Python prints it, or first, as gdb does. Runs of library frames are folded
// into one line unless `all`. Frame `current` gets the mark.
struct StackOptions {
  bool innermost_first = true;
  bool all = false;
  size_t current = SIZE_MAX;
};
void SayStack(Document& document, const std::vector<session::FrameFacts>& stack,
              const StackOptions& options);

// The one line for a recording without stacks.
std::string NoStackText(const store::Run& run);

// "#0 build() at train.py:53" and the line's text.
Line FrameLine(const session::FrameFacts& frame, bool current);

}  // namespace tdbg::view
