// The request `timeline`: what happened when, merged so that it fits a screen.
#pragma once

#include "base/status.h"
#include "rpc/messages.h"
#include "rpc/timeline_index.h"

namespace tdbg::rpc {

// 0 to 0 asks for everything. Marks begin at the same places however the stretch is moved, so that
// a picture that is dragged does not flicker.
Result<Timeline> AnswerTimeline(session::RunView& run, const TimelineIndex& index,
                                const TimelineRequest& request);

}  // namespace tdbg::rpc
