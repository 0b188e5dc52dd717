// Writes one run of a store as a native trace.
//
// What a record mentions is defined before it. The order of executions, and of the events of one
// op, is that of the store. Eager tensors have no ids in a native trace: how bad values flowed
// between executions is kept as the verdicts that Finish is given.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exporters/exporter.h"
#include "exporters/native/definition_writer.h"
#include "exporters/native/segment_stream.h"
#include "exporters/written_rows.h"

namespace tdbg::exporters::native {

class RunExporter : public Exporter {
 public:
  // Makes the run's own folder in `directory`, which must exist.
  explicit RunExporter(std::string directory) : directory_(std::move(directory)) {}

  Status Update(const store::Run& run) override { return Write(run, false); }
  Status Finish(const store::Run& run, std::span<const JudgedEvent> verdicts) override;
  int64_t summarised_values() const override { return 0; }

 private:
  // The three kinds of segments, and what was defined in them.
  struct Files {
    Files(const std::string& directory, const format::SegmentIdentity& identity);
    Status status() const;

    SegmentStream meta;
    SegmentStream events;
    SegmentStream values;
    DefinitionWriter definitions;
  };

  Status Start(const store::Run& run);
  void NoteDevices(const store::Run& run);
  Status Write(const store::Run& run, bool last);
  bool WriteSource(const store::Run& run, store::SourceFileId id, bool last);
  bool WriteGraph(const store::Run& run, store::GraphId id, bool last);
  bool WriteOp(const store::Run& run, store::OpId id, bool last);
  bool WriteEvent(const store::Run& run, store::EventId id, bool last);
  void WriteExecution(const store::Run& run, store::ExecutionId id);
  void WriteVerdict(const store::Run& run, const JudgedEvent& judged);
  uint32_t OpNumber(const store::Run& run, store::EventId id);

  std::string directory_;
  std::unique_ptr<Files> files_;
  WrittenRows<store::SourceFileId> sources_;
  WrittenRows<store::GraphId> graphs_;
  WrittenRows<store::OpId> ops_;
  WrittenRows<store::EventId> events_;
  size_t executions_ = 0;
  // Where ops ran whose definition does not say it: a native trace has a device for each op, and
  // none for each tensor.
  std::unordered_map<store::OpId, store::DeviceId> devices_;
  size_t placed_events_ = 0;
};

}  // namespace tdbg::exporters::native
