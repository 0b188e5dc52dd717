// Shows a long answer on a terminal.
#pragma once

#include "prompt/interrupt.h"
#include "prompt/pager_model.h"

namespace tdbg::prompt {

// What fits on the screen is printed and stays there. Anything longer is shown a screenful at a
// time on the terminal's other screen (keys: prompt/pager_model.h); Ctrl-C leaves it, or stops what
// takes long. The screen that was looked at last stays printed.
void ShowInPager(TextLines lines, int in, int out, Interrupt& interrupt);

}  // namespace tdbg::prompt
