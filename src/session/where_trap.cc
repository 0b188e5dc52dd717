#include "session/where_trap.h"

#include <algorithm>
#include <vector>

#include "frameworks/op_types.h"
#include "query/cause/pattern_rules.h"
#include "session/stack_facts.h"

namespace tdbg::session {
namespace {

using frameworks::Calculation;
using query::TracedOp;
using store::EventId;
using store::OpId;

bool IsSelect(RunView& view, OpId op) {
  const store::Run& run = view.run();
  return frameworks::CalculationOf(run.strings[run.graphs.op(op).type]) == Calculation::kSelect;
}

// Whether a 0 that an op made came from a select, by reshapes, changes of sign and products with
// numbers that are not 0.
bool IsZeroOfSelect(const TracedOp* op) {
  constexpr int kMostProducts = 4;
  op = query::BehindReshapes(op);
  for (int i = 0; i < kMostProducts && op != nullptr; ++i) {
    if (op->calculation() != Calculation::kMultiply) break;
    const TracedOp* factor = nullptr;
    for (size_t input = 0; input < op->op().inputs.size() && factor == nullptr; ++input) {
      if (query::HasTheSameZeros(*op, input)) factor = op->MakerOf(input, {}, 0.0);
    }
    op = query::BehindReshapes(factor);
  }
  return op != nullptr && op->calculation() == Calculation::kSelect;
}

// Whether the gradient got a 0 at the element from a select, which lets no gradient through to the
// branch that was not chosen.
bool GotZeroFromSelect(const RecordedOp& born) {
  for (size_t i = 0; i < born.reads().size(); ++i) {
    if (born.NumberRead(i) == 0.0 && IsZeroOfSelect(born.Maker(i))) return true;
  }
  return false;
}

// Whether the infinity became NaN because it was multiplied by a 0 from a select.
bool MetZeroFromSelect(const RecordedOp& born) {
  for (const TracedOp* reader : born.Readers()) {
    if (reader->calculation() != Calculation::kMultiply) continue;
    if (reader->op().output.digest.nan.value_or(0) == 0) continue;
    for (size_t i = 0; i < reader->op().inputs.size(); ++i) {
      if (IsZeroOfSelect(reader->MakerOf(i, {}, 0.0))) return true;
    }
  }
  return false;
}

bool IsBad(const store::Run& run, EventId event) {
  const auto digest = run.values->ReadDigest(event);
  return digest.ok() && digest->bad == true;
}

// What the op made in the same iteration of the same call: before the event, or after it, since
// nothing says which of them runs first.
EventId InSameCall(RunView& view, EventId event, OpId op) {
  const EventId same = view.index().SameIteration(event, op, 0);
  if (same.valid()) return same;
  const uint32_t rank = view.index().rank(event);
  const store::ExecutionId execution = view.run().events.execution[event];
  const EventId before = view.index().Before(op, 0, rank, execution);
  return before.valid() ? before : view.index().After(op, 0, rank, execution);
}

// A select, and the op whose result is one of its branches.
struct Branch {
  OpId select;
  OpId op;
};

// The selects that read what `forward` made, or what others made of it that is bad.
std::vector<Branch> BranchesBehind(RunView& view, const RecordedOp& born, OpId forward) {
  constexpr size_t kMostOps = 16;
  const store::Run& run = view.run();
  std::vector<Branch> branches;
  std::vector<OpId> waiting = {forward};
  for (size_t i = 0; i < waiting.size(); ++i) {
    const OpId op = waiting[i];
    for (const query::GraphLinks::Reader& reader : view.links().Readers(op)) {
      if (IsSelect(view, reader.op)) {
        if (run.graphs.op(reader.op).inputs.size() >= 3) branches.push_back({reader.op, op});
        continue;
      }
      const EventId made = InSameCall(view, born.event(), reader.op);
      if (!made.valid() || !IsBad(run, made) || waiting.size() == kMostOps) continue;
      if (std::ranges::find(waiting, reader.op) == waiting.end()) waiting.push_back(reader.op);
    }
  }
  return branches;
}

// Whether the select passed the op over at the element.
bool PassesOver(RunView& view, const BirthFacts& facts, const RecordedOp& born,
                const Branch& branch) {
  const store::Run& run = view.run();
  const EventId made = InSameCall(view, born.event(), branch.select);
  if (!made.valid()) return false;
  const auto chosen = RecordedOp::At(view, made, facts.element);
  const bool same_shape = chosen->op().output.shape() == facts.output.shape();
  if (const auto taken = same_shape ? chosen->NumberRead(0) : std::nullopt) {
    const bool first = run.graphs.op(branch.select).inputs[1].op == run.graphs.op(branch.op).name;
    return (*taken != 0) != first;
  }
  // Without the values: what was bad before the select is not bad behind it.
  const EventId read = InSameCall(view, born.event(), branch.op);
  if (read.valid() && IsBad(run, read)) return !IsBad(run, made);
  return GotZeroFromSelect(born) || MetZeroFromSelect(born);
}

}  // namespace

std::optional<query::NamedCause> WhereTrap(RunView& view, const BirthFacts& facts,
                                           const RecordedOp& born) {
  const store::Run& run = view.run();
  if (!facts.element) return std::nullopt;
  // The op whose result is hidden: the alert's own, where its gradient is told with it; else the
  // one that the alert's op is the gradient of.
  OpId forward;
  if (facts.alert.gradient) forward = born.id();
  if (facts.alert.forward) forward = facts.alert.forward->op;
  if (!forward.valid()) return std::nullopt;
  for (const Branch& branch : BranchesBehind(view, born, forward)) {
    if (!PassesOver(view, facts, born, branch)) continue;
    const auto line = query::UserLine(run, run.graphs.op(branch.select).stack);
    return query::NamedCause{
        query::Pattern::kWhereTrap,
        "the where()" + (line ? " in " + PlaceText(line->file, line->line) : std::string()) +
            " hides this element of " + std::string(run.strings[run.graphs.op(forward).name]) +
            ", but its gradient is computed all the same."};
  }
  return std::nullopt;
}

}  // namespace tdbg::session
