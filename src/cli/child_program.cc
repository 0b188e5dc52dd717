#include "cli/child_program.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <spawn.h>
#include <unistd.h>

#include "cli/program_status.h"

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

Result<ChildProgram> ChildProgram::Start(const std::vector<std::string>& words,
                                         Environment environment, bool own_group) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (own_group) {
    // As every shell does for its jobs: one that ignored these could not ask for the terminal.
    sigset_t job_control;
    sigemptyset(&job_control);
    for (const int signal : {SIGTTIN, SIGTTOU, SIGTSTP}) sigaddset(&job_control, signal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &job_control);
  }
  pid_t pid = -1;
  const int failure =
      posix_spawnp(&pid, argv[0], nullptr, &attributes, argv.data(), environment.Pointers().data());
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) {
    return Unreadable("cannot start " + words[0] + ": " + std::strerror(failure));
  }
  return ChildProgram(pid, own_group);
}

std::optional<int> ChildProgram::Look() {
  int wait_status = 0;
  while (!status_) {
    const pid_t seen = waitpid(pid_, &wait_status, WNOHANG | (own_group_ ? WUNTRACED : 0));
    if (seen < 0 && errno == EINTR) continue;
    if (seen < 0) status_ = 0;  // somebody else has waited for it
    if (seen <= 0) break;
    if (!WIFSTOPPED(wait_status)) {
      status_ = ExitStatusOf(wait_status);
    } else if (WSTOPSIG(wait_status) == SIGTTIN || WSTOPSIG(wait_status) == SIGTTOU) {
      has_terminal_ = true;
      SetForeground(pid_);
      Signal(SIGCONT);
    } else if (WSTOPSIG(wait_status) == SIGTSTP) {
      Suspend();
    }
  }
  if (status_) TakeTerminal();
  return status_;
}

void ChildProgram::Signal(int signal) const { kill(own_group_ ? -pid_ : pid_, signal); }

void ChildProgram::TakeTerminal() {
  if (has_terminal_) SetForeground(getpgrp());
}

void ChildProgram::GiveTerminalBack() {
  if (has_terminal_) SetForeground(pid_);
}

void ChildProgram::Suspend() {
  TakeTerminal();
  Signal(SIGSTOP);
  raise(SIGSTOP);
  GiveTerminalBack();
  Signal(SIGCONT);
}

}  // namespace tdbg::cli
