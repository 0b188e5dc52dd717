// Opens a path of any known format, chosen by looking at the files, and keeps it up to date.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/directory.h"
#include "base/status.h"
#include "importers/importer.h"
#include "store/trace.h"

namespace tdbg::importers {

class TraceReader {
 public:
  // `path` holds one recording, or directories that each hold one (workers, runs). The error for
  // anything else says what would be accepted. Reads nothing yet: call Update().
  static Result<std::unique_ptr<TraceReader>> Open(const std::string& path);

  // Reads what is new.
  Status Update(const Progress& progress);

  // See Importer.
  void ForgetDeleted();

  const store::Trace& trace() const { return trace_; }

 private:
  TraceReader() = default;
  bool AddImporters(const std::string& directory, const std::string& shown_prefix,
                    const std::vector<DirectoryEntry>& entries);

  store::Trace trace_;
  std::vector<std::unique_ptr<Importer>> importers_;
};

}  // namespace tdbg::importers
