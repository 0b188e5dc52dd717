#include "exporters/native/definition_writer.h"

#include "format/records.h"

namespace tdbg::exporters::native {
namespace {

using format::RecordedRole;
using frameworks::OpRole;
using store::Run;

std::span<const std::byte> BytesOf(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

RecordedRole RoleOf(OpRole role) {
  switch (role) {
    case OpRole::kDataset:
      return RecordedRole::kReadsInput;
    case OpRole::kConstant:
      return RecordedRole::kReadsConstant;
    case OpRole::kReadVariable:
      return RecordedRole::kReadsVariable;
    case OpRole::kPassThrough:
      return RecordedRole::kPassesOn;
    default:
      break;
  }
  return RecordedRole::kComputes;
}

}  // namespace

uint32_t DefinitionWriter::String(std::string_view text) {
  if (text.empty()) return 0;
  text = text.substr(0, format::kLongestString);
  const auto next = static_cast<uint32_t>(strings_.size() + 1);
  const auto [entry, added] = strings_.try_emplace(std::string(text), next);
  if (added) {
    format::StringRecord record = {};
    record.id = next;
    record.size = static_cast<uint32_t>(text.size());
    meta_.Append(record, BytesOf(text));
  }
  return entry->second;
}

uint32_t DefinitionWriter::Shape(const tensor::Shape& shape) {
  const std::vector<int64_t> dims(shape.dims().begin(), shape.dims().end());
  const auto next = static_cast<uint32_t>(shapes_.size() + 1);
  const auto [entry, added] = shapes_.try_emplace(dims, next);
  if (added) {
    format::ShapeRecord record = {};
    record.id = next;
    record.rank = static_cast<uint32_t>(dims.size());
    meta_.Append(record, std::as_bytes(std::span(dims)));
  }
  return entry->second;
}

uint32_t DefinitionWriter::Stack(const Run& run, store::StackId stack) {
  uint32_t caller = 0;
  for (const store::FrameId id : run.stacks.frames(stack)) {
    const store::Frame& frame = run.stacks.frame(id);
    if (!frame.recorded) continue;
    const auto next = static_cast<uint32_t>(frames_.size() + 1);
    const auto [entry, added] = frames_.try_emplace({caller, id}, next);
    if (added) {
      format::StackFrameRecord record = {};
      record.id = next;
      record.caller = caller;
      record.file = frame.file.valid() ? String(run.strings[run.sources[frame.file].path]) : 0;
      record.function = String(run.strings[frame.function]);
      record.line = static_cast<uint32_t>(frame.line);
      record.layer = Layer(run, frame.layer);
      const format::FrameColumns columns = {static_cast<uint32_t>(frame.columns.begin),
                                            static_cast<uint32_t>(frame.columns.end),
                                            static_cast<uint32_t>(frame.columns.end_line), 0};
      meta_.Append(record, std::as_bytes(std::span(&columns, frame.columns.known() ? 1 : 0)));
    }
    caller = entry->second;
  }
  return caller;
}

uint32_t DefinitionWriter::Layer(const Run& run, store::LayerId id) {
  if (!id.valid()) return 0;
  const auto [entry, added] = layers_.try_emplace(id, static_cast<uint32_t>(layers_.size() + 1));
  if (!added) return entry->second;
  const store::Layer& layer = run.layers[id];
  format::LayerRecord record = {};
  record.id = entry->second;
  record.path = String(run.strings[layer.path]);
  record.type = String(run.strings[layer.type]);
  record.stack = Stack(run, layer.stack);
  meta_.Append(record);
  return record.id;
}

void DefinitionWriter::WriteGraph(const Run& run, store::GraphId id) {
  const store::Graph& graph = run.graphs.graph(id);
  format::GraphRecord record = {};
  record.id = static_cast<uint32_t>(graphs_.size() + 1);
  record.key = String(run.strings[graph.key]);
  record.name = String(run.strings[graph.name]);
  record.outer = Graph(graph.outer);
  graphs_[id] = record.id;
  meta_.Append(record);
}

void DefinitionWriter::WriteOp(const Run& run, store::OpId id, store::DeviceId device) {
  const store::Op& op = run.graphs.op(id);
  std::vector<format::OpInput> inputs;
  for (const store::InputRef& input : op.inputs) {
    inputs.push_back({String(run.strings[input.op]), input.slot});
  }
  format::OpRecord record = {};
  uint32_t& number = ops_[id];
  if (number == 0) number = ++op_count_;
  record.id = number;
  record.graph = Graph(op.graph);
  record.name = String(run.strings[op.name]);
  record.type = String(run.strings[op.type]);
  record.device = String(run.DeviceName(device));
  record.stack = Stack(run, op.stack);
  record.output_count = static_cast<uint32_t>(op.num_outputs);
  record.input_count = static_cast<uint32_t>(inputs.size());
  record.role = static_cast<uint8_t>(RoleOf(op.recorded_role));
  record.flags = op.recorded_role == OpRole::kAssign ? format::kOpAssigns : 0;
  meta_.Append(record, std::as_bytes(std::span(inputs)));
}

uint32_t DefinitionWriter::EagerOp(const Run& run, StringId type, store::DeviceId device,
                                   int32_t outputs) {
  uint32_t& number = eager_ops_[{type, device, outputs}];
  if (number == 0) {
    format::OpRecord record = {};
    record.id = number = ++op_count_;
    record.type = String(run.strings[type]);
    record.device = String(run.DeviceName(device));
    record.output_count = static_cast<uint32_t>(outputs);
    meta_.Append(record);
  }
  return number;
}

void DefinitionWriter::WriteSource(std::string_view path, std::string_view text) {
  format::SourceFileRecord record = {};
  record.path = String(path);
  record.size = text.size();
  meta_.Append(record, BytesOf(text));
}

}  // namespace tdbg::exporters::native
