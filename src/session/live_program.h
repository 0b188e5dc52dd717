// The program behind a growing trace, as the commands of a prompt see it.
#pragma once

#include <cstdint>
#include <vector>

#include "session/ignored_births.h"

namespace tdbg::session {

// What is asked for happens when the prompt has been left: Continue, Detach and End leave it.
class LiveProgram {
 public:
  virtual ~LiveProgram() = default;

  // So many births pass, from 1; the one that the program is held at is the first of them. It is
  // held again at the next one, at an error and at Ctrl-C.
  virtual void Continue(int64_t births) = 0;
  virtual void Detach() = 0;  // to its end, and never held again
  virtual void End() = 0;

  // The program is not held at these, they do not count for Continue, and nobody is told of them.
  virtual void Ignore(IgnoredBirths births) = 0;
  virtual void IgnoreNone() = 0;
  virtual const std::vector<IgnoredBirths>& ignored() const = 0;
};

}  // namespace tdbg::session
