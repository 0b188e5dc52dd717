// The thread that attends to a living program: hears its processes, decides what is shown of their
// stops, and sends them what faces ask for.
#include <algorithm>
#include <csignal>

#include <poll.h>

#include "session/alert_facts.h"
#include "session/target/stop_place.h"
#include "session/target/target.h"
#include "session/telling_order.h"

namespace tdbg::session {

using control::Command;
using control::HoldReason;
using control::Report;

namespace {

constexpr std::chrono::seconds kPatience(5);  // with a program that was asked to end

}  // namespace

void Target::Attend() {
  while (!leaving_) {
    std::vector<pollfd> waiting = {{wake_.fd(), POLLIN, 0}};
    debuggees_->AddTo(waiting);
    poll(waiting.data(), waiting.size(), MillisecondsToKill());
    wake_.Sleep();
    SendQueued();
    EndProcesses();
    // Before the end is looked for: what the program said on its way comes first.
    const bool has_ended = child_->status().has_value();
    std::vector<std::string> complaints;
    for (const Debuggees::Said& said : debuggees_->Receive(&complaints)) {
      OnReport(said.process, said.report);
    }
    for (std::string& complaint : complaints) Say(std::move(complaint));
    DropLostStops();
    ShowNext();
    if (has_ended) LookForEnd();
  }
}

int Target::MillisecondsToKill() const {
  if (!kill_at_) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*kill_at_ - Clock::now());
  return static_cast<int>(std::max<int64_t>(left.count(), 0));
}

void Target::SendQueued() {
  std::deque<ToSend> to_send;
  {
    const std::lock_guard lock(state_mutex_);
    to_send.swap(to_send_);
  }
  for (const ToSend& one : to_send) {
    if (one.command.kind == Command::Kind::kHold) {
      for (size_t process = 0; process < debuggees_->size(); ++process) AskToHold(process);
    } else if (one.process) {
      debuggees_->Send(*one.process, one.command);
    } else {
      debuggees_->SendToAll(one.command);
    }
  }
}

void Target::AskToHold(size_t process) {
  asked_to_hold_.emplace(process, debuggees_->Send(process, {.kind = Command::Kind::kHold}));
}

void Target::EndProcesses() {
  bool ending;
  {
    const std::lock_guard lock(state_mutex_);
    ending = ending_ && !HasEnded(state_.phase);
  }
  if (!ending) {
    kill_at_.reset();
    return;
  }
  const auto signal_all = [&](int signal) {
    child_->Signal(signal);
    debuggees_->Signal(signal, child_->pid());
  };
  if (!kill_at_) {
    // First the signal: threads that were let go before it came would run on. But then they must be
    // let go, since a thread that is held could not run the program's own clean-up.
    signal_all(SIGTERM);
    static_cast<void>(Detach());
    SendQueued();
    kill_at_ = Clock::now() + kPatience;
  } else if (Clock::now() >= *kill_at_) {
    signal_all(SIGKILL);
    kill_at_ = Clock::now() + kPatience;
  }
}

void Target::OnReport(size_t process, const Report& report) {
  switch (report.kind) {
    case Report::Kind::kHello: {
      bool hold, detached;
      {
        const std::lock_guard lock(state_mutex_);
        if (state_.phase == Phase::kStarting) state_.phase = Phase::kRunning;
        connected_pids_.insert(static_cast<pid_t>(report.pid));
        hold = wants_hold_;
        detached = state_.detached;
      }
      if (detached) debuggees_->Send(process, {.kind = Command::Kind::kDetach});
      if (hold) AskToHold(process);
      ++num_processes_;
      Emit({.kind = TargetEvent::Kind::kStarted});
      break;
    }
    case Report::Kind::kBirth:
    case Report::Kind::kError:
      Emit({.kind = TargetEvent::Kind::kBorn, .process = process});
      break;
    case Report::Kind::kHeld: {
      const std::lock_guard lock(state_mutex_);
      if (!state_.detached) waiting_.push_back({.process = process, .held = report});
      break;
    }
    case Report::Kind::kAnswer: {
      if (asked_to_hold_.erase({process, report.request}) == 0 || !report.refusal.empty()) break;
      {
        const std::lock_guard lock(state_mutex_);
        state_.hold_asked = wants_hold_;
      }
      Emit({.kind = TargetEvent::Kind::kResumed});  // it runs, and the state says for how long
      break;
    }
    case Report::Kind::kSettled:
      SayIfMasked(process, report.execution);
      Emit({.kind = TargetEvent::Kind::kSettled, .process = process});
      break;
    case Report::Kind::kStep:
      Emit({.kind = TargetEvent::Kind::kStepEnded, .process = process});
      break;
    default:
      break;
  }
}

void Target::DropLostStops() {
  {
    const std::lock_guard lock(state_mutex_);
    const auto is_lost = [&](const Waiting& one) { return !debuggees_->is_connected(one.process); };
    std::erase_if(waiting_, is_lost);
    if (!state_.stop || !is_lost(shown_)) return;
    ForgetStop();
  }
  Emit({.kind = TargetEvent::Kind::kResumed, .text = "the process that was held has ended"});
}

void Target::ShowNext() {
  for (;;) {
    Waiting next;
    {
      const std::lock_guard lock(state_mutex_);
      if (state_.stop || waiting_.empty()) return;
      next = waiting_.front();
      waiting_.pop_front();
    }
    std::optional<Stop> stop = Resolve(next);
    {
      const std::lock_guard lock(state_mutex_);
      if (state_.detached) continue;
      if (!stop) {
        Send(next.process, {.kind = Command::Kind::kGo, .stop = next.held.stop});
        continue;
      }
      stop->number = ++last_stop_;
      state_.stop = std::move(stop);
      state_.phase = Phase::kHeld;
      state_.hold_asked = wants_hold_ = false;
      shown_ = std::move(next);
    }
    Emit({.kind = TargetEvent::Kind::kStopped});
  }
}

std::optional<Stop> Target::Resolve(const Waiting& waiting) {
  if (const auto read = Refresh(); !read.ok()) {
    Say("the program goes on where it would be held, since its recording cannot be read: " +
        read.status().message());
    return std::nullopt;
  }
  const Reading reading(*this);
  const auto run = RunNumber(*reading.session(), debuggees_->run_id(waiting.process));
  if (!run) {
    Say("the program goes on where it would be held, since its recording lacks that process");
    return std::nullopt;
  }
  Stop stop;
  stop.run = *run;
  if (waiting.held.reason == HoldReason::kEnd) {
    return ResolveEnd(*reading.session(), std::move(stop), waiting);
  }
  RunView& view = reading.session()->runs()[*run];
  if (waiting.held.reason != HoldReason::kHold) {
    return ResolveBirth(view, std::move(stop), waiting);
  }
  if (waiting.held.time_ns != 0) {
    stop.event = EventAt(view.run(), waiting.held.time_ns, waiting.held.slot);
  }
  stop.execution = ExecutionNumbered(view.run(), waiting.held.execution);
  DescribePlace(view, stop);
  return stop;
}

std::optional<Stop> Target::ResolveBirth(RunView& run, Stop stop, const Waiting& waiting) {
  const bool failed = waiting.held.reason == HoldReason::kError;
  stop.reason = failed ? StopReason::kError : StopReason::kBirth;
  const store::EventId event = failed ? FailureAt(run.run(), waiting.held.time_ns)
                                      : EventAt(run.run(), waiting.held.time_ns, waiting.held.slot);
  const std::optional<query::Alert> alert =
      event.valid() ? AlertOn(run, event) : std::optional<query::Alert>();
  if (!alert) {
    Say("a process was held at a bad value that its recording does not show; it goes on");
    return std::nullopt;
  }
  // A bad value that came before led there, as the recorder cannot know.
  if (!failed && alert->verdict != Verdict::kOrigin) return std::nullopt;
  if (!IsNews(run, *alert)) return std::nullopt;
  stop.alert = alert;
  const store::ExecutionId execution = run.run().events.execution[event];
  if (failed || !execution.valid()) return Tell(run, std::move(stop), waiting, {*alert});
  const bool undecided =
      !run.SurelyLeaves(event) || (IsOfGradient(run, *alert) && IsForwardToCome(run, *alert));
  const bool has_end =
      waiting.held.execution != 0 && debuggees_->Can(waiting.process, control::kCanHoldAtEnd);
  if (undecided && has_end) {
    put_off_.push_back({waiting.process, waiting.held.execution, execution});
    const std::lock_guard lock(state_mutex_);
    Send(waiting.process, {.kind = Command::Kind::kHoldEnd, .execution = waiting.held.execution});
    return std::nullopt;
  }
  std::vector<query::Alert> births = BirthsOf(run, execution, Moment::kRunning);
  if (std::vector<query::Alert> before = EagerBirthsBefore(run, *alert); !before.empty()) {
    const auto first = std::find_if(before.begin(), before.end(),
                                    [&](const query::Alert& one) { return IsNews(run, one); });
    if (first != before.end()) stop.alert = *first;
    births.insert(births.begin(), before.begin(), before.end());
  }
  if (IsOfGradient(run, *alert)) {
    const bool explained = !births.empty() && !IsOfGradient(run, births.front());
    if (explained && IsNews(run, births.front())) stop.alert = births.front();
  }
  return Tell(run, std::move(stop), waiting, std::move(births));
}

std::optional<Stop> Target::ResolveEnd(Session& session, Stop stop, const Waiting& waiting) {
  RunView& run = session.runs()[stop.run];
  std::vector<query::Alert> births;
  std::set<store::ExecutionId> executions;
  std::erase_if(put_off_, [&](const PutOff& one) {
    const bool here = one.process == waiting.process && one.number == waiting.held.execution;
    if (here) executions.insert(one.execution);
    return here;
  });
  for (const store::ExecutionId execution : executions) {
    const auto more = BirthsOf(run, execution, Moment::kEnded);
    births.insert(births.end(), more.begin(), more.end());
  }
  std::erase_if(births, [&](const query::Alert& birth) { return !IsNews(run, birth); });
  if (births.empty()) return std::nullopt;
  stop.reason = StopReason::kBirth;
  stop.alert = births.front();
  return Tell(run, std::move(stop), waiting, std::move(births));
}

bool Target::IsNews(RunView& run, const query::Alert& alert) {
  if (told_.contains({&run.run(), alert.event})) return false;
  if (allowed_.Cover(run, alert)) return false;
  const std::vector<IgnoredBirths> silenced = ignored();
  return std::none_of(silenced.begin(), silenced.end(),
                      [&](const IgnoredBirths& one) { return one.Cover(run, alert); });
}

std::optional<Stop> Target::Tell(RunView& run, Stop stop, const Waiting& waiting,
                                 std::vector<query::Alert> births) {
  for (const query::Alert& birth : births) {
    if (birth.event != stop.alert->event && IsNews(run, birth)) stop.beside.push_back(birth);
  }
  told_.emplace(&run.run(), stop.alert->event);
  for (const query::Alert& birth : stop.beside) told_.emplace(&run.run(), birth.event);
  {
    const std::lock_guard lock(state_mutex_);
    const bool passed = stop.reason == StopReason::kBirth && passes_ > 0;
    if (passed) --passes_;
    if (passed) return std::nullopt;
  }
  to_settle_.push_back({waiting.process, waiting.held.execution, &run.run(), stop.alert->event});
  stop.event = stop.alert->event;
  DescribePlace(run, stop);
  return stop;
}

void Target::SayIfMasked(size_t process, int64_t execution) {
  const auto is_meant = [&](const Shown& shown) {
    return shown.process == process && shown.number == execution;
  };
  if (std::none_of(to_settle_.begin(), to_settle_.end(), is_meant)) return;
  static_cast<void>(Refresh());
  {
    const Reading reading(*this);
    for (const Shown& shown : to_settle_) {
      const auto number = RunNumber(*reading.session(), shown.run->id);
      if (!is_meant(shown) || !number) continue;
      RunView& run = reading.session()->runs()[*number];
      const std::optional<query::Alert> alert = AlertOn(run, shown.event);
      if (!alert || alert->verdict != Verdict::kMasked) continue;
      Say("the bad value in " + std::string(Describe(run, *alert).op_type) +
          " was masked: nothing bad that came of it reached a result or a variable");
    }
  }
  std::erase_if(to_settle_, is_meant);
}

void Target::LookForEnd() {
  {
    const std::lock_guard lock(state_mutex_);
    if (HasEnded(state_.phase)) return;
    ForgetStop();
    waiting_.clear();
    state_.status = *child_->status();
    state_.phase = state_.status == 0 ? Phase::kFinished : Phase::kFailed;
  }
  // Processes that outlive the one that was started are nobody's to hold.
  debuggees_->SendToAll({.kind = Command::Kind::kDetach});
  ended_.notify_all();
  Emit({.kind = TargetEvent::Kind::kEnded});
}

}  // namespace tdbg::session
