// The terminal, which this process and the program it started take in turns.
#pragma once

#include <sys/types.h>

#include "session/target/child_process.h"

namespace tdbg::cli {

// As a shell does with a job. Of a program that has no group of its own, which gets what is typed
// as this process does, nothing is taken and nothing given.
class TerminalShare {
 public:
  explicit TerminalShare(const session::ChildProcess& child) : child_(child) {}
  ~TerminalShare() { Take(); }
  TerminalShare(const TerminalShare&) = delete;
  TerminalShare& operator=(const TerminalShare&) = delete;

  // A child has changed (SIGCHLD): a program that stopped because it wants the terminal is given
  // it. In the background, where we have none to give, and where the program was suspended, the
  // group of this process is sent SIGTSTP, too.
  void LookAtChild();

  void Take();
  void GiveBack();  // if the program has asked for it

  // This process (SIGTSTP) and the program stop until the shell continues them.
  void Suspend();

 private:
  const session::ChildProcess& child_;
  bool wants_terminal_ = false;
};

}  // namespace tdbg::cli
