#include "session/recorded_op.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "query/cause/epsilon.h"
#include "query/cause/formula.h"
#include "query/neighbours.h"
#include "session/eager_maker.h"

namespace tdbg::session {

using frameworks::OpRole;
using query::KnownTensor;
using query::OpCase;
using store::EventId;
using store::OpId;

namespace {

// What an op reads by the graph alone, behind what only hands it on.
std::vector<ReadTensor> ReadsByGraph(RunView& view, OpId op) {
  const store::Run& run = view.run();
  query::Neighbours neighbours(run, view.links());
  std::vector<ReadTensor> reads;
  for (query::Edge edge : neighbours.Inputs(op)) {
    if (edge.is_control()) continue;
    while (edge.op.valid() && view.links().role(edge.op) == OpRole::kPassThrough) {
      const auto inputs = neighbours.Inputs(edge.op);
      if (inputs.size() != 1) break;
      edge = inputs[0];
    }
    reads.push_back({std::string(run.strings[edge.name]), {}, edge.op, edge.slot, {}});
  }
  return reads;
}

// A fused op is told by the last of the ops that it does the work of: its result is that one's.
// What that one read was never made by itself. True if the op was such a one.
bool TakeWrittenType(const RunView& view, OpId op, OpCase& made) {
  const store::Run& run = view.run();
  const auto written = run.written.find(op);
  if (!made.op_type.starts_with("_") || written == run.written.end() ||
      !written->second.type.valid()) {
    return false;
  }
  const bool clean = std::ranges::all_of(
      made.inputs, [](const KnownTensor& input) { return input.digest.bad == false; });
  made.op_type = run.strings[written->second.type];
  made.inputs.assign(1, KnownTensor());
  if (clean) made.inputs[0].digest.bad = false;
  return true;
}

// What the recording says nothing of was clean if nothing like it was ever bad.
void NoteClean(RunView& view, EventId event, OpCase& op) {
  if (op.inputs.empty() && !view.run().events.op[event].valid()) op.inputs.resize(1);
  const auto unknown = [](const KnownTensor& input) {
    return !input.digest.bad && input.dtype() == tensor::DType::kInvalid;
  };
  if (std::ranges::none_of(op.inputs, unknown)) return;
  if (!NoneBadBefore(view, event, op.output.num_elements())) return;
  for (KnownTensor& input : op.inputs) {
    if (unknown(input)) input.digest.bad = false;
  }
}

}  // namespace

std::string LineWithNumbers(const store::Run& run, const query::SourceLine& line) {
  const auto source = run.values->ReadSource(line.file_id);
  if (!source.ok() || line.line < 1 || static_cast<size_t>(line.line) > source->size()) return "";
  return query::WithNumbers((*source)[static_cast<size_t>(line.line) - 1], *source);
}

EventId MadeAt(RunView& view, const ReadTensor& read) {
  const store::Run& run = view.run();
  if (!read.event.valid()) return {};
  if (!read.maker.valid()) return read.execution.valid() ? read.event : EventId();
  if (run.events.op[read.event] == read.maker) return read.event;
  const uint32_t rank = view.index().rank(read.event) + 1;
  return view.index().Before(read.maker, read.slot, rank, run.events.execution[read.event]);
}

KnownTensor KnownAt(const store::Run& run, EventId event) {
  KnownTensor known;
  if (!event.valid()) return known;
  if (auto digest = run.values->ReadDigest(event); digest.ok()) known.digest = *std::move(digest);
  if (auto value = run.values->ReadValue(event); value.ok()) known.value = *std::move(value);
  return known;
}

RecordedOp::RecordedOp(RunView& view, Subject subject, OpCase op, std::optional<double> number)
    : TracedOp(std::move(op), number), view_(view), subject_(std::move(subject)) {}

std::unique_ptr<RecordedOp> RecordedOp::At(RunView& view, EventId event,
                                           std::optional<int64_t> element) {
  Subject subject{event, view.run().events.op[event], TensorsRead(view, event)};
  OpCase op = CaseOf(view, subject, element);
  return std::unique_ptr<RecordedOp>(
      new RecordedOp(view, std::move(subject), std::move(op), std::nullopt));
}

OpCase RecordedOp::CaseOf(RunView& view, const Subject& subject, std::optional<int64_t> element) {
  const store::Run& run = view.run();
  OpCase op;
  const StringId type = subject.op.valid()
                            ? run.graphs.op(subject.op).type
                            : run.executions[run.events.execution[subject.event]].op_type;
  op.op_type = run.strings[type];
  for (const ReadTensor& read : subject.reads) op.inputs.push_back(KnownAt(run, read.event));
  op.output = KnownAt(run, subject.event);
  op.element = element;
  return op;
}

OpRole RecordedOp::role() const {
  return subject_.op.valid() ? view_.links().role(subject_.op) : query::RoleOf(op().op_type);
}

std::optional<frameworks::Calculation> RecordedOp::Forward() const {
  if (!subject_.op.valid()) return std::nullopt;
  const auto& forward = view_.forward(subject_.op);
  if (!forward || !forward->op.valid()) return std::nullopt;
  const store::Run& run = view_.run();
  const auto written = run.written.find(forward->op);
  const bool other = written != run.written.end() && written->second.type.valid();
  const StringId type = other ? written->second.type : run.graphs.op(forward->op).type;
  return frameworks::CalculationOf(run.strings[type]);
}

std::optional<uint64_t> RecordedOp::TensorId(size_t input) const {
  if (input >= subject_.reads.size()) return std::nullopt;
  const ReadTensor& read = subject_.reads[input];
  const auto id = [&](uint32_t maker, bool top_level) {
    return static_cast<uint64_t>(maker) << 32 | static_cast<uint64_t>(read.slot) << 1 | top_level;
  };
  if (read.maker.valid()) return id(read.maker.index(), false);
  if (read.execution.valid()) return id(read.execution.index(), true);
  // Of a constant that an optimiser made, the graph may know no more than its name.
  const StringId name = subject_.op.valid() ? view_.run().strings.Find(read.name) : StringId();
  constexpr uint64_t kIsName = uint64_t{1} << 63;
  return name.valid() ? std::optional(kIsName | name.index()) : std::nullopt;
}

std::optional<RecordedOp::Subject> RecordedOp::MakerSubject(size_t input) const {
  if (input >= subject_.reads.size()) return EagerSubject(input);
  const ReadTensor& read = subject_.reads[input];
  EventId made = MadeAt(view_, read);
  if (!made.valid() && !subject_.op.valid() && !read.maker.valid() && read.event.valid()) {
    made = EagerMaker(view_, subject_.event, read.event);
  }
  if (made.valid()) {
    return Subject{made, view_.run().events.op[made], TensorsRead(view_, made)};
  }
  if (!read.maker.valid()) return std::nullopt;
  return Subject{{}, read.maker, ReadsByGraph(view_, read.maker)};
}

// Of an eager op whose operands were not recorded: an output from which it can have made its own.
std::optional<RecordedOp::Subject> RecordedOp::EagerSubject(size_t input) const {
  if (subject_.op.valid() || !subject_.event.valid()) return std::nullopt;
  std::function<double(double)> compute;
  switch (calculation()) {
    case frameworks::Calculation::kExp:
    case frameworks::Calculation::kLog:
    case frameworks::Calculation::kNegative:
    case frameworks::Calculation::kSigmoid:
    case frameworks::Calculation::kSqrt:
    case frameworks::Calculation::kTanh:
      if (input != 0) return std::nullopt;
      compute = [value = query::FormulaOf(calculation())->value](double x) {
        return static_cast<double>(value(x, 0));
      };
      break;
    case frameworks::Calculation::kSubtract:
      if (input != 1 || !query::TakesFromOne(Line())) return std::nullopt;
      compute = [](double x) { return 1 - x; };
      break;
    default:
      return std::nullopt;
  }
  const EventId made = EagerSource(view_, subject_.event, compute);
  if (!made.valid()) return std::nullopt;
  return Subject{made, OpId(), TensorsRead(view_, made)};
}

const RecordedOp* RecordedOp::MakerOf(size_t input, std::optional<int64_t> element,
                                      std::optional<double> number) const {
  const auto [known, fresh] = makers_.try_emplace(Key{input, element, number});
  if (!fresh) return known->second.get();
  std::optional<Subject> subject = MakerSubject(input);
  if (!subject) return nullptr;
  OpCase made = CaseOf(view_, *subject, element);
  // The same tensor may have been recorded more fully where it was read.
  const KnownTensor* read = op().input(input);
  if (!made.output.value && read != nullptr && read->value) made.output = *read;
  if (TakeWrittenType(view_, subject->op, made)) subject->reads.clear();
  if (subject->event.valid()) NoteClean(view_, subject->event, made);
  const bool eager = !subject->op.valid();
  std::unique_ptr<RecordedOp> maker(
      new RecordedOp(view_, *std::move(subject), std::move(made), number));
  if (eager) maker->readers_line_ = Line();
  known->second = std::move(maker);
  return known->second.get();
}

std::string RecordedOp::Line() const {
  const store::Run& run = view_.run();
  const store::StackId stack = subject_.op.valid() ? run.graphs.op(subject_.op).stack
                               : subject_.event.valid()
                                   ? run.executions[run.events.execution[subject_.event]].stack
                                   : store::StackId();
  const auto line = query::UserLine(run, stack);
  return line ? LineWithNumbers(run, *line) : readers_line_;
}

std::vector<const query::TracedOp*> RecordedOp::Readers() const {
  if (!readers_) {
    readers_.emplace();
    const auto readers = subject_.op.valid() ? view_.links().Readers(subject_.op)
                                             : std::span<const query::GraphLinks::Reader>();
    for (const query::GraphLinks::Reader& reader : readers) {
      if (reader.slot != 0) continue;
      Subject subject{{}, reader.op, {}};
      if (subject_.event.valid()) {
        subject.event = view_.index().MadeOf(subject_.event, reader.op, 0);
      }
      subject.reads = subject.event.valid() ? TensorsRead(view_, subject.event)
                                            : ReadsByGraph(view_, reader.op);
      OpCase made = CaseOf(view_, subject, op().element);
      readers_->emplace_back(
          new RecordedOp(view_, std::move(subject), std::move(made), std::nullopt));
    }
  }
  std::vector<const query::TracedOp*> all;
  for (const auto& reader : *readers_) all.push_back(reader.get());
  return all;
}

}  // namespace tdbg::session
