// Reads one run directory of a native trace into a store::Run, and goes on where it stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/importer.h"
#include "importers/native/definitions.h"
#include "importers/native/executions.h"
#include "importers/native/incidents.h"
#include "importers/native/readings.h"
#include "importers/native/segment_set.h"
#include "store/trace.h"

namespace tdbg::importers::native {

class RunReader {
 public:
  // Adds a run to the trace. `id` is the directory's name.
  RunReader(const std::string& directory, const std::string& id, const std::string& shown_prefix,
            store::Trace& trace);

  // Reads what is new. `progress` is told of the bytes of this run.
  Status Update(const Progress& progress);

  // Unmaps what was deleted, and forgets its rows when they are half as many as those that are
  // kept: what is computed of the run is then computed anew, and so costs little for each row.
  void ForgetDeleted();

 private:
  void ReadSegments(format::SegmentKind kind, const std::function<void(uint64_t)>& report);
  void NoteWriter(uint32_t file, uint32_t thread);
  void Read(const format::RecordView& record, uint32_t file, const OpenSegment& segment);
  bool AddRecord(const format::RecordView& record, uint32_t file, uint32_t thread);
  bool AddProcess(const format::RecordView& record);
  bool AddLoss(const format::RecordView& record);
  bool AddThread(const format::RecordView& record);
  bool AddEvent(const format::RecordView& record, uint32_t file);

  void PlaceEvents(size_t first_new);
  void PlaceEvent(store::EventId event, uint32_t op_number);
  void ReportDamage();
  void ForgetRows();

  store::Run* run_;
  store::LossLog& losses_;
  const std::string directory_;
  bool has_loss_page_ = false;  // as its process says
  SegmentSet segments_;
  Definitions definitions_;
  Incidents incidents_;
  Readings readings_;
  Executions executions_;

  // The op of each event of this round. Events get their places at its end.
  std::vector<uint32_t> op_numbers_;
  std::vector<uint32_t> execution_numbers_;
  int64_t unrecorded_ops_ = 0;
  std::vector<uint32_t> rows_of_file_;  // events, by the number of their segment
  size_t deleted_rows_ = 0;             // that are not forgotten yet
};

}  // namespace tdbg::importers::native
