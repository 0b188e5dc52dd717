#include "capture/gate.h"

#include <utility>

#include <poll.h>

#include "control/debuggee_end.h"

namespace tdbg::capture {

using control::Command;
using control::HoldReason;
using control::Report;

namespace {

constexpr int kLookMs = 500;  // how often it is looked whether the socket is still there

}  // namespace

bool Gate::Connect(const std::string& path, uint32_t pid, const std::string& run_directory) {
  {
    const std::lock_guard lock(mutex_);
    table_.Run([&] {
      auto line = control::ConnectToDebugger(path);
      if (line.ok()) line_ = *std::move(line);
    });
    Send(ToLine(Report{
        .kind = Report::Kind::kHello,
        .pid = pid,
        .capabilities = {std::string(control::kCanHold), std::string(control::kCanHoldAtEnd)},
        .run_directory = run_directory}));
    if (!line_.connected()) return false;
  }
  // Without a thread that hears the debugger's requests, a held thread would never go on.
  listens_ = table_.StartThread(ListenLong, this, &listener_);
  if (!listens_) OpenForEver();
  return listens_;
}

void* Gate::ListenLong(void* self) {
  auto& gate = *static_cast<Gate*>(self);
  pthread_setname_np(pthread_self(), "tdbg control");
  do {
    pollfd waiting = {.fd = -1, .events = POLLIN, .revents = 0};
    {
      const std::lock_guard lock(gate.mutex_);
      waiting.fd = gate.line_.fd();
    }
    poll(&waiting, 1, kLookMs);
  } while (gate.Listen());
  return nullptr;
}

bool Gate::line_was_taken() {
  const std::lock_guard lock(mutex_);
  return line_.was_taken();
}

void Gate::Send(const std::string& lines) {
  table_.Run([&] { line_.Send(lines); });
}

void Gate::Tell(const Report& report) {
  const std::lock_guard lock(mutex_);
  Send(ToLine(report));
}

void Gate::TellAndHold(const Report& report, HoldReason reason) {
  std::unique_lock lock(mutex_);
  if (!stop_.load(std::memory_order_relaxed)) {
    Send(ToLine(report));
    return;
  }
  Hold(lock, ToLine(report), report, reason);
}

void Gate::HoldIfAsked(const Report& place) {
  std::unique_lock lock(mutex_);
  if (hold_asked()) Hold(lock, "", place, HoldReason::kHold);
}

void Gate::HoldAtEnd(int64_t execution) {
  std::unique_lock lock(mutex_);
  if (awaited_.erase(execution) == 0) return;
  holds_ends_.store(!awaited_.empty(), std::memory_order_relaxed);
  Hold(lock, "", {.execution = execution}, HoldReason::kEnd);
}

void Gate::Hold(std::unique_lock<std::mutex>& lock, std::string before, Report held,
                HoldReason reason) {
  held.kind = Report::Kind::kHeld;
  held.reason = reason;
  held.stop = ++last_stop_;
  Send(before + ToLine(held));
  if (!line_.connected()) return;
  // A debugger that asked for a stop has got one, whichever thread it is.
  hold_asked_.store(false, std::memory_order_relaxed);
  held_.insert(held.stop);
  changed_.wait(lock, [&] { return !held_.contains(held.stop); });
  Send(ToLine(Report{.kind = Report::Kind::kResumed, .stop = held.stop}));
}

bool Gate::Listen() {
  const std::lock_guard lock(mutex_);
  line_.Receive();
  std::string text;
  while (line_.Next(&text)) {
    const auto request = control::ParseRequest(text);
    Report answer = {.kind = Report::Kind::kAnswer, .request = control::NumberOf(text)};
    answer.refusal = request.ok() ? Obey(request->command) : request.status().message();
    Send(ToLine(answer));
    if (request.ok() && request->command.kind == Command::Kind::kDetach) OpenForEver();
  }
  if (!line_.connected()) OpenForEver();
  changed_.notify_all();
  return line_.connected();
}

std::string Gate::Obey(const Command& command) {
  switch (command.kind) {
    case Command::Kind::kGo:
      if (held_.erase(command.stop) > 0) return "";
      return "no thread is held at stop " + std::to_string(command.stop);
    case Command::Kind::kHold:
      hold_asked_.store(true, std::memory_order_relaxed);
      break;
    case Command::Kind::kHoldEnd:
      awaited_.insert(command.execution);
      holds_ends_.store(true, std::memory_order_relaxed);
      break;
    case Command::Kind::kStop:
      SetStop(command.on);
      break;
    case Command::Kind::kDetach:
      break;
  }
  return "";
}

void Gate::OpenForEver() {
  table_.Run([&] { line_.HangUp(); });
  hold_asked_.store(false, std::memory_order_relaxed);
  holds_ends_.store(false, std::memory_order_relaxed);
  awaited_.clear();
  held_.clear();
  changed_.notify_all();
}

void Gate::SayGoodbye() {
  {
    const std::lock_guard lock(mutex_);
    Send(ToLine(Report{.kind = Report::Kind::kBye}));
    OpenForEver();
  }
  if (std::exchange(listens_, false)) table_.Join(listener_);
}

}  // namespace tdbg::capture
