#include "importers/native/native_importer.h"

#include <algorithm>
#include <filesystem>

#include "format/trace_layout.h"
#include "importers/native/loss_reader.h"

namespace tdbg::importers::native {
namespace {

bool IsSegment(const DirectoryEntry& entry) {
  return !entry.is_directory && format::ParseSegmentFileName(entry.name).has_value();
}

bool IsRun(const DirectoryEntry& entry) {
  return entry.is_directory && format::IsRunDirectoryName(entry.name);
}

}  // namespace

bool LooksLikeNative(const std::vector<DirectoryEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [](const DirectoryEntry& entry) { return IsSegment(entry) || IsRun(entry); });
}

Status NativeImporter::Update(const Progress& progress) {
  TDBG_ASSIGN_OR_RETURN(const auto entries, ListDirectory(directory_));
  const auto add = [&](const std::string& directory, const std::string& id,
                       const std::string& shown) {
    std::unique_ptr<RunReader>& run = runs_[directory];
    if (run == nullptr) run = std::make_unique<RunReader>(directory, id, shown, trace_);
  };
  if (std::any_of(entries.begin(), entries.end(), IsSegment)) {
    const auto whole = std::filesystem::path(directory_).lexically_normal();
    const auto name = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
    add(directory_, name.string(), shown_prefix_);
  }
  for (const DirectoryEntry& entry : entries) {
    if (!entry.is_directory && IsLedgerFile(entry.name)) {
      ReadLedger(directory_ + "/" + entry.name, shown_prefix_ + entry.name, trace_.losses);
    }
    if (IsRun(entry)) {
      add(directory_ + "/" + entry.name, entry.name, shown_prefix_ + entry.name + "/");
    }
  }
  for (const auto& [directory, run] : runs_) TDBG_RETURN_IF_ERROR(run->Update(progress));
  return Status::Ok();
}

void NativeImporter::ForgetDeleted() {
  for (const auto& [directory, run] : runs_) run->ForgetDeleted();
}

}  // namespace tdbg::importers::native
