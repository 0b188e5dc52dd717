// Memory for the library when the program has none left.
#pragma once

namespace tdbg::capture {

// Whether an allocation of ours ever failed. It was served from a reserve, which is meant to last
// until recording has been switched off: the program is not to die of a failure of ours.
bool MemoryRanOut();

}  // namespace tdbg::capture
