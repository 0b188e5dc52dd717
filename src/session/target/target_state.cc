#include "session/target/target_state.h"

namespace tdbg::session {
namespace {

std::string PlaceOf(const Stop& stop) {
  std::string text = stop.op_type.empty() ? "an op" : stop.op_type;
  if (!stop.place.empty()) text += ", " + stop.place;
  if (!stop.function.empty()) text += " in " + stop.function + "()";
  if (stop.step) text += ", step " + std::to_string(*stop.step);
  return text;
}

}  // namespace

std::string Text(const TargetState& state) {
  switch (state.phase) {
    case Phase::kStarting:
      return "starting";
    case Phase::kRunning:
      return state.hold_asked ? "running, to be held at its next op" : "running";
    case Phase::kHeld:
      return "held at " + PlaceOf(*state.stop);
    case Phase::kFinished:
      return "finished";
    case Phase::kFailed:
      return "ended with status " + std::to_string(state.status);
    case Phase::kGrowing:
      return "recording, still growing";
    case Phase::kComplete:
      return "recording, complete";
    case Phase::kLost:
      break;
  }
  return "recording, never closed";
}

}  // namespace tdbg::session
