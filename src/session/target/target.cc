#include "session/target/target.h"

#include <algorithm>
#include <csignal>

#include "session/target/recording_phase.h"
#include "session/target/signal_free_thread.h"

namespace tdbg::session {

Result<std::unique_ptr<Target>> Target::Start(TargetStart start) {
  std::unique_ptr<Target> target(new Target);
  target->trace_path_ = std::move(start.trace_path);
  target->job_ = std::move(start.job);
  target->allowed_ = std::move(start.allowed);
  target->debuggees_ = std::make_unique<Debuggees>(std::move(start.listener));
  TDBG_ASSIGN_OR_RETURN(target->child_,
                        ChildProcess::Start(start.child, [&wake = target->wake_] { wake.Wake(); }));
  target->watch_ = std::make_unique<ProcessWatch>(target->child_->pid());
  target->attendant_ = SignalFreeThread([target = target.get()] { target->Attend(); });
  return target;
}

Result<std::unique_ptr<Target>> Target::Open(const std::string& path,
                                             const importers::Progress& progress) {
  std::unique_ptr<Target> target(new Target);
  target->trace_path_ = path;
  TDBG_ASSIGN_OR_RETURN(target->session_, Session::Open(path, progress));
  target->state_.phase = PhaseOf(target->session_->trace(), false);
  return target;
}

Target::~Target() {
  if (!attendant_.joinable()) return;
  leaving_ = true;
  wake_.Wake();
  attendant_.join();
}

TargetState Target::state() {
  const std::lock_guard lock(state_mutex_);
  TargetState state = state_;
  state.waiting = waiting_.size();
  return state;
}

// ---- Faces

Target::Attachment::Attachment(Target& target, Listener listener) : target_(target) {
  const std::lock_guard lock(target_.listeners_mutex_);
  place_ = target_.listeners_.insert(target_.listeners_.end(), std::move(listener));
}

Target::Attachment::~Attachment() {
  const std::lock_guard lock(target_.listeners_mutex_);
  target_.listeners_.erase(place_);
}

void Target::Emit(TargetEvent event) {
  const std::lock_guard lock(listeners_mutex_);
  for (const Listener& listener : listeners_) listener(event);
}

// ---- Requests

Status Target::MustRun() {
  if (!is_living()) return InvalidArgument("this is a recording: there is no program to control");
  if (HasEnded(state_.phase)) return InvalidArgument("the program has ended");
  return Status::Ok();
}

void Target::Send(std::optional<size_t> process, control::Command command) {
  to_send_.push_back({.process = process, .command = command});
  wake_.Wake();
}

void Target::ForgetStop() {
  state_.stop.reset();
  if (state_.phase == Phase::kHeld) state_.phase = Phase::kRunning;
}

Status Target::Continue(int64_t births, std::optional<int64_t> stop) {
  {
    const std::lock_guard lock(state_mutex_);
    TDBG_RETURN_IF_ERROR(MustRun());
    if (!state_.stop) return InvalidArgument("the program is not held");
    if (stop && *stop != state_.stop->number) {
      return InvalidArgument("the program has gone on already, and is held somewhere else now");
    }
    passes_ = std::max<int64_t>(births, 1) - 1;
    Send(shown_.process, {.kind = control::Command::Kind::kGo, .stop = shown_.held.stop});
    ForgetStop();
  }
  Emit({.kind = TargetEvent::Kind::kResumed,
        .text = "the program goes on: it was continued from elsewhere"});
  return Status::Ok();
}

Status Target::Hold() {
  {
    const std::lock_guard lock(state_mutex_);
    TDBG_RETURN_IF_ERROR(MustRun());
    if (state_.stop) return InvalidArgument("the program is held already");
    if (state_.detached)
      return InvalidArgument("the program was detached, and is never held again");
    // A process that has not connected yet is asked when it does.
    wants_hold_ = true;
    Send(std::nullopt, {.kind = control::Command::Kind::kHold});
  }
  return Status::Ok();
}

Status Target::Detach() {
  {
    const std::lock_guard lock(state_mutex_);
    TDBG_RETURN_IF_ERROR(MustRun());
    state_.detached = true;
    state_.hold_asked = wants_hold_ = false;
    Send(std::nullopt, {.kind = control::Command::Kind::kDetach});
    waiting_.clear();
    ForgetStop();
  }
  Emit({.kind = TargetEvent::Kind::kResumed,
        .text = "the program goes on: it was detached from elsewhere"});
  return Status::Ok();
}

Status Target::Interrupt() {
  const std::lock_guard lock(state_mutex_);
  TDBG_RETURN_IF_ERROR(MustRun());
  child_->Signal(SIGINT);
  return Status::Ok();
}

Status Target::End() {
  const std::lock_guard lock(state_mutex_);
  TDBG_RETURN_IF_ERROR(MustRun());
  ending_ = true;
  wake_.Wake();
  return Status::Ok();
}

void Target::Ignore(IgnoredBirths births) {
  const std::lock_guard lock(state_mutex_);
  if (std::find(ignored_.begin(), ignored_.end(), births) == ignored_.end()) {
    ignored_.push_back(std::move(births));
  }
}

void Target::IgnoreNone() {
  const std::lock_guard lock(state_mutex_);
  ignored_.clear();
}

std::vector<IgnoredBirths> Target::ignored() {
  const std::lock_guard lock(state_mutex_);
  return ignored_;
}

std::set<pid_t> Target::connected_pids() {
  const std::lock_guard lock(state_mutex_);
  return connected_pids_;
}

int Target::WaitForEnd() {
  std::unique_lock lock(state_mutex_);
  ended_.wait(lock, [&] { return HasEnded(state_.phase); });
  return state_.status;
}

// ---- The recording

Result<bool> Target::Refresh() {
  bool grew = false;
  Phase phase;
  {
    const std::lock_guard lock(reading_);
    if (session_ == nullptr) {
      TDBG_ASSIGN_OR_RETURN(session_, Session::Open(trace_path_, {}));
      grew = true;
    } else {
      TDBG_ASSIGN_OR_RETURN(grew, session_->Refresh({}));
    }
    if (grew) {
      ++growth_;
      grew_at_ = Clock::now();
    }
    phase = PhaseOf(session_->trace(), grew_lately());
  }
  if (!is_living()) {
    const std::lock_guard lock(state_mutex_);
    grew |= state_.phase != phase;
    state_.phase = phase;
  }
  if (grew) Emit({.kind = TargetEvent::Kind::kGrown});
  return grew;
}

bool Target::grew_lately() const {
  constexpr std::chrono::seconds kLately(10);
  const Clock::time_point grew_at = grew_at_;
  return grew_at != Clock::time_point::min() && Clock::now() - grew_at < kLately;
}

}  // namespace tdbg::session
