// The program as a child of this process: started, stopped and ended as a shell would.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/status.h"
#include "cli/environment.h"

namespace tdbg::cli {

class ChildProgram {
 public:
  // The program has the standard streams of this process. In a group of its own, keys like Ctrl-C
  // reach it only while it has the terminal, which it is given when it reads from it; else it gets
  // them as this process does. The error says why it cannot be started.
  static Result<ChildProgram> Start(const std::vector<std::string>& words, Environment environment,
                                    bool own_group);

  pid_t pid() const { return pid_; }
  bool own_group() const { return own_group_; }

  // Its exit status once it has ended (128 + n for signal n). A program that stopped because it
  // wants the terminal is given it. Never blocks.
  std::optional<int> Look();

  // To the program, and to all of its group where it has one.
  void Signal(int signal) const;

  // Who reads what is typed.
  void TakeTerminal();
  void GiveTerminalBack();  // if the program had it when it was taken

  // This process and the program stop until the shell continues them.
  void Suspend();

 private:
  ChildProgram(pid_t pid, bool own_group) : pid_(pid), own_group_(own_group) {}

  pid_t pid_;
  bool own_group_;
  bool has_terminal_ = false;
  std::optional<int> status_;
};

}  // namespace tdbg::cli
