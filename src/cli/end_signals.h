// Waiting for somebody to end this process.
#pragma once

#include <csignal>

namespace tdbg::cli {

// Ctrl-C and SIGTERM wait until they are asked for, in this thread and those that it starts. When
// the object ends they mean again what they did: a second Ctrl-C does not wait for anything.
class EndSignals {
 public:
  EndSignals();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  // Waits until one of them has come.
  void Wait() const;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t signals_;
  sigset_t before_;
};

}  // namespace tdbg::cli
