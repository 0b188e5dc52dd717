#include "query/loss_scaler.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "frameworks/op_types.h"
#include "query/forward_op.h"
#include "query/pole.h"
#include "tensor/dtype.h"

namespace tdbg::query {
namespace {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::InputRef;
using store::OpId;

// A recording made to deceive may have rings, and graphs without end.
constexpr int kDeepestWay = 256;
constexpr size_t kMostOps = 100'000;

// Visits the ops whose values went into what `op` made, itself first, until `visit` says that it
// has seen enough, by false. Of what decides (the condition of a select, the number that chooses a
// way) nothing goes into a value. What comes behind an op for which `goes_on` is false is left out.
template <typename GoesOn, typename Visit>
void WalkBack(const store::Run& run, OpId op, GoesOn goes_on, Visit visit) {
  std::vector<OpId> found = {op};
  std::unordered_set<OpId> seen = {op};
  for (size_t i = 0; i < found.size() && found.size() < kMostOps; ++i) {
    const OpId id = found[i];
    if (!visit(id)) return;
    if (!goes_on(id)) continue;
    const store::Op& reader = run.graphs.op(id);
    const std::string_view type = run.strings[reader.type];
    const auto inputs = static_cast<size_t>(std::ranges::count_if(
        reader.inputs, [](const InputRef& input) { return input.slot != InputRef::kControl; }));
    for (size_t input = 0; input < inputs; ++input) {
      if (!frameworks::IsValueInput(type, input, inputs)) continue;
      const OpId producer = run.graphs.FindOp(reader.graph, reader.inputs[input].op);
      if (producer.valid() && seen.insert(producer).second) found.push_back(producer);
    }
  }
}

}  // namespace

void LossScalers::Forget(EventId event) {
  const auto known = by_overflow_.find(event);
  if (known == by_overflow_.end()) return;
  skipped_.erase(known->second);
  by_overflow_.erase(known);
}

void LossScalers::Judge(std::span<Alert> alerts, size_t from) {
  asked_.clear();
  std::map<ExecutionId, std::vector<Alert*>> masked;
  std::set<ExecutionId> with_birth;
  for (Alert& alert : alerts.subspan(from)) {
    const bool computed = alert.source == Source::kOp && run_.events.op[alert.event].valid();
    const ExecutionId execution = run_.events.execution[alert.event];
    if (alert.verdict == Verdict::kOrigin) with_birth.insert(execution);
    if (alert.verdict == Verdict::kMasked && computed && execution.valid()) {
      masked[execution].push_back(&alert);
    }
  }
  for (const auto& [execution, values] : masked) {
    // What is told of the execution anyway hides behind nothing.
    if (with_birth.contains(execution)) continue;
    if (auto step = FindSkip(execution)) JudgeStep(*step, values);
  }
}

void LossScalers::JudgeStep(SkippedStep step, std::span<Alert* const> masked) {
  Alert* first = nullptr;
  for (Alert* const alert : masked) {
    if (!IsAskedAbout(alert->event, 0) || !IsBorn(alert->event)) continue;
    const bool handled = OverflowedWith(step.scale, alert->event);
    alert->verdict = handled ? Verdict::kHandled : Verdict::kOrigin;
    if (handled && first == nullptr) first = alert;
  }
  if (first == nullptr) return;
  step.overflow = first->event;
  step.in_a_row = InARow(run_.events.op[step.asked], step);
  if (step.in_a_row == kMostSkippedInARow) first->verdict = Verdict::kOrigin;
  by_overflow_[step.overflow] = step.execution;
  skipped_[step.execution] = step;
}

std::optional<SkippedStep> LossScalers::FindSkip(ExecutionId execution) {
  questions_.clear();
  std::vector<EventId> asked;
  for (const EventId event : bad_.OfExecution(execution)) {
    if (IsAskedAbout(event, 0)) asked.push_back(event);
  }
  if (questions_.empty()) return std::nullopt;
  SkippedStep step;
  step.execution = execution;
  const GraphId graph = run_.graphs.op(run_.events.op[asked.front()]).graph;
  const OpId question = run_.graphs.FindOp(graph, run_.strings.Find(*questions_.begin()));
  if (question.valid()) step.asked = EventNear(asked.front(), question, 0);
  if (!step.asked.valid() || !FindScale(step, asked)) return std::nullopt;
  return step;
}

// Whether an op that decides by values looked at the value, or at a bad one that was made of it.
bool LossScalers::IsAskedAbout(EventId event, int depth) {
  const auto [known, added] = asked_.try_emplace(event, false);
  if (!added) return known->second;
  const OpId op = run_.events.op[event];
  if (!op.valid() || depth > kDeepestWay) return false;
  const bool asked = IsAsked(event, op, run_.events.slot[event], depth);
  return asked_[event] = asked;
}

bool LossScalers::IsAsked(EventId event, OpId op, int32_t slot, int depth) {
  if (depth > kDeepestWay) return false;
  bool asked = false;
  for (const OpId consumer : links_.Consumers(op, slot)) {
    const store::Op& reader = run_.graphs.op(consumer);
    if (frameworks::DecidesByValue(run_.strings[reader.type])) {
      questions_.insert(run_.strings[reader.name]);
      asked = true;
      continue;
    }
    const bool hands_on = links_.role(consumer) == OpRole::kPassThrough;
    for (int32_t made_slot = 0; made_slot < std::max(reader.num_outputs, 1); ++made_slot) {
      const EventId made = index_.MadeOf(event, consumer, made_slot);
      const bool went_on = made.valid()
                               ? bad_.IsBad(made) && IsAskedAbout(made, depth + 1)
                               : hands_on && IsAsked(event, consumer, made_slot, depth + 1);
      asked = asked || went_on;
    }
  }
  return asked;
}

// Of several that could be it, the first by name: threads decide in which order ops are recorded.
bool LossScalers::FindScale(SkippedStep& step, std::span<const EventId> asked) {
  std::map<std::string_view, SkippedStep> found;
  std::set<GraphId> graphs;
  for (const EventId event : asked) {
    const GraphId graph = run_.graphs.op(run_.events.op[event]).graph;
    if (!graphs.insert(graph).second) continue;
    for (const OpId id : run_.graphs.graph(graph).ops) {
      if (links_.role(id) != OpRole::kAssign) continue;
      SkippedStep candidate = step;
      if (!IsScale(id, event, candidate)) continue;
      const bool led_there = std::ranges::any_of(asked, [&](EventId bad) {
        return DependsOn(run_.events.op[bad], candidate.scale) != Depends::kNo;
      });
      if (led_there) found.try_emplace(run_.strings[candidate.scale], candidate);
    }
  }
  if (found.empty()) return false;
  step = found.begin()->second;
  return true;
}

// Whether the op assigned a single number that was made of the variable's own value and is not
// larger.
bool LossScalers::IsScale(OpId assign, EventId near, SkippedStep& step) {
  const store::Op& op = run_.graphs.op(assign);
  const StringId variable = training_.VariableOf(assign);
  if (!variable.valid()) return false;
  for (size_t i = 1; i < op.inputs.size() && op.inputs[i].slot != InputRef::kControl; ++i) {
    const OpId value = run_.graphs.FindOp(op.graph, op.inputs[i].op);
    if (!value.valid()) continue;
    const EventId assigned = EventNear(near, value, op.inputs[i].slot);
    if (!assigned.valid() || bad_.IsBad(assigned)) continue;
    const auto digest = run_.values->ReadDigest(assigned);
    if (!digest.ok() || !tensor::MayBeBad(digest->dtype) || digest->elements != 1) continue;
    const EventId read = ReadOfOwn(value, variable, near);
    if (!read.valid()) continue;
    const auto before = run_.values->ReadDigest(read);
    if (before.ok() && before->max && digest->max && *digest->max > *before->max) continue;
    step.scale = variable;
    step.before = read;
    step.after = assigned;
    return true;
  }
  return false;
}

// The event at which the variable was read for what is `value` now; invalid where it was not, and
// where something bad went into that.
EventId LossScalers::ReadOfOwn(OpId value, StringId variable, EventId near) {
  EventId read;
  bool clean = true;
  WalkBack(
      run_, value,
      [&](OpId op) { return !frameworks::DecidesByValue(run_.strings[run_.graphs.op(op).type]); },
      [&](OpId op) {
        const EventId made = EventNear(near, op, 0);
        clean = clean && !(made.valid() && bad_.IsBad(made));
        const bool reads = links_.role(op) == OpRole::kReadVariable;
        if (reads && made.valid() && training_.VariableOf(op) == variable) read = made;
        return clean;
      });
  return clean ? read : EventId();
}

LossScalers::Depends LossScalers::DependsOn(OpId op, StringId variable) {
  Depends depends = Depends::kNo;
  WalkBack(
      run_, op,
      [&](OpId id) { return !frameworks::DecidesByValue(run_.strings[run_.graphs.op(id).type]); },
      [&](OpId id) {
        switch (links_.role(id)) {
          case OpRole::kReadVariable:
            if (training_.VariableOf(id) == variable) depends = Depends::kYes;
            break;
          case OpRole::kCall:
          case OpRole::kLoop:
          case OpRole::kBranch:
          case OpRole::kReceive:
            depends = Depends::kUnknown;
            break;
          default:
            break;
        }
        return depends != Depends::kYes;
      });
  return depends;
}

// Whether a smaller scale would have kept the value finite.
bool LossScalers::OverflowedWith(StringId scale, EventId event) {
  if (IsAtPole(run_, event)) return false;
  const OpId op = run_.events.op[event];
  const Depends depends = DependsOn(op, scale);
  return depends == Depends::kYes || (depends == Depends::kUnknown && IsOfGradient(run_, op));
}

bool LossScalers::IsBorn(EventId event) {
  return run_.events.judgement[event].verdict != Verdict::kInherited &&
         !provenance_.BadInput(event).valid();
}

// The step before is the one in which the question was asked last.
int64_t LossScalers::InARow(OpId question, const SkippedStep& step) const {
  const auto asked = index_.OfOutput(question, 0);
  const uint32_t rank = index_.rank(step.overflow);
  auto next =
      std::ranges::partition_point(asked, [&](EventId event) { return index_.rank(event) < rank; });
  while (next != asked.begin()) {
    const ExecutionId execution = run_.events.execution[*--next];
    if (execution == step.execution) continue;
    const auto before = skipped_.find(execution);
    return before == skipped_.end() ? 1 : before->second.in_a_row + 1;
  }
  return 1;
}

EventId LossScalers::EventNear(EventId near, OpId op, int32_t slot) const {
  const EventId after = index_.MadeOf(near, op, slot);
  if (after.valid()) return after;
  return index_.Before(op, slot, index_.rank(near), run_.events.execution[near]);
}

}  // namespace tdbg::query
