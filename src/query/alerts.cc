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

}  // namespace

AlertList::AlertList(const store::Run& run, const EventIndex& index, GraphLinks& links,
                     const BadValues& bad)
    : run_(run),
      bad_(bad),
      provenance_(run, index, links, bad),
      fate_(run, index, links, bad),
      twins_(run) {
  Extend();
}

void AlertList::Extend() {
  const size_t from = bad_.revisions().FirstSince(bad_seen_);
  bad_seen_ = bad_.revisions().count();
  if (from == Revisions::kNone) return;
  fate_.JudgeAgain(bad_.events().subspan(from));
  for (; alerts_.size() > from; alerts_.pop_back()) {
    --counts_[alerts_.back().verdict];
    twins_.Forget(alerts_.back().event);
  }
  for (const EventId event : bad_.events().subspan(from)) alerts_.push_back(Judge(event));
  twins_.Join(std::span(alerts_).subspan(from));
  for (size_t i = from; i < alerts_.size(); ++i) ++counts_[alerts_[i].verdict];
  revisions_.Add(from);
}

EventId AlertList::BadInput(EventId event) {
  if (const EventId forward = twins_.ForwardOf(event); forward.valid()) return forward;
  const EventId input = provenance_.BadInput(event);
  return input.valid() ? input : BadReason(event);
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
  return alert;
}

}  // namespace tdbg::query
