// A started program as something that tells what happens in it.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cli/launch.h"
#include "cli/signal_watch.h"

namespace tdbg::cli {

struct ProgramEvent {
  enum class Kind : uint8_t {
    kReport,     // a process of the program said something
    kInterrupt,  // Ctrl-C
    kEnded,      // the program has; asked again, the same is answered
    kNothing,    // as long as was waited for
  };
  Kind kind = Kind::kNothing;
  size_t process = 0;           // who reported
  control::Report report = {};  // what
  int status = 0;               // of the program that has ended
};

class DebuggedProgram {
 public:
  using Clock = std::chrono::steady_clock;

  static Result<DebuggedProgram> Start(const LaunchOptions& options, const LaunchWishes& wishes);

  const Launch& launch() const { return launch_; }
  ChildProgram& child() { return launch_.child; }

  // The next thing that happens. Reports of a process come before the news of its end. Requests to
  // end or suspend this process are passed on to the program meanwhile.
  ProgramEvent Wait(Clock::time_point until = Clock::time_point::max());

  // Whatever happens until then is of no interest.
  int WaitForEnd();

  // How many processes of the program have reported.
  size_t processes() const { return processes_.size(); }
  const std::string& run_directory(size_t process) const { return processes_[process].directory; }

  void Send(size_t process, control::Command::Kind command);
  void SendToAll(control::Command::Kind command);

  // Ends all processes that are known of: SIGTERM, and SIGKILL for those that are still there after
  // five seconds. Returns the program's status.
  int End();

 private:
  struct Process {
    control::Debuggee line;
    pid_t pid = 0;
    std::string directory;
  };

  explicit DebuggedProgram(std::unique_ptr<SignalWatch> signals, Launch launch)
      : signals_(std::move(signals)), launch_(std::move(launch)) {}

  void Poll(Clock::time_point until);
  void TakeSignals();
  void Receive();
  void Kill(int signal);

  std::unique_ptr<SignalWatch> signals_;
  Launch launch_;
  std::vector<Process> processes_;
  std::deque<ProgramEvent> events_;
};

}  // namespace tdbg::cli
