#include "capture/definitions.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "capture/text.h"
#include "capture/whole_file.h"
#include "format/checksum.h"
#include "format/input_text.h"

namespace tdbg::capture {
namespace {

// What only the recorder wants to know of an op that computes is not written down.
uint8_t RoleOnDisk(uint32_t role) {
  return static_cast<uint8_t>(role == TDBG_COMPARES ? uint32_t{TDBG_COMPUTES} : role);
}

constexpr size_t kMostShapes = size_t{1} << 20;
constexpr uint64_t kLongestSource = uint64_t{4} << 20;

int64_t NumElements(std::span<const int64_t> dims) {
  int64_t elements = 1;
  for (const int64_t extent : dims) {
    if (extent < 0 || __builtin_mul_overflow(elements, extent, &elements)) return -1;
  }
  return elements;
}

}  // namespace

size_t Definitions::KeyHash::Mix(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  const uint64_t words[] = {a << 32 | b, c << 32 | d};
  return format::Checksum64(words, sizeof words);
}

void Definitions::SetStream(SegmentStream& stream, Losses& losses, StreamOwner& owner,
                            OwnTable& table) {
  const std::lock_guard lock(mutex_);
  stream_ = &stream;
  losses_ = &losses;
  owner_ = &owner;
  table_ = &table;
}

void Definitions::LeaveFileIfHarmed() {
  const std::lock_guard lock(mutex_);
  if (!stream_->LeaveIfHarmed()) return;
  // What is told from now on, of this loss above all, needs its words.
  for (uint32_t i = 0; i < strings_.size(); ++i) RecordString(i + 1, strings_[StringId(i)]);
}

bool Definitions::MakeRoom(uint64_t granules) {
  if (stream_->HasRoom(granules)) return true;
  const SegmentStream::Room room = stream_->MakeRoom(granules, 0);
  losses_->Count(Loss::kBudgetEvent, room.dropped_events);
  if (room.status.ok()) return true;
  losses_->Count(Loss::kRecord);
  owner_->Failed(room.status);
  return false;
}

uint32_t Definitions::String(std::string_view text) {
  const std::lock_guard lock(mutex_);
  return StringLocked(text);
}

uint32_t Definitions::StringLocked(std::string_view text) {
  if (text.empty()) return 0;
  if (text.size() > format::kLongestString) {
    losses_->Count(Loss::kLongText);
    text = text.substr(0, format::kLongestString);
  }
  const size_t before = strings_.size();
  const uint32_t number = strings_.Intern(text).index() + 1;
  if (strings_.size() > before) RecordString(number, text);
  return number;
}

void Definitions::RecordString(uint32_t number, std::string_view text) {
  Write(format::StringRecord{.head = {}, .id = number, .size = static_cast<uint32_t>(text.size())},
        std::as_bytes(std::span(text)));
}

const KnownShape* Definitions::Shape(std::span<const int64_t> dims) {
  const uint64_t hash = format::Checksum64(dims.data(), dims.size_bytes());
  const std::lock_guard lock(mutex_);
  const auto [first, last] = shapes_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    if (at->second->Is(dims)) return at->second;
  }
  if (shape_count_ == kMostShapes) return nullptr;
  void* place = std::malloc(sizeof(KnownShape) + dims.size_bytes());
  if (place == nullptr) return nullptr;
  auto* shape = static_cast<KnownShape*>(place);
  shape->number = ++shape_count_;
  shape->rank = static_cast<uint32_t>(dims.size());
  shape->elements = NumElements(dims);
  std::copy(dims.begin(), dims.end(), shape->dims);
  shapes_.emplace(hash, shape);
  Write(format::ShapeRecord{.head = {}, .id = shape->number, .rank = shape->rank},
        std::as_bytes(dims));
  return shape;
}

uint32_t Definitions::Stack(std::span<const tdbg_frame> frames) {
  const std::lock_guard lock(mutex_);
  uint32_t caller = 0;
  for (const tdbg_frame& frame : frames) {
    const uint32_t file = StringLocked(View(frame.file));
    const format::FrameColumns columns = {frame.column, frame.end_column, frame.end_line, 0};
    caller =
        FrameNumber({caller, file, StringLocked(View(frame.function)), frame.line, 0, columns});
  }
  return caller;
}

uint32_t Definitions::FrameNumber(const Frame& frame) {
  const auto [at, fresh] = frames_.try_emplace(frame, static_cast<uint32_t>(frames_.size() + 1));
  if (!fresh) return at->second;
  numbered_frames_.push_back(&at->first);
  if (frame.file != 0 && sources_.insert(frame.file).second) RecordSource(frame.file);
  const format::StackFrameRecord record = {.head = {},
                                           .id = at->second,
                                           .caller = frame.caller,
                                           .file = frame.file,
                                           .function = frame.function,
                                           .line = frame.line,
                                           .layer = frame.layer};
  const bool known = frame.columns != format::FrameColumns{};
  Write(record, std::as_bytes(std::span(&frame.columns, known ? 1 : 0)));
  return at->second;
}

uint32_t Definitions::Layer(std::string_view path, std::string_view type, uint32_t stack) {
  const std::lock_guard lock(mutex_);
  const LayerKey key = {StringLocked(path), StringLocked(type), stack};
  const auto [at, fresh] = layers_.try_emplace(key, static_cast<uint32_t>(layers_.size() + 1));
  if (fresh) {
    Write(format::LayerRecord{.head = {},
                              .id = at->second,
                              .path = key.path,
                              .type = key.type,
                              .stack = stack,
                              .zero = {}});
  }
  return at->second;
}

uint32_t Definitions::StackInLayer(uint32_t stack, uint32_t layer) {
  const std::lock_guard lock(mutex_);
  if (stack == 0 || stack > numbered_frames_.size() || layer == 0) return stack;
  Frame frame = *numbered_frames_[stack - 1];
  frame.layer = layer;
  return FrameNumber(frame);
}

std::optional<std::string> Definitions::ReadSource(const std::string& path, bool* too_long) {
  std::optional<std::string> text;
  bool longer = false;
  table_->Run([&] { text = ReadWholeFile(path.c_str(), kLongestSource, &longer); });
  if (too_long != nullptr) *too_long = longer;
  return text;
}

void Definitions::RecordSource(uint32_t path) {
  const std::string name(strings_[StringId(path - 1)]);
  bool too_long = false;
  const std::optional<std::string> text = ReadSource(name, &too_long);
  if (too_long) losses_->Count(Loss::kSource);
  if (text) WriteSource(path, *text);
}

void Definitions::WriteSource(uint32_t path, std::string_view text) {
  if (!told_sources_.insert(path).second) return;
  // Where segments are small, a long text would not leave room for anything else.
  if (sizeof(format::SourceFileRecord) + text.size() > stream_->largest_record()) {
    losses_->Count(Loss::kSource);
    return;
  }
  Write(
      format::SourceFileRecord{
          .head = {}, .granules = 0, .size = text.size(), .path = path, .zero = 0},
      std::as_bytes(std::span(text)));
}

void Definitions::Source(std::string_view file, std::string_view text) {
  const std::lock_guard lock(mutex_);
  const uint32_t path = StringLocked(file);
  if (path == 0) return;
  if (text.size() > kLongestSource) return losses_->Count(Loss::kSource);
  WriteSource(path, text);
}

uint32_t Definitions::Graph(std::string_view key, std::string_view name, uint32_t outer) {
  const std::lock_guard lock(mutex_);
  const uint32_t key_string = StringLocked(key.empty() ? name : key);
  const auto [at, fresh] =
      graphs_.try_emplace(key_string, static_cast<uint32_t>(graphs_.size() + 1));
  if (fresh) {
    const uint32_t name_string = StringLocked(name);
    graph_names_[at->second] = name_string;
    Write(format::GraphRecord{.head = {},
                              .id = at->second,
                              .key = key_string,
                              .name = name_string,
                              .outer = outer,
                              .zero = {}});
  }
  return at->second;
}

uint32_t Definitions::NumberOf(const OpKey& key) {
  const auto at = op_numbers_.find(key);
  if (at != op_numbers_.end()) return at->second;
  const uint32_t number = ops_.Add();
  if (number != 0) op_numbers_.emplace(key, number);
  return number;
}

// A session runs its graph for other results with other ops taken together, so one that keeps its
// name may read something else.
uint32_t Definitions::VariantOf(uint32_t number, uint64_t read) {
  OpState& first = *ops_.Find(number);
  if (first.read == 0) first.read = read;
  if (first.read == read) return number;
  uint32_t& variant = variants_[{number, read}];
  if (variant != 0) return variant;
  variant = ops_.Add();
  if (variant == 0) return number;
  ops_.Find(variant)->stack = first.stack;
  return variant;
}

uint32_t Definitions::Op(const tdbg_op& op) {
  const std::lock_guard lock(mutex_);
  const uint32_t name = StringLocked(View(op.name));
  const uint32_t type = StringLocked(View(op.type));
  const uint32_t device = StringLocked(View(op.device));
  // Ops that run by themselves have no graph that would tell them apart.
  const OpKey key = {op.graph, name, op.graph == 0 ? type : 0, op.graph == 0 ? device : 0};
  std::vector<format::OpInput> inputs;
  for (size_t i = 0; i < op.input_count; ++i) {
    const format::InputText input = format::ParseInputText(View(op.inputs[i]));
    inputs.push_back({StringLocked(input.name), input.slot});
  }
  const bool written = (op.flags & TDBG_AS_WRITTEN) != 0;
  uint32_t number = NumberOf(key);
  if (number == 0) return 0;
  if (!written && op.graph != 0) {
    number = VariantOf(
        number, format::Checksum64(inputs.data(), inputs.size() * sizeof inputs[0], type) | 1);
  }
  OpState& state = *ops_.Find(number);
  const bool fresh = state.recorded == 0 && state.recorded_written == 0;
  if (op.stack != 0 && (written || state.stack == 0)) state.stack = op.stack;
  const format::OpRecord record = {.head = {},
                                   .id = number,
                                   .graph = op.graph,
                                   .name = name,
                                   .type = type,
                                   .device = device,
                                   .stack = op.stack != 0 ? op.stack : state.stack,
                                   .written = StringLocked(View(op.written)),
                                   .written_graph = StringLocked(View(op.written_graph)),
                                   .output_count = op.output_count,
                                   .input_count = static_cast<uint32_t>(inputs.size()),
                                   .role = RoleOnDisk(op.role),
                                   .flags = static_cast<uint8_t>(op.flags),
                                   .zero = {},
                                   .fused = StringLocked(View(op.fused))};
  if (fresh || !written) {
    state.role.store(static_cast<uint8_t>(op.role), std::memory_order_relaxed);
    const uint8_t by_itself = op.graph == 0 ? kRunsByItself : 0;
    state.flags.store(record.flags | by_itself, std::memory_order_relaxed);
    state.graph = op.graph;
    state.name = name;
    state.type = type;
    state.written = record.written;
    state.decision.store(0, std::memory_order_relaxed);
  }
  uint64_t fingerprint = format::Checksum64(&record, sizeof record);
  fingerprint =
      format::Checksum64(inputs.data(), inputs.size() * sizeof inputs[0], fingerprint) | 1;
  uint64_t& recorded = written ? state.recorded_written : state.recorded;
  if (recorded != fingerprint) {
    recorded = fingerprint;
    Write(record, std::as_bytes(std::span(inputs)));
  }
  return number;
}

uint32_t Definitions::FindOp(uint32_t graph, std::string_view name) {
  const std::lock_guard lock(mutex_);
  const StringId string = strings_.Find(name);
  if (!string.valid()) return 0;
  const auto at = op_numbers_.find({graph, string.index() + 1, 0, 0});
  return at == op_numbers_.end() ? 0 : at->second;
}

uint32_t Definitions::FindBeside(const OpState& op, std::string_view name) {
  uint32_t graph = 0;
  {
    const std::lock_guard lock(mutex_);
    graph = op.graph;
  }
  return graph == 0 ? 0 : FindOp(graph, name);
}

Definitions::OpNames Definitions::NamesOf(const OpState& op) {
  const std::lock_guard lock(mutex_);
  const auto text = [&](uint32_t string) {
    return string == 0 ? std::string_view() : strings_[StringId(string - 1)];
  };
  const auto graph = graph_names_.find(op.graph);
  return {.type = text(op.type),
          .name = text(op.name),
          .written = text(op.written),
          .graph = graph == graph_names_.end() ? std::string_view() : text(graph->second)};
}

uint32_t Definitions::StackOf(const OpState& op) {
  const std::lock_guard lock(mutex_);
  return op.stack;
}

std::vector<Definitions::NamedFrame> Definitions::FramesOf(uint32_t stack) {
  const std::lock_guard lock(mutex_);
  std::vector<const Frame*> by_number(frames_.size() + 1);
  for (const auto& [frame, number] : frames_) by_number[number] = &frame;
  const auto text = [&](uint32_t string) {
    return string == 0 ? std::string_view() : strings_[StringId(string - 1)];
  };
  std::vector<NamedFrame> frames;
  for (uint32_t at = stack; at != 0 && at < by_number.size(); at = by_number[at]->caller) {
    const Frame& frame = *by_number[at];
    frames.push_back({text(frame.file), text(frame.function), frame.line});
  }
  std::reverse(frames.begin(), frames.end());
  return frames;
}

}  // namespace tdbg::capture
