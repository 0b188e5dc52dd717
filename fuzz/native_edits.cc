#include "fuzz/native_edits.h"

#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/directory.h"
#include "base/scratch_directory.h"
#include "format/mapped_segment.h"
#include "format/segment_reader.h"
#include "format/trace_sketch.h"
#include "tensor/health.h"

namespace tdbg::fuzz {
namespace {

using format::IncidentRecord;
using format::RecordKind;
using format::TraceSketch;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Writes values and the events that show them.
class Sketcher {
 public:
  explicit Sketcher(TraceSketch& sketch) : sketch_(sketch) {}

  void Tensor(uint32_t op, uint32_t execution, int64_t time, const std::vector<float>& elements,
              const std::vector<int64_t>& dims, uint32_t thread = 0, uint32_t slot = 0,
              RecordKind kind = RecordKind::kTensorEvent) {
    format::TensorEvent event;
    event.time_ns = time;
    event.op = op;
    event.execution = execution;
    event.shape = sketch_.Shape(dims);
    event.slot = slot;
    event.dtype = tensor::DType::kF32;
    event.detail = Detail::kFullTensor;
    event.value =
        sketch_.Value(tensor::DType::kF32, event.shape, std::as_bytes(std::span(elements)), thread);
    const auto view =
        tensor::TensorView::Contiguous(tensor::DType::kF32, tensor::Shape(dims), elements.data());
    const tensor::Health health = tensor::ComputeHealthScalar(view);
    event.checked = health.bad() > 0 ? format::Checked::kBad : format::Checked::kClean;
    if (health.bad() > 0) event.judgement = {Verdict::kOrigin, Source::kOp};
    sketch_.Event(event, &health, thread, kind);
  }

  void Incident(RecordKind kind, uint32_t op, uint32_t execution, int64_t time, uint32_t operands,
                uint32_t stack, std::string_view message = "", uint32_t thread = 0) {
    IncidentRecord incident = {};
    incident.time_ns = time;
    incident.op = op;
    incident.execution = execution;
    incident.stack = stack;
    incident.operand_count = operands;
    incident.message = sketch_.String(message);
    incident.verdict = static_cast<uint8_t>(Verdict::kOrigin);
    incident.source = static_cast<uint8_t>(Source::kOp);
    sketch_.Incident(kind, incident, thread);
  }

 private:
  TraceSketch& sketch_;
};

void SketchGraphs(TraceSketch& sketch, uint32_t frame) {
  const uint32_t outer = sketch.Graph("outer");
  const uint32_t graph = sketch.Graph("train", outer);
  TraceSketch::OpFacts facts;
  facts.stack = frame;
  TraceSketch::OpFacts fused = facts;
  fused.fused = "Exp,Sum";
  fused.written = "sum";
  TraceSketch::OpFacts passes = facts;
  passes.role = format::RecordedRole::kPassesOn;
  TraceSketch::OpFacts assigns = facts;
  assigns.flags = format::kOpAssigns;
  TraceSketch::OpFacts reads = facts;
  reads.role = format::RecordedRole::kReadsVariable;
  TraceSketch::OpFacts written = facts;
  written.flags = format::kOpAsWritten;
  // Numbers 1 to 12, in this order.
  sketch.Op(graph, "x", "Placeholder", {}, facts);
  sketch.Op(graph, "w", "ReadVariableOp", {}, reads);
  sketch.Op(graph, "mul", "MatMul", {"x", "w"}, facts);
  sketch.Op(graph, "softmax", "Softmax", {"mul"}, facts);
  sketch.Op(graph, "log", "Log", {"softmax"}, facts);
  sketch.Op(graph, "sum", "Sum", {"log", "axes"}, facts);
  sketch.Op(graph, "enter", "Identity", {"next", "sum"}, passes);
  sketch.Op(graph, "next", "NextIteration", {"enter"}, passes);
  sketch.Op(graph, "gradients/log_grad/div", "RealDiv", {"sum", "softmax"}, facts);
  sketch.Op(graph, "assign", "AssignVariableOp", {"w", "gradients/log_grad/div", "^sum"}, assigns);
  sketch.Op(graph, "fused", "_Fused", {"mul", "x"}, fused);
  sketch.Op(graph, "axes", "Const", {}, facts);
  sketch.Op(graph, "sum", "Sum", {"exp", "axes"}, written);
  sketch.Op(graph, "exp", "Exp", {"mul"}, written);
  sketch.Op(graph, "sqrt", "Sqrt", {"log"}, facts);
  sketch.Op(0, "", "Rsqrt", {}, facts);
  sketch.Op(0, "", "Div", {}, facts);
}

void SketchEvents(TraceSketch& sketch, uint32_t frame, uint32_t inner) {
  Sketcher tensors(sketch);
  int64_t time = 100;
  for (int64_t step = 0; step < 3; ++step) {
    const uint32_t call =
        sketch.Execution(format::ExecutionKind::kFunctionCall, time++, "train", 2, frame);
    sketch.Step(step, call);
    tensors.Tensor(1, call, time++, {1, -2, 3, 4}, {2, 2});
    tensors.Tensor(2, call, time++, {1, 0, 0, 100.0f * static_cast<float>(step)}, {2, 2});
    tensors.Tensor(3, call, time++, {1, -200, 3, 400}, {2, 2});
    tensors.Tensor(4, call, time++, {1, 0, 0, 1}, {2, 2});
    tensors.Incident(RecordKind::kBadValue, 5, call, time, 1, frame);
    tensors.Tensor(5, call, time, {1, 0, 0, 1}, {2, 2}, 0, 0, RecordKind::kOperand);
    tensors.Tensor(5, call, time++, {0, -kInfinity, -kInfinity, 0}, {2, 2});
    tensors.Tensor(6, call, time++, {-kInfinity, -kInfinity}, {2});
    tensors.Tensor(9, call, time++, {-kInfinity, NAN, NAN, 1}, {2, 2});
    tensors.Tensor(11, call, time++, {kInfinity}, {});
    sketch.ExecutionEnd(call, time++);
  }
  const uint32_t eager =
      sketch.Execution(format::ExecutionKind::kEagerOp, time++, "Rsqrt", 0, inner, 1);
  tensors.Incident(RecordKind::kBadValue, 15, eager, time, 1, inner, "", 1);
  tensors.Tensor(15, eager, time, {0, 4}, {2}, 1, 0, RecordKind::kOperand);
  tensors.Tensor(15, eager, time++, {kInfinity, 0.5f}, {2}, 1);
  const uint32_t reader =
      sketch.Execution(format::ExecutionKind::kEagerOp, time++, "Div", 0, inner, 1);
  tensors.Incident(RecordKind::kBadValue, 16, reader, time, 2, inner, "", 1);
  tensors.Tensor(16, reader, time, {kInfinity, 0.5f}, {2}, 1, 0, RecordKind::kOperand);
  tensors.Tensor(16, reader, time, {kInfinity, 1}, {2}, 1, 1, RecordKind::kOperand);
  tensors.Tensor(16, reader, time, {NAN, 0.5f}, {2}, 1);
  format::ReadingRecord reading = {};
  reading.time_ns = time++;
  reading.made_by = eager;
  reading.op = 16;
  reading.execution = reader;
  sketch.Reading(reading, format::Reading::kBad, 1);
  tensors.Incident(RecordKind::kError, 3, 1, time++, 0, inner, "Matrix size-incompatible");
}

RunImage ReadRun(const std::string& directory) {
  RunImage run;
  const auto entries = ListDirectory(directory);
  for (const DirectoryEntry& entry : *entries) {
    const auto segment = format::MappedSegment::Open(directory + "/" + entry.name);
    TDBG_CHECK(segment.ok());
    SegmentImage image;
    image.file_name = entry.name;
    format::SegmentReader reader(segment->bytes());
    while (const auto record = reader.Next()) image.record_begin.push_back(record->offset_bytes);
    TDBG_CHECK(reader.damage().count == 0);
    image.words.resize(reader.offset_bytes() / sizeof(uint64_t));
    std::memcpy(image.words.data(), segment->bytes().data(), reader.offset_bytes());
    // The file is as long as what is in use.
    format::SegmentHeader header =
        format::MakeHeader(format::IdentityOf(segment->header()),
                           (reader.offset_bytes() - format::kHeaderBytes) / format::kGranuleBytes);
    header.sealed = 1 + header.capacity_granules;
    std::memcpy(image.words.data(), &header, sizeof header);
    run.push_back(std::move(image));
  }
  return run;
}

RunImage MakeSoundRun() {
  const ScratchDirectory directory;
  TraceSketch sketch(directory.path(), 4711, 8192);
  sketch.Process("full_tensor");
  const uint32_t frame = sketch.Frame("/srv/train.py", 3, "main");
  const uint32_t layer = sketch.Layer("model/dense", "Dense", frame);
  const uint32_t inner = sketch.Frame("/srv/train.py", 2, "step", frame, layer);
  sketch.Source("/srv/train.py", "import tensorflow as tf\nloss = tf.math.log(p)\nstep()\n");
  sketch.Thread(1, "worker");
  sketch.Loss("lost_record", 2);
  SketchGraphs(sketch, inner);
  SketchEvents(sketch, frame, inner);
  sketch.Finish();
  return ReadRun(sketch.directory());
}

constexpr uint64_t kTelling[] = {0,
                                 1,
                                 2,
                                 3,
                                 5,
                                 16,
                                 0x7f,
                                 0xff,
                                 0xffff,
                                 0x10000,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 uint64_t{1} << 33,
                                 uint64_t{1} << 62,
                                 uint64_t{1} << 63,
                                 UINT64_MAX,
                                 INT64_MAX};

// The record's length as it is now, within the segment.
uint64_t GranulesAt(const SegmentImage& segment, size_t record) {
  const uint64_t end =
      record + 1 < segment.record_begin.size() ? segment.record_begin[record + 1] : segment.size();
  return (end - segment.record_begin[record]) / format::kGranuleBytes;
}

void Sign(std::byte* record, uint64_t granules) {
  format::RecordHead head;
  std::memcpy(&head, record, sizeof head);
  head.checksum = format::RecordChecksum(head, record, granules);
  std::memcpy(record, &head, sizeof head);
}

void Edit(RunImage& run, const uint8_t* edit) {
  size_t number = edit[0];
  size_t total = 0;
  for (const SegmentImage& segment : run) total += segment.record_begin.size();
  // Bit 7 of the second byte reaches the records that one byte cannot count to.
  number = (number + (edit[1] >= 128 ? 256 : 0)) % total;
  size_t which = 0;
  while (number >= run[which].record_begin.size()) number -= run[which++].record_begin.size();
  SegmentImage& segment = run[which];
  std::byte* const record = segment.bytes() + segment.record_begin[number];
  const uint64_t granules = GranulesAt(segment, number);
  const uint64_t size = granules * format::kGranuleBytes;
  const size_t place = sizeof(format::RecordHead) +
                       (edit[1] & 127) * size_t{4} % (size - sizeof(format::RecordHead));
  const uint64_t telling = kTelling[edit[3] % std::size(kTelling)];
  const size_t room = size - place;
  switch (edit[2] % 8) {
    case 0:
      record[place + edit[3] % 4] = std::byte{edit[3]};
      break;
    case 1:
    case 2:
      std::memcpy(record + place, &telling, std::min<size_t>(4, room));
      break;
    case 3:
      std::memcpy(record + place, &telling, std::min<size_t>(8, room));
      break;
    case 4: {
      const uint32_t small = edit[3];
      std::memcpy(record + place, &small, std::min<size_t>(4, room));
      break;
    }
    case 5:
      record[1] = std::byte{edit[3]};  // aux
      break;
    case 6:
      record[0] = std::byte{edit[3]};  // kind
      break;
    case 7: {  // another record of the segment in its place, as far as it fits
      const size_t other = edit[3] % segment.record_begin.size();
      if (GranulesAt(segment, other) != granules) break;
      std::memmove(record, segment.bytes() + segment.record_begin[other], size);
      break;
    }
  }
  Sign(record, granules);
}

}  // namespace

const RunImage& SoundRun() {
  static const RunImage run = MakeSoundRun();
  return run;
}

RunImage EditedRun(std::string_view& input) {
  RunImage run = SoundRun();
  while (input.size() >= 4) {
    const auto* edit = reinterpret_cast<const uint8_t*>(input.data());
    const bool last = edit[0] == 0 && edit[1] == 0 && edit[2] == 0 && edit[3] == 0;
    if (!last) Edit(run, edit);
    input.remove_prefix(4);
    if (last) break;
  }
  return run;
}

void WriteRun(RunImage& run, const std::string& trace) {
  const std::string directory = trace + "/run-4711-1700000000000000000";
  mkdir(directory.c_str(), 0700);
  for (SegmentImage& segment : run) {
    const std::string path = directory + "/" + segment.file_name;
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    TDBG_CHECK(fd >= 0);
    TDBG_CHECK(write(fd, segment.bytes(), segment.size()) == static_cast<ssize_t>(segment.size()));
    close(fd);
  }
}

}  // namespace tdbg::fuzz
