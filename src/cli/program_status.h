// How a process ended, as a shell tells it.
#pragma once

#include <cerrno>

#include <sys/wait.h>

namespace tdbg::cli {

// Of a status that waitpid gave: the program's own, or 128 + n for signal n.
inline int ExitStatusOf(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

// Blocks until the child is gone.
inline int WaitFor(pid_t pid) {
  int wait_status = 0;
  while (waitpid(pid, &wait_status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return ExitStatusOf(wait_status);
}

}  // namespace tdbg::cli
