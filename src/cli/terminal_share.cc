#include "cli/terminal_share.h"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace tdbg::cli {
namespace {

void SetForeground(pid_t group) {
  // Without this, one who is not in the foreground is stopped for asking.
  sigset_t wanted, before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGTTOU);
  sigprocmask(SIG_BLOCK, &wanted, &before);
  tcsetpgrp(STDIN_FILENO, group);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void TerminalShare::LookAtChild() {
  if (!child_.own_group()) return;
  siginfo_t seen = {};
  while (waitid(P_PID, static_cast<id_t>(child_.pid()), &seen, WSTOPPED | WNOHANG) == 0 &&
         seen.si_pid != 0) {
    if (seen.si_status == SIGTTIN || seen.si_status == SIGTTOU) {
      has_terminal_ = true;
      SetForeground(child_.pid());
      child_.Signal(SIGCONT);
    } else if (seen.si_status == SIGTSTP) {
      Suspend();
    }
    seen = {};
  }
}

void TerminalShare::Take() {
  if (has_terminal_) SetForeground(getpgrp());
}

void TerminalShare::GiveBack() {
  if (has_terminal_) SetForeground(child_.pid());
}

void TerminalShare::Suspend() {
  Take();
  child_.Signal(SIGSTOP);
  raise(SIGSTOP);
  GiveBack();
  child_.Signal(SIGCONT);
}

}  // namespace tdbg::cli
