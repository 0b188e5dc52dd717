// Where the user is in what was opened: in which run, at which event of it, in which frame.
#pragma once

#include <cstddef>
#include <vector>

#include "session/session.h"

namespace tdbg::view {

struct Cursor {
  store::EventId event;  // invalid before the first move, and in a run without events
  size_t frame = 0;      // of the stack that made the event's op; 0 is the user's innermost frame

  bool operator==(const Cursor&) const = default;
};

// Each run has a cursor of its own, which is found again when the user comes back to the run. The
// run that the user is in is one of the session's, unless the session has none yet.
class Position {
 public:
  explicit Position(session::Session& session);

  session::Session& session() { return session_; }
  size_t run_number() const { return run_number_; }
  session::RunView& run() { return session_.runs()[run_number_]; }
  Cursor& cursor() { return cursors_[run_number_]; }

  // `number` is that of one of the session's runs.
  void GoToRun(size_t number);

  // To be called when the session was refreshed: it may have other runs now.
  void Refreshed();

 private:
  session::Session& session_;
  size_t run_number_ = 0;
  std::vector<Cursor> cursors_;  // of each run
};

}  // namespace tdbg::view
