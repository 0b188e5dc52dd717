// Reads a tfdbg1 dump: one dump root, or a session root with all its run_* directories, finished or
// still growing. Either is one run.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "importers/importer.h"
#include "importers/tfdbg1/digest_table.h"
#include "importers/tfdbg1/dump_files.h"
#include "importers/tfdbg1/dump_root.h"
#include "importers/tfdbg1/dump_scan.h"
#include "importers/tfdbg1/loss_reporter.h"
#include "importers/tfdbg1/tensor_batch.h"
#include "importers/tfdbg1/watch_table.h"
#include "store/trace.h"

namespace tdbg::importers::tfdbg1 {

class Tfdbg1Importer : public Importer {
 public:
  // `directory` is absolute; `shown_prefix` goes before file names in losses: "" or "worker0/".
  Tfdbg1Importer(std::string directory, std::string shown_prefix, store::Trace& trace);

  // The first call adds the run to the trace. Progress is told in files: how large they are is only
  // known when they are opened.
  Status Update(const Progress& progress) override;

  // Where the file with this number (Payload::file) lies, relative to the directory.
  std::string FilePath(uint32_t file) const { return files_->path(file); }

 private:
  // A file whose end was not there when it was read.
  template <typename FoundFile>
  struct Unfinished {
    FoundFile found;
    uint64_t size = 0;
    store::ExecutionId execution;  // of metadata
  };

  void MakeRun();
  bool HasGrown(uint32_t file, uint64_t size) const;
  Result<MappedFile> Open(uint32_t file);
  void ReadMetadata(const FoundMetadata& found, store::ExecutionId execution);
  void ReadInfo(const FoundInfo& found);
  void ReadGraph(const FoundGraph& found);
  void ReadAllMetadata(std::vector<FoundMetadata> found);
  void ReadAllInfos(std::vector<FoundInfo> found);
  void ReadAllGraphs(std::vector<FoundGraph> found);
  void ReadAllTensors(const std::vector<FoundTensor>& found, const Progress& progress);

  std::string directory_;
  store::Trace& trace_;
  LossReporter losses_;
  std::shared_ptr<DumpFiles> files_;  // shared with the run's values, which outlive this object
  std::shared_ptr<WatchTable> watches_;
  std::shared_ptr<DigestTable> digests_;
  DumpScan scan_;
  store::Run* run_ = nullptr;  // owned by the trace
  std::deque<DumpRoot> roots_;
  std::vector<Unfinished<FoundMetadata>> unfinished_metadata_;
  std::vector<Unfinished<FoundInfo>> unfinished_infos_;
  std::vector<Unfinished<FoundGraph>> unfinished_graphs_;
  std::vector<UnfinishedTensor> unfinished_tensors_;
};

}  // namespace tdbg::importers::tfdbg1
