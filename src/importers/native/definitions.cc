#include "importers/native/definitions.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "importers/native/record_cast.h"

namespace tdbg::importers::native {

using format::RecordKind;
using format::RecordView;
using store::GraphId;
using store::OpId;
using store::SourceFileId;
using store::StackId;

namespace {

int32_t Clamped(uint32_t number) {
  return static_cast<int32_t>(
      std::min<uint32_t>(number, static_cast<uint32_t>(std::numeric_limits<int32_t>::max())));
}

store::FrameColumns ColumnsOf(const RecordView& record, const format::StackFrameRecord& frame) {
  std::string_view tail;
  format::FrameColumns columns;
  if (!TailOf<format::StackFrameRecord>(record.bytes, sizeof columns, tail)) return {};
  std::memcpy(&columns, tail.data(), sizeof columns);
  // What cannot be a part of the text is no word on it.
  if (columns.end_line < frame.line) return {};
  if (columns.end_line == frame.line && columns.end <= columns.begin) return {};
  return {Clamped(columns.begin), Clamped(columns.end), Clamped(columns.end_line)};
}

}  // namespace

bool Definitions::Add(const RecordView& record) {
  switch (record.kind) {
    case RecordKind::kString:
      return AddString(record);
    case RecordKind::kGraph:
      return AddGraph(record);
    case RecordKind::kOp:
      return AddOp(record);
    case RecordKind::kShape:
      return AddShape(record);
    case RecordKind::kStackFrame:
      return AddFrame(record);
    case RecordKind::kSourceFile:
      return AddSource(record);
    case RecordKind::kLayer:
      return AddLayer(record);
    default:
      return false;
  }
}

StringId Definitions::String(uint32_t number) const {
  const StringId* known = strings_.Find(number);
  return known == nullptr ? StringId() : *known;
}

bool Definitions::AddString(const RecordView& record) {
  const auto* string = CastRecord<format::StringRecord>(record.bytes);
  std::string_view text;
  if (string == nullptr || string->id == 0 ||
      !TailOf<format::StringRecord>(record.bytes, string->size, text)) {
    return false;
  }
  strings_[string->id] = run_.strings.Intern(text);
  return true;
}

GraphId Definitions::Graph(uint32_t number) {
  if (number == 0) return GraphId();
  GraphId& id = graphs_[number];
  if (!id.valid()) {
    id = run_.graphs.FindOrAddGraph(run_.strings.Intern("graph " + std::to_string(number)));
  }
  return id;
}

bool Definitions::AddGraph(const RecordView& record) {
  const auto* graph = CastRecord<format::GraphRecord>(record.bytes);
  if (graph == nullptr || graph->id == 0) return false;
  GraphId& known = graphs_[graph->id];
  if (!known.valid() && String(graph->key).valid()) {
    known = run_.graphs.FindOrAddGraph(String(graph->key));
  }
  const GraphId id = Graph(graph->id);
  store::Graph& entry = run_.graphs.graph(id);
  entry.recorded = true;
  run_.graphs.Changed(id);
  if (const StringId name = String(graph->name); name.valid()) {
    entry.name = name;
    auto& named = graphs_named_[name];
    if (std::find(named.begin(), named.end(), id) == named.end()) named.push_back(id);
  }
  return graph->outer == 0 || run_.graphs.SetOuter(id, Graph(graph->outer));
}

bool Definitions::AddOp(const RecordView& record) {
  const auto* op = CastRecord<format::OpRecord>(record.bytes);
  std::string_view inputs;
  if (op == nullptr || op->id == 0 ||
      !TailOf<format::OpRecord>(record.bytes, op->input_count * sizeof(format::OpInput), inputs)) {
    return false;
  }
  op = CastRecord<format::OpRecord>(op_records_.Keep(record.bytes));
  NumberedOp& known = ops_[op->id];
  ((op->flags & format::kOpAsWritten) != 0 ? known.written : known.executed) = op;
  if (const std::string_view device = Text(op->device); !device.empty()) {
    known.device = run_.InternDevice(device);
  }
  if (op->graph == 0) return true;
  const GraphId graph = Graph(op->graph);
  changed_.insert(graph);
  if (known.id.valid()) return true;
  const StringId name = String(op->name);
  known.id = run_.graphs.FindOrAddOp(
      graph, name.valid() ? name : run_.strings.Intern("op " + std::to_string(op->id)));
  number_of_.try_emplace(known.id, op->id);  // of several, the first is the one as written, too
  op_numbers_[graph].push_back(op->id);
  return true;
}

bool Definitions::AddShape(const RecordView& record) {
  const auto* shape = CastRecord<format::ShapeRecord>(record.bytes);
  std::string_view tail;
  if (shape == nullptr || shape->id == 0 ||
      !TailOf<format::ShapeRecord>(record.bytes, uint64_t{shape->rank} * sizeof(int64_t), tail)) {
    return false;
  }
  std::vector<int64_t> dims(shape->rank);
  if (!dims.empty()) std::memcpy(dims.data(), tail.data(), tail.size());
  tensor::Shape read(std::move(dims));
  if (!read.NumElements()) return false;
  shapes_[shape->id] = std::move(read);
  return true;
}

const tensor::Shape* Definitions::Shape(uint32_t number) const {
  return number == 0 ? nullptr : shapes_.Find(number);
}

bool Definitions::AddFrame(const RecordView& record) {
  const auto* frame = CastRecord<format::StackFrameRecord>(record.bytes);
  // A caller is defined before those it calls, so its number is smaller: no ring can be made.
  if (frame == nullptr || frame->id == 0 || frame->caller >= frame->id) return false;
  const StringId file = String(frame->file), function = String(frame->function);
  const store::LayerId layer = Layer(frame->layer);
  const store::FrameColumns columns = ColumnsOf(record, *frame);
  const auto [it, added] = frame_ids_.try_emplace({file, function, frame->line, layer, columns});
  if (added) {
    it->second = run_.stacks.AddFrame();
    store::Frame& entry = run_.stacks.frame(it->second);
    entry.recorded = true;
    entry.function = function;
    entry.layer = layer;
    entry.line = Clamped(frame->line);
    entry.columns = columns;
    if (file.valid()) entry.file = SourceAt(file);
  }
  frames_[frame->id] = {it->second, frame->caller, StackId()};
  return true;
}

StackId Definitions::Stack(uint32_t number) {
  Frame* innermost = frames_.Find(number);
  if (number == 0 || innermost == nullptr || !innermost->frame.valid()) return StackId();
  if (innermost->stack.valid()) return innermost->stack;
  constexpr size_t kDeepest = 4096;  // Python's own limit is 1000
  std::vector<store::FrameId> frames;
  for (const Frame* frame = innermost;
       frame != nullptr && frame->frame.valid() && frames.size() < kDeepest;
       frame = frame->caller == 0 ? nullptr : frames_.Find(frame->caller)) {
    frames.push_back(frame->frame);
  }
  std::reverse(frames.begin(), frames.end());
  innermost->stack = run_.stacks.Intern(frames);
  return innermost->stack;
}

store::LayerId Definitions::Layer(uint32_t number) {
  if (number == 0) return store::LayerId();
  store::LayerId& id = layers_[number];
  if (!id.valid()) id = run_.layers.Append({});
  return id;
}

bool Definitions::AddLayer(const RecordView& record) {
  const auto* layer = CastRecord<format::LayerRecord>(record.bytes);
  if (layer == nullptr || layer->id == 0) return false;
  run_.layers[Layer(layer->id)] = {String(layer->path), String(layer->type), Stack(layer->stack)};
  return true;
}

SourceFileId Definitions::SourceAt(StringId path) {
  const auto [it, added] = source_ids_.try_emplace(path);
  if (added) it->second = run_.sources.Append({path, StringId(), 0});
  return it->second;
}

bool Definitions::AddSource(const RecordView& record) {
  const auto source = CopyRecord<format::SourceFileRecord>(record.bytes);
  std::string_view tail;
  if (!source || !String(source->path).valid() ||
      !TailOf<format::SourceFileRecord>(record.bytes, source->size, tail)) {
    return false;
  }
  const SourceFileId id = SourceAt(String(source->path));
  std::string& text = source_texts_[id];
  text = tail;
  const auto line_ends = std::count(text.begin(), text.end(), '\n');
  run_.sources[id].num_lines = line_ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
  return true;
}

std::string_view Definitions::SourceText(SourceFileId file) const {
  const auto it = source_texts_.find(file);
  return it == source_texts_.end() ? std::string_view() : it->second;
}

NumberedOp* Definitions::Op(uint32_t number) {
  NumberedOp* const op = ops_.Find(number);
  return op == nullptr || op->any() == nullptr ? nullptr : op;
}

OpId Definitions::BareOp(uint32_t number) {
  const GraphId graph = run_.graphs.FindOrAddGraph(run_.strings.Intern("no graph"));
  const NumberedOp* const op = Op(number);
  StringId name, type;
  if (op != nullptr) {
    type = String(op->any()->type);
    name = String(op->any()->name);
    if (!name.valid()) name = type;
  }
  if (!name.valid()) name = run_.strings.Intern("op " + std::to_string(number));
  const OpId id = run_.graphs.FindOrAddOp(graph, name);
  StringId& known_type = run_.graphs.op(id).type;
  if (known_type.valid() && known_type != type) run_.graphs.Changed(graph);
  known_type = type;
  if (op != nullptr) {
    run_.graphs.op(id).device = op->device;
    run_.graphs.op(id).stack = Stack(op->any()->stack);
  }
  return id;
}

void Definitions::NoteRan(NumberedOp& op) {
  if (op.ran) return;
  op.ran = true;
  if (op.executed == nullptr) changed_.insert(run_.graphs.op(op.id).graph);
}

}  // namespace tdbg::importers::native
