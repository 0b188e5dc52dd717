// Looks at all processes of a program from outside: which of them have loaded a framework, and
// which of these record. A process that cleared its environment, or was started in a clean one,
// says nothing of itself.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "session/target/process_files.h"

namespace tdbg::session {

struct WatchedProcess {
  pid_t pid = 0;
  std::string name;  // as the system calls it
};

// What is known of the processes so far.
struct WatchedProcesses {
  // They had a framework loaded, and had not begun to record when they were last seen.
  std::vector<WatchedProcess> without_recording;
  // The system does not let us look into them, or at any at all.
  std::vector<WatchedProcess> hidden;
  bool can_look = true;
};

// Has a thread of its own, which looks every tenth of a second: loading a framework takes longer. A
// process that loses its parent between two looks, before it was seen once, is not found.
class ProcessWatch {
 public:
  // Of this process and all that it starts.
  explicit ProcessWatch(pid_t root);
  ~ProcessWatch();
  ProcessWatch(const ProcessWatch&) = delete;
  ProcessWatch& operator=(const ProcessWatch&) = delete;

  // Looks once more.
  WatchedProcesses Look();

 private:
  struct Known {
    ProcessFacts facts;
    uint64_t looked_at_bytes = 0;  // how much it had mapped when its mappings were read
    int looks_with_framework = 0;
    bool has_framework = false;
    bool records = false;
    bool is_hidden = false;
  };

  void LookAgainAndAgain();
  // Under the lock, all of them.
  void LookOnce();
  void FindNew(const std::vector<pid_t>& pids);
  void LookInto(pid_t pid, Known& known);
  // The process is gone, or has begun another program.
  void Leave(pid_t pid, const Known& known);

  static bool RunsUnrecorded(const Known& known);

  const pid_t root_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool leaving_ = false;
  std::map<pid_t, Known> ours_;  // those that live
  std::set<pid_t> others_;       // of other programs
  WatchedProcesses gone_;
  std::thread thread_;
};

}  // namespace tdbg::session
