#include "cli/trace_place.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "base/directory.h"
#include "base/private_directory.h"
#include "cli/user_folders.h"
#include "format/job_ledger.h"
#include "format/trace_layout.h"

namespace tdbg::cli {
namespace {

namespace fs = std::filesystem;

Status CheckWanted(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_directory(path, error)) {
    return InvalidArgument(path + " is no directory");
  }
  if (const int made = MakePrivateDirectory(path); made != 0) {
    return Unreadable("cannot make " + path + ": " + std::strerror(made));
  }
  TDBG_ASSIGN_OR_RETURN(const std::vector<DirectoryEntry> entries, ListDirectory(path));
  const bool ours = std::any_of(entries.begin(), entries.end(), [](const DirectoryEntry& entry) {
    return entry.is_directory ? format::IsRunDirectoryName(entry.name)
                              : format::IsJobLedgerName(entry.name);
  });
  if (!entries.empty() && !ours) {
    return InvalidArgument(path + " is not empty and no trace of tdbg's: name a new directory");
  }
  if (access(path.c_str(), W_OK | X_OK) != 0) {
    return Unreadable("cannot write to " + path + ": " + std::strerror(errno));
  }
  return Status::Ok();
}

}  // namespace

Result<TracePlace> MakeTracePlace(const std::string& wanted, const std::string& program) {
  if (!wanted.empty()) {
    TDBG_RETURN_IF_ERROR(CheckWanted(wanted));
    std::error_code unknown;
    return TracePlace{.path = fs::absolute(wanted, unknown).lexically_normal()};
  }
  const Result<std::string> state = StateFolder();
  if (!state.ok()) {
    return Unreadable(state.status().message() + "; name a directory with -o");
  }
  const std::string wished = *state + "/" + program + "-" + std::to_string(getpid());
  // Containers that share a home give the same process numbers again and again.
  for (int64_t number = 1;; ++number) {
    const std::string path = number == 1 ? wished : wished + "-" + std::to_string(number);
    if (mkdir(path.c_str(), 0700) == 0) return TracePlace{.path = path, .temporary = true};
    if (errno == EEXIST) continue;
    return Unreadable("cannot make " + path + ": " + std::strerror(errno) +
                      "; name a directory with -o");
  }
}

void RemoveTrace(const TracePlace& place) {
  std::error_code ignored;
  fs::remove_all(place.path, ignored);
}

}  // namespace tdbg::cli
