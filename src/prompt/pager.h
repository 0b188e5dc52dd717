// Shows a long answer on a terminal.
#pragma once

#include <string>

#include "prompt/interrupt.h"
#include "prompt/pager_model.h"
#include "prompt/terminal.h"

namespace tdbg::prompt {

// What fits on the screen is printed and stays there. Anything longer is shown a screenful at a
// time on the terminal's other screen (keys: prompt/pager_model.h); Ctrl-C leaves it, or stops what
// takes long, and so does an end from outside. The screen that was looked at last stays printed.
//
// What was typed is for the next line where it was typed ahead of the pager, which then does not
// stay; behind the key that left it; or in it, where a character that is no key of its own leaves
// it.
struct TypedInPager {
  std::string left_by;    // "q" may have been meant as the beginning of the next line; or ""
  std::string next_line;  // what there is of it
};
TypedInPager ShowInPager(TextLines lines, TerminalFds fds, Interrupt& interrupt, bool typed_ahead);

}  // namespace tdbg::prompt
