#include "session/target/debuggees.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace tdbg::session {

using control::Report;

std::vector<Debuggees::Said> Debuggees::Receive(std::vector<std::string>* complaints) {
  while (std::optional<control::Debuggee> line = listener_.Accept()) {
    processes_.push_back({.line = std::move(*line)});
  }
  std::vector<Said> said;
  for (size_t i = 0; i < processes_.size(); ++i) {
    Process& process = processes_[i];
    Status error;
    for (Report& report : process.line.Receive(&error)) {
      if (report.kind == Report::Kind::kHello) {
        process.pid = static_cast<pid_t>(report.pid);
        process.run_id = report.run_directory.substr(report.run_directory.rfind('/') + 1);
        process.capabilities = report.capabilities;
      } else if (report.kind == Report::Kind::kAnswer && !report.refusal.empty()) {
        complaints->push_back("process " + std::to_string(process.pid) +
                              " refused a request: " + report.refusal);
      }
      said.push_back({.process = i, .report = std::move(report)});
    }
    if (!error.ok()) complaints->push_back(error.message());
  }
  return said;
}

int64_t Debuggees::Send(size_t process, const control::Command& command) {
  return processes_[process].line.Send(command);
}

void Debuggees::SendToAll(const control::Command& command) {
  for (size_t i = 0; i < processes_.size(); ++i) Send(i, command);
}

void Debuggees::Signal(int signal, pid_t except) const {
  for (const Process& process : processes_) {
    const bool there = process.line.connected() && process.pid > 0;
    if (there && process.pid != except) kill(process.pid, signal);
  }
}

void Debuggees::AddTo(std::vector<pollfd>& waiting) const {
  waiting.push_back({listener_.fd(), POLLIN, 0});
  for (const Process& process : processes_) {
    if (process.line.connected()) waiting.push_back({process.line.fd(), POLLIN, 0});
  }
}

bool Debuggees::Can(size_t process, std::string_view what) const {
  const std::vector<std::string>& words = processes_[process].capabilities;
  return std::find(words.begin(), words.end(), what) != words.end();
}

}  // namespace tdbg::session
