// The files of a tfdbg2 logdir: which belong together, and how far each was read.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/mapped_file.h"
#include "base/status.h"
#include "store/loss_log.h"

namespace tdbg::importers::tfdbg2 {

// In the order in which they are read: what is referred to comes before what refers to it.
enum class FileKind { kMetadata, kSourceFiles, kStackFrames, kGraphs, kTraces, kExecution };
inline constexpr int kFileKinds = 6;

const char* FileSuffix(FileKind kind);

// "tfdbg_events.1794731945.my.host.execution" split into its parts; nullopt for other names.
struct LogFileName {
  std::string prefix;  // everything before the last dot: names the set
  std::string host;
  FileKind kind;
};
std::optional<LogFileName> ParseLogFileName(std::string_view name);

// One file, memory-mapped, read from where the last reading ended.
class LogFile {
 public:
  // `shown` is its name in loss reports.
  LogFile(std::string path, std::string shown) : path_(std::move(path)), shown_(std::move(shown)) {}

  // A whole record, or one whose data failed its check (`sound` false; its place still counts).
  struct Record {
    uint64_t offset = 0;  // of `data` in the file
    std::string_view data;
    bool sound = true;
  };

  // Calls `visit` for each record that is new. Damage goes to `losses`.
  void ReadNew(store::LossLog& losses, const std::function<void(const Record&)>& visit);

  // From now on nothing behind a damaged frame is read: for files whose records are known by their
  // position.
  void StopAtDamagedFrame() { resync_ = false; }

  uint64_t NewBytes();  // how much ReadNew would look at
  std::string_view bytes() const { return file_ ? file_->bytes() : std::string_view(); }
  const std::string& shown() const { return shown_; }

  // The mapping, shared with values that borrow from it.
  std::shared_ptr<const MappedFile> mapping() const { return file_; }

 private:
  Status Map();

  std::string path_;
  std::string shown_;
  std::shared_ptr<MappedFile>
      file_;  // shared with values read from it, which may outlive the trace
  uint64_t offset_ = 0;
  bool resync_ = true;
  bool stopped_ = false;
  bool told_hole_ = false;
};

// The six files of one writing process.
struct FileSet {
  std::string prefix;
  std::string host;
  std::array<std::unique_ptr<LogFile>, kFileKinds> files;  // null where the file is missing

  LogFile* file(FileKind kind) const { return files[static_cast<size_t>(kind)].get(); }
};

}  // namespace tdbg::importers::tfdbg2
