#include "importers/trace_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>

#include "importers/native/loss_reader.h"
#include "importers/native/native_importer.h"
#include "importers/tfdbg1/dump_layout.h"
#include "importers/tfdbg1/tfdbg1_importer.h"
#include "importers/tfdbg2/tfdbg2_importer.h"

namespace tdbg::importers {
namespace {

constexpr char kAccepted[] =
    "expected a tdbg trace (run-* directories), a tfdbg2 logdir (tfdbg_events.* files), a tfdbg1 "
    "dump (_tfdbg_* entries or run_* directories), or a directory of such";

Status CheckIsDirectory(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    const int error = errno;
    std::string message = path + ": " + std::strerror(error) + "; " + kAccepted;
    return error == ENOENT ? NotFound(std::move(message)) : Unreadable(std::move(message));
  }
  if (!S_ISDIR(info.st_mode)) {
    return InvalidArgument(path + ": is a file, not a directory; " + kAccepted);
  }
  return Status::Ok();
}

}  // namespace

Result<std::unique_ptr<TraceReader>> TraceReader::Open(const std::string& path) {
  TDBG_RETURN_IF_ERROR(CheckIsDirectory(path));
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(path));
  std::unique_ptr<TraceReader> reader(new TraceReader);
  reader->trace_.path = path;
  if (reader->AddImporters(path, "", entries)) return reader;

  for (const DirectoryEntry& entry : entries) {
    if (!entry.is_directory) continue;
    const std::string directory = path + "/" + entry.name;
    if (const auto inner = ListDirectory(directory); inner.ok()) {
      reader->AddImporters(directory, entry.name + "/", *inner);
    }
  }
  if (!reader->importers_.empty()) return reader;
  if (const std::string why = native::WhyNothingRecorded(path); !why.empty()) {
    return NotFound(path + ": nothing was recorded: " + why);
  }
  return InvalidArgument(path + (entries.empty() ? ": is empty; " : ": holds no recording; ") +
                         kAccepted);
}

bool TraceReader::AddImporters(const std::string& directory, const std::string& shown_prefix,
                               const std::vector<DirectoryEntry>& entries) {
  const size_t before = importers_.size();
  if (native::LooksLikeNative(entries)) {
    importers_.push_back(std::make_unique<native::NativeImporter>(directory, shown_prefix, trace_));
  }
  if (tfdbg2::LooksLikeTfdbg2(entries)) {
    importers_.push_back(std::make_unique<tfdbg2::Tfdbg2Importer>(directory, shown_prefix, trace_));
  }
  if (tfdbg1::LooksLikeTfdbg1(entries)) {
    importers_.push_back(std::make_unique<tfdbg1::Tfdbg1Importer>(directory, shown_prefix, trace_));
  }
  return importers_.size() > before;
}

Status TraceReader::Update(const Progress& progress) {
  for (const auto& importer : importers_) TDBG_RETURN_IF_ERROR(importer->Update(progress));
  std::stable_sort(trace_.runs.begin(), trace_.runs.end(),
                   [](const auto& a, const auto& b) { return a->start_ns < b->start_ns; });
  return Status::Ok();
}

void TraceReader::ForgetDeleted() {
  for (const auto& importer : importers_) importer->ForgetDeleted();
}

}  // namespace tdbg::importers
