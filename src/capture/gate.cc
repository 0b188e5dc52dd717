#include "capture/gate.h"

#include "control/debuggee_end.h"

namespace tdbg::capture {

using control::Command;
using control::HoldReason;
using control::Report;

bool Gate::Connect(const std::string& path, uint32_t pid, const std::string& run_directory) {
  auto line = control::ConnectToDebugger(path);
  if (!line.ok()) return false;
  const std::lock_guard lock(mutex_);
  line_ = *std::move(line);
  line_.Send(
      ToLine(Report{.kind = Report::Kind::kHello, .pid = pid, .run_directory = run_directory}));
  return line_.connected();
}

int Gate::fd() {
  const std::lock_guard lock(mutex_);
  return line_.fd();
}

void Gate::Tell(const Report& report) {
  const std::lock_guard lock(mutex_);
  line_.Send(ToLine(report));
}

void Gate::TellAndHold(const Report& report, HoldReason reason) {
  std::unique_lock lock(mutex_);
  if (!stop_.load(std::memory_order_relaxed)) {
    line_.Send(ToLine(report));
    return;
  }
  Hold(lock, ToLine(report) + ToLine(Report{.kind = Report::Kind::kHeld, .reason = reason}));
}

void Gate::HoldIfAsked() {
  if (!hold_asked_.exchange(false, std::memory_order_relaxed)) return;
  std::unique_lock lock(mutex_);
  Hold(lock, ToLine(Report{.kind = Report::Kind::kHeld, .reason = HoldReason::kHold}));
}

void Gate::Hold(std::unique_lock<std::mutex>& lock, const std::string& lines) {
  changed_.wait(lock, [&] { return !holding_ || !line_.connected(); });
  line_.Send(lines);
  if (!line_.connected()) return;
  holding_ = true;
  may_go_ = false;
  changed_.wait(lock, [&] { return may_go_ || !line_.connected(); });
  holding_ = false;
  changed_.notify_all();
}

bool Gate::Listen() {
  const std::lock_guard lock(mutex_);
  line_.Receive();
  std::string text;
  while (line_.Next(&text)) {
    const auto command = control::ParseCommand(text);
    if (!command.ok() || command->kind == Command::Kind::kDetach) {
      OpenForEver();
    } else if (command->kind == Command::Kind::kGo) {
      may_go_ = true;
      hold_asked_.store(false, std::memory_order_relaxed);
    } else if (command->kind == Command::Kind::kHold) {
      hold_asked_.store(true, std::memory_order_relaxed);
    } else {
      SetStop(command->on);
    }
  }
  if (!line_.connected()) OpenForEver();
  changed_.notify_all();
  return line_.connected();
}

void Gate::OpenForEver() {
  line_.Close();
  hold_asked_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

void Gate::SayGoodbye() {
  const std::lock_guard lock(mutex_);
  line_.Send(ToLine(Report{.kind = Report::Kind::kBye}));
  OpenForEver();
}

}  // namespace tdbg::capture
