// The program behind a growing trace, as the commands of a prompt see it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "session/ignored_births.h"
#include "session/target/target_state.h"

namespace tdbg::session {

// Requests return the one line that says why they cannot be obeyed.
class LiveProgram {
 public:
  virtual ~LiveProgram() = default;

  virtual TargetState state() = 0;

  // Lets the program go on. `births` is how many births it passes, the one that it is held at
  // included, so at least 1; it is held again at the birth after these, at an error and at Ctrl-C.
  virtual Status Continue(int64_t births) = 0;
  virtual Status Detach() = 0;  // lets it run to its end, never held again
  // Ends all processes that are known of: SIGTERM, and SIGKILL for those that are still there after
  // five seconds.
  virtual Status End() = 0;

  // From now on the program is not held at births of this kind; they do not count for Continue, and
  // nobody is told of them.
  virtual void Ignore(IgnoredBirths births) = 0;
  virtual void IgnoreNone() = 0;
  virtual std::vector<IgnoredBirths> ignored() = 0;
};

}  // namespace tdbg::session
