// Signals as something to wait for together with sockets.
#pragma once

#include <vector>

#include <sys/types.h>

namespace tdbg::cli {

// While it lives, the signals that a terminal or another process sends to end, interrupt or suspend
// this one, and those about children, end nothing: they are reported by Take(). There is one at a
// time; signals mean again what they did when the object ends. What a child inherits is not
// changed.
class SignalWatch {
 public:
  struct Signal {
    int number = 0;
    bool from_terminal = false;  // the terminal sent it, to the whole group
  };

  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  int fd() const;  // poll it for reading

  // Those that came since the last time, in order.
  std::vector<Signal> Take();
};

// While it lives, signals that end or suspend a process do so with this one again, but `child` (a
// process, or a group where it is negative) is sent them first, and goes on with this one.
class OneJob {
 public:
  explicit OneJob(pid_t child);
  ~OneJob();
  OneJob(const OneJob&) = delete;
  OneJob& operator=(const OneJob&) = delete;
};

// Stops this process until the shell continues it, though the signal is watched. A process that has
// no shell goes on at once, as it does where nobody watches.
void SuspendThisProcess();

}  // namespace tdbg::cli
