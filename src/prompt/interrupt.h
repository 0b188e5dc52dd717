// Ctrl-C while a command works.
#pragma once

#include <atomic>

namespace tdbg::prompt {

// While it lives, SIGINT ends nothing: it sets a flag that whoever works looks at. If Ctrl-C comes
// again within a second and the work still goes on, a line tells how to end the process. There is
// one at a time; SIGINT means again what it did when the object ends.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Set by Ctrl-C. It is there as long as the program.
  static const std::atomic<bool>& stop();

  // Whether Ctrl-C came since the last time; asking resets the flag.
  bool Take();

  // Around the work: outside of it there is nothing to give up on.
  void BeginWork();
  void EndWork();
};

}  // namespace tdbg::prompt
