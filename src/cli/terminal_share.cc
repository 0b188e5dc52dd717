#include "cli/terminal_share.h"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include "cli/signal_watch.h"

namespace tdbg::cli {
namespace {

// The terminal stays with who has it, if that is neither of them: the shell, while the job is in
// the background.
void PassTerminal(pid_t from, pid_t to) {
  if (tcgetpgrp(STDIN_FILENO) != from) return;
  // Without this, one who is not in the foreground is stopped for asking.
  sigset_t wanted, before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGTTOU);
  sigprocmask(SIG_BLOCK, &wanted, &before);
  tcsetpgrp(STDIN_FILENO, to);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void TerminalShare::LookAtChild() {
  if (!child_.own_group()) return;
  siginfo_t seen = {};
  while (waitid(P_PID, static_cast<id_t>(child_.pid()), &seen, WSTOPPED | WNOHANG) == 0 &&
         seen.si_pid != 0) {
    if (seen.si_status == SIGTTIN || seen.si_status == SIGTTOU) {
      wants_terminal_ = true;
      if (tcgetpgrp(STDIN_FILENO) == getpgrp()) {
        GiveBack();
        child_.Signal(SIGCONT);
      } else {
        kill(0, SIGTSTP);
      }
    } else if (seen.si_status == SIGTSTP) {
      kill(0, SIGTSTP);
    }
    seen = {};
  }
}

void TerminalShare::Take() { PassTerminal(child_.pid(), getpgrp()); }

void TerminalShare::GiveBack() {
  if (wants_terminal_) PassTerminal(getpgrp(), child_.pid());
}

void TerminalShare::Suspend() {
  Take();
  child_.Signal(SIGSTOP);
  SuspendThisProcess();
  GiveBack();
  child_.Signal(SIGCONT);
}

}  // namespace tdbg::cli
