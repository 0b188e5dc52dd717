// What the process says to the shell.
#pragma once

namespace tdbg::cli {

inline constexpr int kExitFine = 0;
inline constexpr int kExitFound = 1;          // the tool found what it looks for
inline constexpr int kExitUsage = 2;          // bad usage or unreadable input
inline constexpr int kExitProgramFailed = 3;  // check: no birth, but the program itself failed
inline constexpr int kExitIncomplete = 4;     // nothing was found, but not all could be looked at

}  // namespace tdbg::cli
