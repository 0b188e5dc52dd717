// Graphs, ops and devices of a run, as a tfdbg2 file set holds them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "exporters/tfdbg2/debug_event_writer.h"
#include "exporters/tfdbg2/stack_exporter.h"
#include "exporters/written_rows.h"
#include "store/run.h"

namespace tdbg::exporters::tfdbg2 {

class GraphExporter {
 public:
  // Writes what is new. Graphs and ops that are only mentioned so far wait for their own record; a
  // `last` call writes them with nothing but their name.
  void Update(const store::Run& run, const StackExporter& stacks, DebugEventWriter& writer,
              bool last);

  bool HasGraph(store::GraphId id) const { return graphs_.Has(id); }
  bool HasOp(store::OpId id) const { return ops_.Has(id); }

  // The id of a graph in the files; empty for an invalid one.
  static std::string GraphKey(const store::Run& run, store::GraphId id);

  // The number of a device in the files; 0 for an invalid one.
  static int32_t DeviceNumber(store::DeviceId id);

  // The number of an output of an op that was written; 0 where it has none.
  int64_t TensorId(const store::Run& run, store::OpId op, int32_t slot) const;

 private:
  bool WriteGraph(const store::Run& run, DebugEventWriter& writer, store::GraphId id, bool bare);
  bool WriteOp(const store::Run& run, const StackExporter& stacks, DebugEventWriter& writer,
               store::OpId id, bool bare);
  void CountOutputs(const store::Run& run);

  size_t devices_ = 0;
  WrittenRows<store::GraphId> graphs_;
  WrittenRows<store::OpId> ops_;
  std::unordered_map<store::OpId, int32_t> outputs_;  // of ops that do not say
  // Ids for outputs whose format has none.
  std::unordered_map<store::OpId, std::vector<int32_t>> made_ids_;
  int32_t next_id_ = 1;
};

}  // namespace tdbg::exporters::tfdbg2
