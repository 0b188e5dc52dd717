// The program behind a growing trace, as the commands of a prompt see it.
#pragma once

namespace tdbg::session {

// What is asked for happens when the prompt has been left: each of these leaves it.
class LiveProgram {
 public:
  virtual ~LiveProgram() = default;

  virtual void Continue() = 0;  // until the next birth, error or Ctrl-C
  virtual void Detach() = 0;    // to its end, and never held again
  virtual void End() = 0;
};

}  // namespace tdbg::session
