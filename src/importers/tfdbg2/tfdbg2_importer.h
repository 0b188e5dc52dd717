// Reads a tfdbg2 logdir: every run, every host, finished or still growing.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/directory.h"
#include "importers/importer.h"
#include "importers/tfdbg2/file_set.h"
#include "importers/tfdbg2/run_builder.h"
#include "store/trace.h"

namespace tdbg::importers::tfdbg2 {

// True if a directory with these entries holds tfdbg2 files.
bool LooksLikeTfdbg2(const std::vector<DirectoryEntry>& entries);

class Tfdbg2Importer : public Importer {
 public:
  // `shown_prefix` goes before file names in losses: "" or "worker0/".
  Tfdbg2Importer(std::string directory, std::string shown_prefix, store::Trace& trace)
      : directory_(std::move(directory)), shown_prefix_(std::move(shown_prefix)), trace_(trace) {}

  Status Update(const Progress& progress) override;

 private:
  // One run id, with all the hosts that share it.
  struct RunState {
    store::Run* run = nullptr;
    std::unique_ptr<RunBuilder> builder;
    std::vector<LogFile*> files;  // by the number that payloads carry
    std::string shown;            // prefix of its first file set
  };
  // One writing process of a run.
  struct SetState {
    FileSet files;
    WriterState writer;
    RunState* run = nullptr;
    bool identified = false;  // its metadata was read
    std::array<uint32_t, kFileKinds> numbers{};
  };
  class Values;

  void FindFiles(const std::vector<DirectoryEntry>& entries);
  void OpenFile(SetState& set, FileKind kind);
  std::string ShownName(const SetState& set, FileKind kind) const;
  void ReportMissingFiles(const SetState& set);
  void AssignRun(SetState& set);
  void StartAnew(SetState& set);
  RunState& RunFor(const std::string& run_id, const std::string& prefix);
  // `report` is told now and then how many bytes of the file were read.
  void ReadFile(SetState& set, FileKind kind, const std::function<void(uint64_t)>& report);

  std::string directory_;
  std::string shown_prefix_;
  store::Trace& trace_;
  std::map<std::string, SetState> sets_;  // by prefix: in order of their start
  std::map<std::string, std::unique_ptr<RunState>> runs_;
  // What turned out to be a part of another run. Kept, so that no other gets its address.
  std::vector<std::unique_ptr<store::Run>> gone_;
};

}  // namespace tdbg::importers::tfdbg2
