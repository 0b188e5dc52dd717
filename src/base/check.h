// Invariants. TDBG_CHECK stays on in release builds; TDBG_DCHECK is for hot loops.
// Never used on data from outside: that returns a Status.
#pragma once

namespace tdbg {

// Prints the failed condition with its place and ends the process.
[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);

}  // namespace tdbg

#define TDBG_CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::tdbg::CheckFailed(#condition, __FILE__, __LINE__))

#ifdef NDEBUG
#define TDBG_DCHECK(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#else
#define TDBG_DCHECK(condition) TDBG_CHECK(condition)
#endif
