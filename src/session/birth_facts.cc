#include "session/birth_facts.h"

#include <cmath>

#include "query/cause.h"
#include "query/tensor_name.h"
#include "session/cause_words.h"
#include "session/fed_tensor.h"
#include "session/input_path.h"
#include "session/op_lookup.h"
#include "session/recorded_case.h"
#include "session/telling_order.h"
#include "session/tensor_facts.h"
#include "session/tensors_read.h"

namespace tdbg::session {
namespace {

using query::OpCase;
using store::EventId;

constexpr int32_t kLinesBefore = 2;

MakerFacts MakerOf(RunView& view, const ReadTensor& read) {
  const store::Run& run = view.run();
  MakerFacts maker;
  if (read.maker.valid()) {
    const store::Op& op = run.graphs.op(read.maker);
    maker.op = read.maker;
    maker.name = run.strings[op.name];
    maker.op_type = run.strings[op.type];
    maker.role = view.links().role(read.maker);
    maker.line = query::UserLine(run, op.stack);
  } else if (read.execution.valid()) {
    const store::Execution& execution = run.executions[read.execution];
    maker.op_type = run.strings[execution.op_type];
    maker.role = query::RoleOf(maker.op_type);
    maker.line = query::UserLine(run, execution.stack);
  }
  return maker;
}

OperandFacts Operand(RunView& view, const ReadTensor& read) {
  OperandFacts operand;
  const std::optional<FedTensor> fed = FedTensorOf(read.name);
  operand.name = fed ? fed->Name() : read.name;
  operand.event = read.event;
  operand.tensor = Known(view.run(), read.event);
  operand.maker = MakerOf(view, read);
  if (read.event.valid()) operand.full = FactsOf(view, read.event).name;
  return operand;
}

void ReadSource(const store::Run& run, BirthFacts& facts) {
  const auto& line = facts.alert.told_line;
  if (!line) return;
  const auto text = run.values->ReadSource(line->file_id);
  if (!text.ok() || line->line < 1 || static_cast<size_t>(line->line) > text->size()) return;
  for (int32_t at = std::max(line->line - kLinesBefore, 1); at <= line->line; ++at) {
    facts.source.push_back((*text)[static_cast<size_t>(at) - 1]);
  }
}

void ReadFrames(const store::Run& run, store::StackId stack, BirthFacts& facts) {
  const std::vector<FrameFacts> all = StackFacts(run, stack);
  for (size_t number = 0; const FrameFacts* frame = NumberedFrame(all, number); ++number) {
    facts.frames.push_back(*frame);
  }
}

// Marks in each input the element that went into the bad one, unless the cause has marked another.
void MarkElements(const OpCase& op, BirthFacts& facts) {
  if (!IsElementwise(op.op_type)) return;
  for (size_t i = 0; i < facts.inputs.size(); ++i) {
    if (!facts.inputs[i].element) facts.inputs[i].element = op.ElementRead(i);
  }
}

// The iteration of the loop that the event is in. Where the recorder did not count, several events
// of one output in one execution are taken for iterations, because only a loop makes them.
std::optional<int64_t> IterationOf(RunView& view, EventId event) {
  const store::Run& run = view.run();
  if (run.events.iteration[event] > 0) return run.events.iteration[event];
  const store::OpId op = run.events.op[event];
  if (!op.valid() || !run.events.execution[event].valid()) return std::nullopt;
  int64_t before = 0;
  int64_t all = 0;
  for (const EventId other : view.index().OfOutput(op, run.events.slot[event])) {
    if (run.events.execution[other] != run.events.execution[event]) continue;
    ++all;
    if (view.index().rank(other) < view.index().rank(event)) ++before;
  }
  return all > 1 ? std::optional(before) : std::nullopt;
}

}  // namespace

BirthFacts ExplainAlert(RunView& view, const query::Alert& alert) {
  const store::Run& run = view.run();
  BirthFacts facts;
  facts.alert = Describe(view, alert);
  facts.name = FactsOf(view, alert.event).name;
  facts.iteration = IterationOf(view, alert.event);
  facts.output = Known(run, alert.event);
  facts.element = facts.output.FirstBad();
  const Subject subject = SubjectOf(run, alert.event);
  if (subject.op.valid()) {
    facts.op = NameOfOp(view, subject.op);
  }
  ReadSource(run, facts);
  ReadFrames(run, facts.alert.told_stack, facts);

  const std::vector<ReadTensor> reads = TensorsRead(view, alert.event);
  for (const ReadTensor& read : reads) facts.inputs.push_back(Operand(view, read));

  OpCase op{facts.alert.executed_type(), {}, facts.output, facts.element};
  for (const OperandFacts& input : facts.inputs) op.inputs.push_back(input.tensor);
  const std::optional<query::Cause> cause = facts.alert.member ? facts.alert.member->finding.cause
                                            : facts.alert.IsOneOfSeveral() ? std::nullopt
                                                                           : query::CauseOf(op);
  std::optional<double> number;
  if (cause && cause->input && *cause->input < facts.inputs.size()) {
    facts.critical = cause->input;
    OperandFacts& input = facts.inputs[*cause->input];
    input.element = cause->element;
    if (input.element) number = input.tensor.At(*input.element);
  }
  MarkElements(op, facts);
  if (subject.op.valid()) {
    std::optional<Link> critical;
    if (facts.critical)
      critical = Link{reads[*facts.critical], facts.inputs[*facts.critical].element};
    facts.path = PathFromInput(view, alert.event, critical);
  }
  facts.cause = CauseWords(view, facts, reads, cause);
  if (facts.critical && reads[*facts.critical].event.valid()) {
    facts.history = HistoryOf(view, reads[*facts.critical].event, number);
  }
  return facts;
}

std::vector<query::Alert> Births(RunView& view) {
  std::vector<query::Alert> births;
  for (const query::Alert& alert : view.alerts()) {
    if (alert.verdict == Verdict::kOrigin) births.push_back(alert);
  }
  PutForwardFirst(
      births.begin(), births.end(), [&](const query::Alert&) -> RunView& { return view; },
      [](const query::Alert& alert) { return alert; });
  return births;
}

}  // namespace tdbg::session
