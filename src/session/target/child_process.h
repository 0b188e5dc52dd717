// The program as a child of this process.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "base/status.h"

namespace tdbg::session {

// How it is started.
struct ChildStart {
  std::vector<std::string> words;        // the first is looked up in PATH
  std::vector<std::string> environment;  // NAME=VALUE
  // As a shell's job: keys like Ctrl-C reach it only while it has the terminal. Else it gets them
  // as this process does.
  bool own_group = false;
};

// Not moved: a thread of its own waits for the end. Destroyed after the program's end, or with it
// still running, which then nobody waits for.
class ChildProcess {
 public:
  // The program has the standard streams of this process. `ended` is called once, on that thread.
  // The error says why it cannot be started.
  static Result<std::unique_ptr<ChildProcess>> Start(const ChildStart& start,
                                                     std::function<void()> ended);
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  bool own_group() const { return own_group_; }

  // Its exit status once it has ended (128 + n for signal n). Never blocks.
  std::optional<int> status() const;

  // To the program, and to all of its group where it has one; to nobody once it has ended.
  void Signal(int signal) const;

 private:
  ChildProcess(pid_t pid, bool own_group) : pid_(pid), own_group_(own_group) {}

  // What the waiting thread needs, which may outlive the object.
  struct Ending {
    std::mutex mutex;
    std::optional<int> status;
    std::function<void()> ended;
  };
  static void WaitFor(pid_t pid, const std::shared_ptr<Ending>& ending);

  const pid_t pid_;
  const bool own_group_;
  // Shared with the thread that waits: a program that outlives tdbg's interest in it is still
  // waited for.
  std::shared_ptr<Ending> ending_ = std::make_shared<Ending>();
};

}  // namespace tdbg::session
