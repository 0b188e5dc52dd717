// A creation stack as a table, for every command that shows one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/stack_facts.h"
#include "view/document.h"

namespace tdbg::view {

struct StackOptions {
  bool innermost_first = true;  // as gdb prints it; else as Python does
  bool all = false;             // else library frames that follow each other are one row
  size_t current = SIZE_MAX;    // number of the frame to mark
};
Table StackTable(const std::vector<session::FrameFacts>& stack, const StackOptions& options);

// The one line for a recording without stacks.
std::string NoStackText(const store::Run& run);

}  // namespace tdbg::view
