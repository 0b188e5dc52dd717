#include "view/position.h"

#include "base/check.h"

namespace tdbg::view {

Position::Position(session::Session& session) : session_(session) { Refreshed(); }

void Position::GoToRun(size_t number) {
  TDBG_CHECK(number < cursors_.size());
  run_number_ = number;
}

void Position::Refreshed() { cursors_.resize(session_.runs().size()); }

}  // namespace tdbg::view
