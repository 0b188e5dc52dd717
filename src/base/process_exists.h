// Whether a process is there, on this machine.
#pragma once

#include <cerrno>
#include <csignal>

#include <sys/types.h>

namespace tdbg {

// Another user's counts; no process has number 0.
inline bool ProcessExists(pid_t pid) { return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM); }

}  // namespace tdbg
