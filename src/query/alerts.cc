#include "query/alerts.h"

#include <algorithm>

#include "query/folded.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::OpId;

Source SourceOf(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  const OpRole role =
      op.valid() ? RoleOf(run, run.graphs.op(op))
                 : RoleOf(run.strings[run.executions[run.events.execution[event]].op_type]);
  switch (role) {
    case OpRole::kArgument:
    case OpRole::kDataset:
    case OpRole::kReceive:
      return Source::kInput;
    case OpRole::kConstant:
      return Source::kConstant;
    case OpRole::kReadVariable:
      return Source::kVariable;
    default:
      return Source::kOp;
  }
}

// Whether the run's data flow says what the op read.
bool KnowsInputs(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  return op.valid() ? !run.graphs.op(op).inputs.empty()
                    : !run.executions[run.events.execution[event]].input_tensor_ids.empty();
}

// Whether a bad tensor among the op's inputs is one that no recorded op made.
bool HasOnlyRead(const store::Run& run, EventId event) {
  const auto operands = run.operands.find(event);
  if (operands == run.operands.end()) return false;
  return std::ranges::any_of(operands->second, [&](EventId operand) {
    return operand.valid() && run.only_read.contains(operand) &&
           run.events.badness[operand] == store::Badness::kBad;
  });
}

bool IsInPipeline(const store::Run& run, EventId event) {
  const store::OpId op = run.events.op[event];
  if (!op.valid()) return false;
  const store::Graph& graph = run.graphs.graph(run.graphs.op(op).graph);
  return graph.name.valid() && frameworks::NamesPipelineFunction(run.strings[graph.name]);
}

}  // namespace

AlertList::AlertList(const store::Run& run, const EventIndex& index, GraphLinks& links,
                     const BadValues& bad)
    : run_(run),
      index_(index),
      bad_(bad),
      provenance_(run, index, links, bad),
      fate_(run, index, links, bad),
      scalers_(run, index, links, bad, provenance_),
      eager_skips_(run, index, bad),
      twins_(run) {
  Extend();
}

void AlertList::Extend() {
  const size_t from = std::min(bad_.revisions().FirstSince(bad_seen_), eager_skips_.Extend());
  bad_seen_ = bad_.revisions().count();
  if (from == Revisions::kNone) return;
  fate_.JudgeAgain(bad_.events().subspan(from));
  for (; alerts_.size() > from; alerts_.pop_back()) {
    --counts_[alerts_.back().verdict];
    scalers_.Forget(alerts_.back().event);
    twins_.Forget(alerts_.back().event);
    if (alerts_.back().event == pipeline_birth_) pipeline_birth_ = EventId();
  }
  for (const EventId event : bad_.events().subspan(from)) alerts_.push_back(Judge(event));
  scalers_.Judge(alerts_, from);
  eager_skips_.Judge(std::span(alerts_).subspan(from));
  twins_.Join(std::span(alerts_).subspan(from));
  for (size_t i = from; i < alerts_.size(); ++i) ++counts_[alerts_[i].verdict];
  revisions_.Add(from);
}

std::vector<SkippedStep> AlertList::SkippedSteps() const {
  std::vector<SkippedStep> steps;
  for (const auto& [execution, step] : scalers_.skipped()) steps.push_back(step);
  for (const auto& [overflow, step] : eager_skips_.skipped()) steps.push_back(step);
  std::ranges::sort(steps, {}, [&](const SkippedStep& step) { return index_.rank(step.overflow); });
  return steps;
}

std::optional<SkippedStep> AlertList::SunkAt(EventId event) const {
  for (const SkippedStep& step : SkippedSteps()) {
    if (step.overflow == event && step.in_a_row == kMostSkippedInARow) return step;
  }
  return std::nullopt;
}

EventId AlertList::BadInput(EventId event) {
  if (const EventId forward = twins_.ForwardOf(event); forward.valid()) return forward;
  const EventId input = provenance_.BadInput(event);
  return input.valid() ? input : BadReason(event);
}

// Whether a function of a dataset bore something bad before the dataset yielded the event: as the
// recorder has it of what it saw being born, also of what is a constant there.
bool AlertList::ComesOutOfPipeline(EventId event) const {
  const store::OpId op = run_.events.op[event];
  const StringId type =
      op.valid() ? run_.graphs.op(op).type : run_.executions[run_.events.execution[event]].op_type;
  return pipeline_birth_.valid() && frameworks::YieldsOfPipeline(run_.strings[type]);
}

EventId AlertList::BadReason(EventId event) {
  const auto events = bad_.OfExecution(run_.events.execution[event]);
  if (events.empty() || events.front() == event) return {};
  // What was compared may be a copy made for that alone: then what it was made of counts.
  constexpr int kFarthest = 64;
  EventId reason = provenance_.BadReason(event);
  for (int i = 0; i < kFarthest && reason.valid(); ++i) {
    if (!fate_.Masked(reason)) return reason;
    reason = provenance_.BadInput(reason);
  }
  return {};
}

Alert AlertList::Judge(EventId event) {
  Alert alert;
  alert.event = event;
  alert.source = SourceOf(run_, event);
  // The judgement of the recorder, which saw the op's inputs as they were at that moment.
  const Judgement live = run_.events.judgement[event];
  const bool from_outside =
      live == Judgement(Verdict::kOrigin, Source::kInput) && HasOnlyRead(run_, event);
  const bool told_live =
      live.verdict != Verdict::kUnknown && (from_outside || !KnowsInputs(run_, event));
  if (fate_.Masked(event)) {
    alert.verdict = Verdict::kMasked;
  } else if (told_live) {
    alert.verdict = live.verdict;
    if (live.source != Source::kUnknown) alert.source = live.source;
    if (alert.source == Source::kConstant) {
      alert.source = SourceOfConstant(run_, event);
    }
  } else {
    // The record of a bad input may be gone, but the recorder saw it.
    const bool inherited =
        provenance_.BadInput(event).valid() || live.verdict == Verdict::kInherited;
    alert.verdict = inherited ? Verdict::kInherited : Verdict::kOrigin;
  }
  const OpId op = run_.events.op[event];
  if (alert.verdict == Verdict::kOrigin && op.valid() &&
      HandsOn(RoleOf(run_, run_.graphs.op(op)))) {
    // What came in with the call has its own alert, where it was made.
    alert.source = provenance_.CameFrom(event);
    if (alert.source == Source::kInput) alert.verdict = Verdict::kInherited;
  }
  const bool computed = alert.verdict == Verdict::kOrigin && alert.source == Source::kOp &&
                        run_.events.badness[event] == store::Badness::kBad;
  if (computed && BadReason(event).valid()) alert.verdict = Verdict::kInherited;
  if (alert.verdict != Verdict::kOrigin) return alert;
  if (alert.source == Source::kInput && ComesOutOfPipeline(event)) {
    alert.verdict = Verdict::kInherited;
  } else if (!pipeline_birth_.valid() && IsInPipeline(run_, event)) {
    pipeline_birth_ = event;
  }
  return alert;
}

}  // namespace tdbg::query
