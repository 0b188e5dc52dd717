#include "rpc/target.h"

#include "rpc/handlers.h"
#include "rpc/opened_trace.h"

namespace tdbg::rpc {
namespace {

TargetPhase PhaseOf(session::Phase phase) {
  switch (phase) {
    case session::Phase::kStarting:
      return TargetPhase::kStarting;
    case session::Phase::kRunning:
      return TargetPhase::kRunning;
    case session::Phase::kHeld:
      return TargetPhase::kHeld;
    case session::Phase::kFinished:
      return TargetPhase::kFinished;
    case session::Phase::kFailed:
      return TargetPhase::kFailed;
    case session::Phase::kGrowing:
      return TargetPhase::kGrowing;
    case session::Phase::kComplete:
      return TargetPhase::kComplete;
    case session::Phase::kLost:
      break;
  }
  return TargetPhase::kLost;
}

StopReason ReasonOf(session::StopReason reason) {
  switch (reason) {
    case session::StopReason::kBirth:
      return StopReason::kBirth;
    case session::StopReason::kError:
      return StopReason::kError;
    case session::StopReason::kAsked:
      break;
  }
  return StopReason::kAsked;
}

StopInfo StopOf(const session::Stop& stop) {
  StopInfo info;
  info.number = stop.number;
  info.reason = ReasonOf(stop.reason);
  info.run = static_cast<int64_t>(stop.run);
  if (stop.event.valid()) info.event = stop.event.index();
  info.op_type = stop.op_type;
  info.op_name = stop.op_name;
  info.place = stop.place;
  info.function = stop.function;
  info.step = stop.step;
  info.beside = static_cast<int64_t>(stop.beside.size());
  return info;
}

TargetInfo Now(session::Target& target) { return InfoOf(target.state(), target.is_living()); }

}  // namespace

TargetInfo InfoOf(const session::TargetState& state, bool living) {
  TargetInfo info;
  info.living = living;
  info.phase = PhaseOf(state.phase);
  info.text = session::Text(state);
  if (state.stop) info.stop = StopOf(*state.stop);
  info.waiting = static_cast<int64_t>(state.waiting);
  info.hold_asked = state.hold_asked;
  info.detached = state.detached;
  info.status = state.status;
  return info;
}

Result<TargetInfo> AnswerTarget(OpenedTrace& trace, const Nothing&) { return Now(trace.target); }

Result<TargetInfo> AnswerContinue(OpenedTrace& trace, const ContinueRequest& request) {
  const int64_t births = request.births.value_or(1);
  if (births < 1) return InvalidArgument("births: how many shall pass is a whole number from 1 on");
  TDBG_RETURN_IF_ERROR(trace.target.Continue(births, request.stop));
  return Now(trace.target);
}

Result<TargetInfo> AnswerHold(OpenedTrace& trace, const Nothing&) {
  TDBG_RETURN_IF_ERROR(trace.target.Hold());
  return Now(trace.target);
}

Result<TargetInfo> AnswerDetach(OpenedTrace& trace, const Nothing&) {
  TDBG_RETURN_IF_ERROR(trace.target.Detach());
  return Now(trace.target);
}

}  // namespace tdbg::rpc
