#include "session/target/recording_phase.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <unistd.h>

namespace tdbg::session {
namespace {

bool IsAlive(int64_t pid) { return kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM; }

// A process number means something on the machine it is from.
bool IsOfThisMachine(const store::Run& run) {
  char name[256] = {};
  if (run.hosts.empty() || gethostname(name, sizeof name - 1) != 0) return true;
  return std::find(run.hosts.begin(), run.hosts.end(), name) != run.hosts.end();
}

}  // namespace

Phase PhaseOf(const store::Run& run, bool grew_lately) {
  if (run.finished) return Phase::kComplete;
  if (run.pid == 0) return grew_lately ? Phase::kGrowing : Phase::kComplete;
  return IsOfThisMachine(run) && IsAlive(run.pid) ? Phase::kGrowing : Phase::kLost;
}

Phase PhaseOf(const store::Trace& trace, bool grew_lately) {
  Phase whole = Phase::kComplete;
  for (const auto& run : trace.runs) {
    const Phase phase = PhaseOf(*run, grew_lately);
    if (phase == Phase::kGrowing) return phase;
    if (phase == Phase::kLost) whole = phase;
  }
  return whole;
}

}  // namespace tdbg::session
