// A native run written by hand, for tests, fuzzers and benchmarks: each noun in one line. Programs
// are recorded by src/capture; this is only as much of a writer as a test needs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

#include "base/check.h"
#include "format/input_text.h"
#include "format/records.h"
#include "format/segment_file.h"
#include "format/segment_writer.h"
#include "format/tensor_event.h"
#include "format/trace_layout.h"

namespace tdbg::format {

class TraceSketch {
 public:
  static constexpr int64_t kStartNs = 1'700'000'000'000'000'000;

  // Makes `trace`/run-PID-…; `trace` exists.
  explicit TraceSketch(const std::string& trace, uint32_t pid = 4711,
                       uint64_t segment_granules = 4096)
      : pid_(pid),
        segment_granules_(segment_granules),
        directory_(trace + "/" + RunDirectoryName(pid, kStartNs)) {
    TDBG_CHECK(mkdir(directory_.c_str(), 0700) == 0);
  }

  const std::string& directory() const { return directory_; }

  void Process(std::string_view mode = "auto", std::string_view worker = "",
               std::string_view job = "job") {
    ProcessRecord process = {};
    process.start_ns = kStartNs;
    process.pid = pid_;
    process.job = String(job);
    process.host = String("host");
    process.worker = String(worker);
    process.framework = String("tensorflow");
    process.framework_version = String("2.21.0");
    process.mode = String(mode);
    Append(meta_, process);
  }

  uint32_t String(std::string_view text) {
    if (text.empty()) return 0;
    const auto [it, added] = strings_.try_emplace(std::string(text), strings_.size() + 1);
    if (added) {
      Append(meta_, StringRecord{{}, it->second, static_cast<uint32_t>(text.size())},
             std::as_bytes(std::span(text)));
    }
    return it->second;
  }

  uint32_t Shape(const std::vector<int64_t>& dims) {
    const auto [it, added] = shapes_.try_emplace(dims, shapes_.size() + 1);
    if (added) {
      Append(meta_, ShapeRecord{{}, it->second, static_cast<uint32_t>(dims.size())},
             std::as_bytes(std::span(dims)));
    }
    return it->second;
  }

  uint32_t Frame(std::string_view file, uint32_t line, std::string_view function,
                 uint32_t caller = 0, uint32_t layer = 0) {
    const uint32_t id = ++frames_;
    Append(meta_, StackFrameRecord{{}, id, caller, String(file), String(function), line, layer});
    return id;
  }

  uint32_t Layer(std::string_view path, std::string_view type, uint32_t stack) {
    const uint32_t id = ++layers_;
    Append(meta_, LayerRecord{{}, id, String(path), String(type), stack, {}});
    return id;
  }

  void Source(std::string_view path, std::string_view text) {
    SourceFileRecord source = {};
    source.size = text.size();
    source.path = String(path);
    Append(meta_, source, std::as_bytes(std::span(text)));
  }

  uint32_t Graph(std::string_view name, uint32_t outer = 0) {
    const uint32_t id = ++graphs_;
    const uint32_t key = String(std::string(name) + "#" + std::to_string(id));
    Append(meta_, GraphRecord{{}, id, key, String(name), outer, {}});
    return id;
  }

  struct OpFacts {
    uint32_t stack = 0;
    RecordedRole role = RecordedRole::kComputes;
    uint8_t flags = 0;
    std::string_view written = {};
    std::string_view written_graph = {};
    std::string_view device = "/device:CPU:0";
    std::string_view fused = {};
  };

  // A second one of the same name and graph has the same number.
  uint32_t Op(uint32_t graph, std::string_view name, std::string_view type,
              const std::vector<std::string_view>& inputs, const OpFacts& facts) {
    const auto [it, added] =
        ops_.try_emplace({graph, std::string(name)}, static_cast<uint32_t>(ops_.size() + 1));
    OpRecord op = {};
    op.id = it->second;
    op.graph = graph;
    op.name = String(name);
    op.type = String(type);
    op.device = String(facts.device);
    op.stack = facts.stack;
    op.written = String(facts.written);
    op.written_graph = String(facts.written_graph);
    op.output_count = 1;
    op.input_count = static_cast<uint32_t>(inputs.size());
    op.role = static_cast<uint8_t>(facts.role);
    op.flags = facts.flags;
    op.fused = String(facts.fused);
    std::vector<OpInput> edges;
    for (const std::string_view input : inputs) {
      const InputText text = ParseInputText(input);
      edges.push_back({String(text.name), text.slot});
    }
    Append(meta_, op, std::as_bytes(std::span(edges)));
    return it->second;
  }
  uint32_t Op(uint32_t graph, std::string_view name, std::string_view type,
              const std::vector<std::string_view>& inputs = {}) {
    return Op(graph, name, type, inputs, OpFacts());
  }

  // One whose number the test chose.
  void Define(const OpRecord& op, std::vector<OpInput> inputs) {
    OpRecord record = op;
    record.input_count = static_cast<uint32_t>(inputs.size());
    Append(meta_, record, std::as_bytes(std::span(inputs)));
  }

  void Reading(const ReadingRecord& reading, format::Reading what, uint32_t thread = 0) {
    ReadingRecord record = reading;
    record.time_ns += kStartNs;
    Append(Events(thread), record, {}, static_cast<uint8_t>(what));
  }

  uint32_t Execution(ExecutionKind kind, int64_t time_ns, std::string_view name, uint32_t graph = 0,
                     uint32_t stack = 0, uint32_t thread = 0) {
    const uint32_t number = ++executions_;
    Append(Events(thread),
           ExecutionRecord{{}, kStartNs + time_ns, number, graph, stack, String(name)}, {},
           static_cast<uint8_t>(kind));
    return number;
  }

  void ExecutionEnd(uint32_t number, int64_t time_ns, uint32_t thread = 0) {
    Append(Events(thread), ExecutionEndRecord{{}, kStartNs + time_ns, number, {}});
  }

  void Thread(uint32_t number, std::string_view name) {
    Append(meta_, ThreadRecord{{}, number, String(name), {}});
  }

  void Step(int64_t step, uint32_t first_execution) {
    Append(Events(0), StepRecord{{}, kStartNs, step, first_execution, 0});
  }

  // `event.time_ns` counts from kStartNs.
  void Event(TensorEvent event, const tensor::Health* health, uint32_t thread = 0,
             RecordKind kind = RecordKind::kTensorEvent) {
    event.time_ns += kStartNs;
    EncodedTensorEvent encoded;
    EncodeTensorEvent(event, health, encoded);
    while (!Events(thread).writer.AppendBytes(kind, encoded.aux, encoded.record())) {
      Next(Events(thread));
    }
  }

  void Incident(RecordKind kind, IncidentRecord incident, uint32_t thread = 0) {
    incident.time_ns += kStartNs;
    while (!Events(thread).writer.Append(incident, {}, 0, kind)) {
      Next(Events(thread));
    }
  }

  ValueRef Value(tensor::DType dtype, uint32_t shape, std::span<const std::byte> elements,
                 uint32_t thread = 0) {
    ValueRecord value = {};
    value.size = elements.size();
    value.shape = shape;
    value.dtype = static_cast<uint8_t>(dtype);
    Stream& stream = values_.try_emplace(thread, SegmentKind::kValues, thread).first->second;
    while (stream.writer.free_granules() < GranulesFor(sizeof value + elements.size())) {
      Next(stream);
    }
    const ValueRef ref{thread, stream.sequence - 1, stream.writer.offset_bytes()};
    TDBG_CHECK(stream.writer.Append(value, elements));
    return ref;
  }

  void Loss(std::string_view name, uint64_t count) {
    Append(meta_, LossRecord{{}, kStartNs, count, String(name), 0});
  }

  // Seals all segments: the recording is complete.
  void Finish() {
    Append(meta_, EndOfRunRecord{{}, kStartNs + 1'000'000'000, {}});
    meta_.writer.Seal();
    for (auto& [thread, stream] : events_) stream.writer.Seal();
    for (auto& [thread, stream] : values_) stream.writer.Seal();
  }

 private:
  struct Stream {
    Stream(SegmentKind k, uint32_t t) : kind(k), thread(t) {}
    SegmentKind kind;
    uint32_t thread;
    SegmentFile file;
    SegmentWriter writer;
    uint32_t sequence = 0;
  };

  Stream& Events(uint32_t thread) {
    return events_.try_emplace(thread, SegmentKind::kEvents, thread).first->second;
  }

  void Next(Stream& stream) {
    stream.writer.Seal();
    auto file = SegmentFile::Create(
        directory_ + "/" + SegmentFileName(stream.kind, stream.thread, stream.sequence),
        {stream.kind, pid_, kStartNs, stream.thread, stream.sequence}, segment_granules_);
    TDBG_CHECK(file.ok());
    ++stream.sequence;
    stream.file = *std::move(file);
    stream.writer = SegmentWriter(stream.file);
  }

  template <typename Record>
  void Append(Stream& stream, const Record& record, std::span<const std::byte> tail = {},
              uint8_t aux = 0) {
    while (!stream.writer.Append(record, tail, aux)) {
      Next(stream);
    }
  }

  uint32_t pid_;
  uint64_t segment_granules_;
  std::string directory_;
  Stream meta_{SegmentKind::kMeta, 0};
  std::map<uint32_t, Stream> events_, values_;
  std::map<std::string, uint32_t> strings_;
  std::map<std::vector<int64_t>, uint32_t> shapes_;
  std::map<std::pair<uint32_t, std::string>, uint32_t> ops_;
  uint32_t frames_ = 0, layers_ = 0, graphs_ = 0, executions_ = 0;
};

}  // namespace tdbg::format
