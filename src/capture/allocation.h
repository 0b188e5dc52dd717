// Memory for the library when the program has none left.
#pragma once

#include <cstddef>

namespace tdbg::capture {

// Whether an allocation of ours ever failed. It was served from a reserve, and recording switched
// off at once: the reserve is for what was under way. The program is not to die of a failure of
// ours.
bool MemoryRanOut();

// From the reserve, which frees nothing; for the operators of libraries beside this one.
void* MemoryFromReserve(size_t bytes);
bool IsFromReserve(const void* at);

}  // namespace tdbg::capture
