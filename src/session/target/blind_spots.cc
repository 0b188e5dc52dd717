#include "session/target/blind_spots.h"

#include <algorithm>
#include <set>

#include "base/printable.h"
#include "importers/native/loss_reader.h"

namespace tdbg::session {
namespace {

std::string NamedProcess(const WatchedProcess& process) {
  return "process " + std::to_string(process.pid) + " (" + Printable(process.name) + ")";
}

// Whether the loss is one of these runs, or of what all processes of the job share.
bool IsOfJob(const store::Loss& loss, const std::vector<RunView*>& runs, const std::string& job) {
  return loss.file == importers::native::LedgerFile(job) ||
         std::any_of(runs.begin(), runs.end(), [&](const RunView* run) {
           return loss.file.starts_with(run->run().id + "/");
         });
}

// Those that were seen without a recording, and have none all the same: one that begins to record
// and ends between two looks says so itself.
std::vector<WatchedProcess> UnseenProcesses(const WatchedProcesses& watched,
                                            const std::set<pid_t>& known) {
  std::vector<WatchedProcess> unseen = watched.without_recording;
  std::erase_if(unseen, [&](const WatchedProcess& one) { return known.contains(one.pid); });
  return unseen;
}

BlindSpot WhyNothing(const WatchedProcesses& watched) {
  if (!watched.can_look) {
    return {.name = kNothingRecorded,
            .text =
                "nothing was recorded, and whether a process loaded TensorFlow is not known: "
                "there is no /proc"};
  }
  if (!watched.hidden.empty()) {
    return {.name = kNothingRecorded,
            .text = "nothing was recorded, and whether " + NamedProcess(watched.hidden.front()) +
                    " loaded TensorFlow is not known: the system does not let tdbg look into it"};
  }
  return {.name = kNoFramework,
          .text =
              "nothing was recorded: no process of the program loaded TensorFlow or "
              "began to record by itself"};
}

}  // namespace

std::vector<BlindSpot> BlindSpotsOf(Target& target, const Target::Reading& reading,
                                    const std::vector<RunView*>& runs) {
  const WatchedProcesses watched = target.watched();
  std::set<pid_t> known = target.connected_pids();
  std::vector<BlindSpot> spots;
  for (const RunView* run : runs) known.insert(static_cast<pid_t>(run->run().pid));
  for (const WatchedProcess& process : UnseenProcesses(watched, known)) {
    spots.push_back({.name = kUnseenProcess,
                     .text = NamedProcess(process) + " loaded TensorFlow and was not recorded"});
  }
  if (reading.session() != nullptr) {
    for (const store::Loss& loss : reading.session()->trace().losses.losses()) {
      if (loss.hides != store::Hides::kBirths || !IsOfJob(loss, runs, target.job())) continue;
      spots.push_back({.name = loss.name, .count = loss.count, .text = loss.text});
    }
  }
  if (!runs.empty() || !spots.empty()) return spots;
  if (const auto why = importers::native::WhyNothingRecorded(target.trace_path()); !why.empty()) {
    return {{.name = "unrecorded_process", .text = "nothing was recorded: " + why}};
  }
  if (target.processes() == 0) return {WhyNothing(watched)};
  return {
      {.name = kNothingRecorded, .text = "nothing was recorded: what was is not there any more"}};
}

}  // namespace tdbg::session
