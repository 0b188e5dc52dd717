// The tensor files of one update: read one by one, then placed and appended in order of time.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "importers/tfdbg1/digest_table.h"
#include "importers/tfdbg1/dump_files.h"
#include "importers/tfdbg1/dump_root.h"
#include "importers/tfdbg1/dump_scan.h"
#include "importers/tfdbg1/loss_reporter.h"
#include "importers/tfdbg1/placement.h"
#include "store/run.h"

namespace tdbg::importers::tfdbg1 {

// A tensor whose file was not complete when it was read.
struct UnfinishedTensor {
  FoundTensor found;
  uint64_t size = 0;  // of the file then
  store::EventId event;
};

class TensorBatch {
 public:
  TensorBatch(store::Run& run, DumpFiles& files, DigestTable& digests, const WatchTable& watches,
              std::deque<DumpRoot>& roots, LossReporter& losses)
      : run_(run),
        files_(files),
        digests_(digests),
        watches_(watches),
        roots_(roots),
        losses_(losses) {}

  // Opens the file and keeps what it says. With an `event`, that one is brought up to date later.
  void Read(const FoundTensor& found, store::EventId event = {});

  // Places all that were read and appends them to the run. Returns those to look at again when
  // their files have grown.
  std::vector<UnfinishedTensor> Append();

 private:
  struct Record {
    FoundTensor found;
    PlacedTensor placed;
    store::TensorEvent event;
    store::EventId id;  // valid: to be updated
    DumpDevice* device = nullptr;
    std::vector<double> summary;
    bool whole = false;
    bool clean = false;
    bool unfinished = false;
  };

  void KeepDevice(std::string_view name, Record& record);
  void NameDevices();
  void Place();
  void PlaceGroup(const std::vector<Record*>& group);
  void PlaceWithoutNode(Record& record);
  void Judge(Record& record);

  store::Run& run_;
  DumpFiles& files_;
  DigestTable& digests_;
  const WatchTable& watches_;
  std::deque<DumpRoot>& roots_;
  LossReporter& losses_;
  std::vector<Record> records_;
};

}  // namespace tdbg::importers::tfdbg1
