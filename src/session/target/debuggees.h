// The processes of the program that have connected, and what they say.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "control/debugger_end.h"

namespace tdbg::session {

// For one thread.
class Debuggees {
 public:
  explicit Debuggees(control::Listener listener) : listener_(std::move(listener)) {}

  struct Said {
    size_t process = 0;
    control::Report report;
  };

  // What has come since the last call, in order. `complaints` gets a line for each process that is
  // let go because it speaks another language, and for each request that one refused.
  std::vector<Said> Receive(std::vector<std::string>* complaints);

  // Returns the number that the answer will have.
  int64_t Send(size_t process, const control::Command& command);
  void SendToAll(const control::Command& command);

  // A signal to each process that is still connected, but `except`.
  void Signal(int signal, pid_t except) const;

  // Adds what is to be polled for reading.
  void AddTo(std::vector<pollfd>& waiting) const;

  // By number, in the order in which they connected.
  size_t size() const { return processes_.size(); }
  bool is_connected(size_t process) const { return processes_[process].line.connected(); }
  // Name of the folder that the process records into; "" before it has said hello.
  const std::string& run_id(size_t process) const { return processes_[process].run_id; }
  bool Can(size_t process, std::string_view what) const;

 private:
  struct Process {
    control::Debuggee line;
    pid_t pid = 0;
    std::string run_id = {};
    std::vector<std::string> capabilities = {};
  };

  control::Listener listener_;
  std::vector<Process> processes_;
};

}  // namespace tdbg::session
