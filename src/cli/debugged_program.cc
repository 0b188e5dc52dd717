#include "cli/debugged_program.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <limits>
#include <utility>

#include <poll.h>

#include "cli/terminal_text.h"

namespace tdbg::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 5s;  // with a program that was asked to end

int MillisecondsUntil(DebuggedProgram::Clock::time_point moment) {
  if (moment == DebuggedProgram::Clock::time_point::max()) return -1;
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(moment - DebuggedProgram::Clock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

}  // namespace

Result<DebuggedProgram> DebuggedProgram::Start(const LaunchOptions& options,
                                               const LaunchWishes& wishes) {
  TDBG_ASSIGN_OR_RETURN(Launch launch, StartProgram(options, wishes));
  // From here on Ctrl-C is the program's business. A child that ended before is seen all the same.
  return DebuggedProgram(std::make_unique<SignalWatch>(), std::move(launch));
}

ProgramEvent DebuggedProgram::Wait(Clock::time_point until) {
  while (events_.empty()) {
    const std::optional<int> status = launch_.child.Look();
    Receive();
    if (status) {
      events_.push_back({.kind = ProgramEvent::Kind::kEnded, .status = *status});
    } else if (events_.empty()) {
      if (Clock::now() >= until) return {};
      Poll(until);
    }
  }
  const ProgramEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

void DebuggedProgram::Poll(Clock::time_point until) {
  std::vector<pollfd> waiting = {{signals_->fd(), POLLIN, 0}, {launch_.listener.fd(), POLLIN, 0}};
  for (const Process& process : processes_) {
    if (process.line.connected()) waiting.push_back({process.line.fd(), POLLIN, 0});
  }
  poll(waiting.data(), waiting.size(), MillisecondsUntil(until));
  TakeSignals();
}

void DebuggedProgram::TakeSignals() {
  for (const auto& [signal, from_terminal] : signals_->Take()) {
    // What a terminal sends, all of our group have got.
    const bool passed_on = from_terminal && !launch_.child.own_group();
    if (signal == SIGINT && (passed_on || launch_.child.own_group())) {
      events_.push_back({.kind = ProgramEvent::Kind::kInterrupt});
    } else if (signal == SIGTSTP) {
      launch_.child.Suspend();
    } else if (signal != SIGCHLD && !passed_on) {
      launch_.child.Signal(signal);
    }
  }
}

void DebuggedProgram::Receive() {
  while (std::optional<control::Debuggee> line = launch_.listener.Accept()) {
    processes_.push_back({.line = std::move(*line), .pid = 0, .directory = ""});
  }
  for (size_t i = 0; i < processes_.size(); ++i) {
    Process& process = processes_[i];
    Status error;
    for (control::Report& report : process.line.Receive(&error)) {
      if (report.kind == control::Report::Kind::kHello) {
        process.pid = static_cast<pid_t>(report.pid);
        process.directory = report.run_directory;
      }
      events_.push_back(
          {.kind = ProgramEvent::Kind::kReport, .process = i, .report = std::move(report)});
    }
    if (!error.ok()) std::fprintf(stderr, "tdbg: %s\n", Printable(error.message()).c_str());
  }
}

void DebuggedProgram::Send(size_t process, control::Command::Kind command) {
  processes_[process].line.Send({.kind = command});
}

void DebuggedProgram::SendToAll(control::Command::Kind command) {
  for (size_t i = 0; i < processes_.size(); ++i) Send(i, command);
}

void DebuggedProgram::Kill(int signal) {
  launch_.child.Signal(signal);
  for (const Process& process : processes_) {
    const bool other = process.line.connected() && process.pid > 0;
    if (other && process.pid != launch_.child.pid()) kill(process.pid, signal);
  }
}

int DebuggedProgram::WaitForEnd() {
  for (;;) {
    const ProgramEvent event = Wait();
    if (event.kind == ProgramEvent::Kind::kEnded) return event.status;
  }
}

int DebuggedProgram::End() {
  // First the signal: threads that were let go before it came would run on. But then they must be
  // let go, since a thread that is held could not run the program's own clean-up.
  Kill(SIGTERM);
  SendToAll(control::Command::Kind::kDetach);
  auto until = Clock::now() + kPatience;
  bool killed = false;
  for (;;) {
    const ProgramEvent event = Wait(until);
    if (event.kind == ProgramEvent::Kind::kEnded) return event.status;
    if (event.kind == ProgramEvent::Kind::kNothing && !killed) {
      Kill(SIGKILL);
      killed = true;
      until = Clock::time_point::max();
    }
  }
}

}  // namespace tdbg::cli
