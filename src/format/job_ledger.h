// What the processes of one recording share on disk: how many bytes of the budget they have taken
// together, and how many of them could not record at all. One small file in the trace directory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace tdbg::format {

// "job-0123456789abcdef.tdbg"
std::string JobLedgerName(std::string_view job);
bool IsJobLedgerName(std::string_view name);

// What it says of processes that did not get as far as having a folder of their own.
struct UnrecordedProcesses {
  std::string job;
  uint64_t count = 0;
  std::string why;  // of the first
};
// An error if that is no ledger, or not a whole one.
Result<UnrecordedProcesses> ReadJobLedger(const std::string& path);

// For any thread and any process. The file is opened for each call and no descriptor kept, so that
// nothing is left open in a program that did not ask for it; it has its place on the disk from the
// beginning, so that it can be written when the disk is full.
class JobLedger {
 public:
  // Makes the file if it is not there.
  static Result<JobLedger> Open(const std::string& trace_directory, std::string_view job);

  JobLedger() = default;  // none: takes nothing, and refuses nothing

  // Takes `bytes` if all processes together have taken `limit` at most then. Else it takes nothing
  // and returns by how much it would be more.
  Result<uint64_t> Take(uint64_t bytes, uint64_t limit);
  void GiveBack(uint64_t bytes);

  // A process that cannot record, because.
  void CountUnrecorded(std::string_view why);

 private:
  explicit JobLedger(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace tdbg::format
