// Reads a native trace: a directory of runs, finished or still growing, or one run alone.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/directory.h"
#include "importers/importer.h"
#include "importers/native/run_reader.h"
#include "store/trace.h"

namespace tdbg::importers::native {

// True if a directory with these entries holds runs, or the segments of one.
bool LooksLikeNative(const std::vector<DirectoryEntry>& entries);

class NativeImporter : public Importer {
 public:
  // `shown_prefix` goes before file names in losses: "" or "worker0/".
  NativeImporter(std::string directory, std::string shown_prefix, store::Trace& trace)
      : directory_(std::move(directory)), shown_prefix_(std::move(shown_prefix)), trace_(trace) {}

  // Runs that have begun since the last call are found, too.
  Status Update(const Progress& progress) override;
  void ForgetDeleted() override;

 private:
  std::string directory_;
  std::string shown_prefix_;
  store::Trace& trace_;
  std::map<std::string, std::unique_ptr<RunReader>> runs_;  // by directory
};

}  // namespace tdbg::importers::native
