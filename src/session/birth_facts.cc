#include "session/birth_facts.h"

#include <cmath>

#include "frameworks/op_types.h"
#include "query/cause/cause.h"
#include "query/cause/fix.h"
#include "query/tensor_name.h"
#include "session/cause_words.h"
#include "session/fed_tensor.h"
#include "session/input_path.h"
#include "session/loss_scaler_facts.h"
#include "session/op_lookup.h"
#include "session/recorded_op.h"
#include "session/telling_order.h"
#include "session/tensor_facts.h"

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
  operand.tensor = KnownAt(view.run(), read.event);
  operand.maker = MakerOf(view, read);
  if (read.event.valid()) operand.full = FactsOf(view, read.event).name;
  return operand;
}

void ReadSource(RunView& view, BirthFacts& facts) {
  const store::Run& run = view.run();
  const auto& line = facts.alert.told_line;
  if (!line) return;
  const auto text = run.values->ReadSource(line->file_id);
  if (!text.ok() || line->line < 1 || static_cast<size_t>(line->line) > text->size()) return;
  for (int32_t at = std::max(line->line - kLinesBefore, 1); at <= line->line; ++at) {
    facts.source.push_back((*text)[static_cast<size_t>(at) - 1]);
  }
  facts.mark = MarkIn(view, facts.alert, facts.source.back());
}

void ReadFrames(const store::Run& run, const Subject& subject, BirthFacts& facts) {
  const store::ExecutionId execution = run.events.execution[facts.alert.alert.event];
  const bool failed = facts.alert.kind == BadKind::kError && subject.op.valid();
  const std::vector<FrameFacts> all =
      failed ? StackFacts(run, query::FramesOfFailure(run, subject.op, execution))
             : StackFacts(run, facts.alert.told_stack);
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

// Whether large numbers may be the reason. The name of the cause tells, where it has one; otherwise
// the kind of op does: of a quotient small numbers are.
bool MayOverflow(const BirthFacts& facts) {
  if (facts.pattern) return query::IsOverflow(*facts.pattern);
  if (facts.alert.alert.verdict != Verdict::kOrigin || !facts.alert.kind) return false;
  if (facts.alert.kind == BadKind::kError) return false;
  using frameworks::Overflow;
  const Overflow overflow = frameworks::OverflowOf(frameworks::CalculationOf(facts.alert.op_type));
  return overflow != Overflow::kNever && overflow != Overflow::kQuotient;
}

// What went wrong, without what the report says around it.
struct Found {
  BirthFacts facts;
  std::unique_ptr<RecordedOp> born;
  std::unique_ptr<query::MemberOp> member;  // of `born`, the one that broke, if it was done again
  std::optional<query::Cause> cause;

  const query::TracedOp& broken() const {
    return member ? static_cast<const query::TracedOp&>(*member) : *born;
  }
};

Found FindCause(RunView& view, const query::Alert& alert) {
  Found found;
  BirthFacts& facts = found.facts;
  query::KnownTensor output = KnownAt(view.run(), alert.event);
  found.born = RecordedOp::At(view, alert.event, output.FirstBad());
  facts.alert = Describe(view, alert, *found.born);
  facts.element = output.FirstBad();
  facts.output = std::move(output);
  ReadSource(view, facts);

  for (const ReadTensor& read : found.born->reads()) facts.inputs.push_back(Operand(view, read));
  const auto& member = facts.alert.member;
  if (member && !member->finding.work.empty()) {
    found.member = std::make_unique<query::MemberOp>(*found.born, member->finding.work);
  }
  // Which of several ops broke may not be known: then nothing is said of any.
  std::optional<query::Cause>& cause = found.cause;
  cause = member                         ? member->finding.cause
          : facts.alert.IsOneOfSeveral() ? std::nullopt
                                         : query::CauseOf(found.born->op());
  if (cause && cause->input && *cause->input < facts.inputs.size()) {
    facts.critical = cause->input;
    facts.inputs[*cause->input].element = cause->element;
  }
  MarkElements(found.born->op(), facts);
  BirthCause told = ExplainBirth(view, facts, *found.born, found.broken(), cause);
  facts.cause = std::move(told.text);
  facts.pattern = told.pattern;
  return found;
}

}  // namespace

BirthFacts ExplainAlert(RunView& view, const query::Alert& alert) {
  const store::Run& run = view.run();
  Found found = FindCause(view, alert);
  BirthFacts facts = std::move(found.facts);
  // Of an op that is told with its gradient the remedy would mend the gradient, not what is shown.
  if (facts.pattern && found.cause && !facts.alert.gradient) {
    facts.tried = query::TryFix(*facts.pattern, found.broken(), *found.cause).value_or("");
  }
  facts.name = FactsOf(view, alert.event).name;
  facts.iteration = IterationOf(view, alert.event);
  const Subject subject = SubjectOf(run, alert.event);
  if (subject.op.valid()) {
    facts.op = NameOfOp(view, subject.op);
  }
  ReadFrames(run, subject, facts);
  if (subject.op.valid()) {
    std::optional<Link> critical;
    if (facts.critical) {
      const size_t input = *facts.critical;
      critical = Link{found.born->reads()[input], facts.inputs[input].element};
    }
    facts.path = PathFromInput(view, alert.event, critical);
  }
  if (const std::string sunk = SunkText(view, alert.event); !sunk.empty()) {
    facts.cause += " " + sunk;
  }
  if (MayOverflow(facts)) facts.growth = GrowthBehind(view, alert.event, found.born->reads());
  if (facts.growth) facts.cause += " " + facts.growth->text;
  if (facts.critical && facts.inputs[*facts.critical].event.valid()) {
    const OperandFacts& input = facts.inputs[*facts.critical];
    const auto number = input.element ? input.tensor.At(*input.element) : std::nullopt;
    facts.history = HistoryOf(view, input.event, number);
  }
  return facts;
}

std::optional<query::Pattern> PatternOf(RunView& view, const query::Alert& alert) {
  if (alert.verdict != Verdict::kOrigin) return std::nullopt;
  return FindCause(view, alert).facts.pattern;
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
