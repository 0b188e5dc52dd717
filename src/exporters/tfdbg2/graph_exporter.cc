#include "exporters/tfdbg2/graph_exporter.h"

#include <algorithm>
#include <cctype>

#include "exporters/tfdbg2/wall_seconds.h"

namespace tdbg::exporters::tfdbg2 {

using store::DeviceId;
using store::GraphId;
using store::InputRef;
using store::OpId;
using store::Run;

void GraphExporter::Update(const Run& run, const StackExporter& stacks, DebugEventWriter& writer,
                           bool last) {
  for (DeviceId id : Ids<DeviceId>(run.devices.size(), devices_)) {
    writer.Device(WallSeconds(run, kNoTime), DeviceNumber(id), run.DeviceName(id));
    ++devices_;
  }
  graphs_.Grow(run.graphs.num_graphs());
  graphs_.Advance([&](GraphId id) { return WriteGraph(run, writer, id, last); });
  if (last) CountOutputs(run);
  ops_.Grow(run.graphs.num_ops());
  ops_.Advance([&](OpId id) { return WriteOp(run, stacks, writer, id, last); });
}

// TensorBoard cuts its keys at '_' and '.', so only an id without them is kept.
std::string GraphExporter::GraphKey(const Run& run, GraphId id) {
  if (!id.valid()) return "";
  const std::string_view key = run.strings[run.graphs.graph(id).key];
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '-';
  });
  return plain ? std::string(key) : "graph-" + std::to_string(id.index());
}

int32_t GraphExporter::DeviceNumber(DeviceId id) {
  return id.valid() ? static_cast<int32_t>(id.index()) + 1 : 0;
}

int64_t GraphExporter::TensorId(const Run& run, OpId op, int32_t slot) const {
  const auto i = static_cast<size_t>(slot);  // huge where it is not known
  const auto& recorded = run.graphs.op(op).output_tensor_ids;
  if (i < recorded.size()) return recorded[i];
  const auto made = made_ids_.find(op);
  return made != made_ids_.end() && i < made->second.size() ? made->second[i] : 0;
}

bool GraphExporter::WriteGraph(const Run& run, DebugEventWriter& writer, GraphId id, bool bare) {
  const store::Graph& graph = run.graphs.graph(id);
  if (!graph.recorded && !bare) return false;
  if (graph.outer.valid() && !graphs_.Has(graph.outer)) {
    if (!WriteGraph(run, writer, graph.outer, bare)) return false;
    graphs_.Mark(graph.outer);
  }
  writer.Graph(WallSeconds(run, graph.time_ns), GraphKey(run, id), run.strings[graph.name],
               GraphKey(run, graph.outer));
  return true;
}

bool GraphExporter::WriteOp(const Run& run, const StackExporter& stacks, DebugEventWriter& writer,
                            OpId id, bool bare) {
  const store::Op& op = run.graphs.op(id);
  const bool complete = op.type.valid() && stacks.IsComplete(run, op.stack);
  if (!graphs_.Has(op.graph) || (!complete && !bare)) return false;

  std::vector<std::string> inputs;
  for (const InputRef& input : op.inputs) {
    const std::string_view name = run.strings[input.op];
    // TensorFlow's reader takes one colon and no more.
    if (input.slot == InputRef::kControl || name.find(':') != name.npos) continue;
    inputs.push_back(std::string(name) + ":" + std::to_string(input.slot));
  }
  std::vector<int32_t> ids(op.output_tensor_ids.begin(), op.output_tensor_ids.end());
  const auto counted = outputs_.find(id);
  const int32_t outputs = counted == outputs_.end() ? op.num_outputs : counted->second;
  if (ids.empty() && outputs > 0) {
    while (ids.size() < static_cast<size_t>(outputs)) ids.push_back(next_id_++);
    made_ids_[id] = ids;
  }
  writer.Op(WallSeconds(run, op.time_ns),
            {.type = run.strings[op.type],
             .name = run.strings[op.name],
             .graph_name = run.strings[run.graphs.graph(op.graph).name],
             .graph_id = GraphKey(run, op.graph),
             .device = run.DeviceName(op.device),
             .inputs = inputs,
             .output_tensor_ids = ids,
             .location = {run.strings[op.host], stacks.FrameIds(run, op.stack)}});
  return true;
}

// Of an op that does not say how many outputs it has, only those are known that somebody read or
// traced.
void GraphExporter::CountOutputs(const Run& run) {
  const auto saw = [&](OpId id, int32_t slot) {
    constexpr int32_t kMost = 1 << 16;
    if (!id.valid() || run.graphs.op(id).num_outputs > 0 || slot < 0 || slot >= kMost) return;
    int32_t& outputs = outputs_[id];
    outputs = std::max(outputs, slot + 1);
  };
  for (const OpId id : run.graphs.op_ids()) {
    const store::Op& op = run.graphs.op(id);
    for (const InputRef& input : op.inputs) {
      saw(run.graphs.FindOp(op.graph, input.op), input.slot);
    }
  }
  for (const store::EventId id : run.events.ids()) saw(run.events.op[id], run.events.slot[id]);
}

}  // namespace tdbg::exporters::tfdbg2
