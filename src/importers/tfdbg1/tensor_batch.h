// The tensor files of one update: read one by one, then placed and appended in order of time,
// together with those of earlier updates whose place may be another by now.
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
  DumpDevice* device = nullptr;  // owned by its root
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

  // Opens the file and keeps what it says.
  void Read(const FoundTensor& found);
  // The file has grown: its event is brought up to date later.
  void ReadAgain(const UnfinishedTensor& tensor);
  // The file is what it was.
  void Keep(const UnfinishedTensor& tensor);

  // Places all that were read and appends them to the run; moves tensors of earlier updates that
  // belong elsewhere. Returns those to look at again when their files have grown.
  std::vector<UnfinishedTensor> Append();

 private:
  struct Record {
    FoundTensor found;  // of a recalled one the numbers alone
    PlacedTensor placed;
    store::TensorEvent event;
    store::EventId id;      // valid: to be updated
    bool recalled = false;  // its file was not read, but its row may change
    DumpDevice* device = nullptr;
    TensorGroup* group = nullptr;
    std::vector<double> summary;
    bool whole = false;
    bool clean = false;
    bool unfinished = false;
  };

  void KeepDevice(std::string_view name, Record& record);
  void NameDevices();
  void RecallStaleGroups();
  void Recall(uint32_t root, DumpDevice& device, TensorGroup& group);
  Record& Recall(store::EventId event, uint32_t root, DumpDevice& device);
  void Leave(DumpDevice& device, store::OpId op);
  void Place();
  void PlaceGroup(std::vector<Record*>& group);
  void PlaceWithoutNode(Record& record);
  void Judge(Record& record);
  void ReadSummaryAgain(Record& record);
  void Store(Record& record);
  void TellOfNodeless();

  store::Run& run_;
  DumpFiles& files_;
  DigestTable& digests_;
  const WatchTable& watches_;
  std::deque<DumpRoot>& roots_;
  LossReporter& losses_;
  std::deque<Record> records_;  // what points to one stays good when others are added
};

}  // namespace tdbg::importers::tfdbg1
