#include "query/bad_values.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace tdbg::query {
namespace {

using store::Badness;
using store::EventId;
using store::ExecutionId;
using store::InputRef;
using store::OpId;

// tfdbg1 may record one value several ways at once (itself, its NaN count, a summary). The value
// itself speaks for the others, whichever was dumped first.
bool IsSummaryBesideValues(Detail detail) {
  return detail == Detail::kNanCount || detail == Detail::kNumericSummary;
}

}  // namespace

BadValues::BadValues(const store::Run& run, const EventIndex& index, GraphLinks& links)
    : run_(run), index_(index), links_(links) {
  Extend();
}

void BadValues::Extend() {
  const size_t from = FirstChange();
  if (from == Revisions::kNone) return;
  GiveBack(from);
  TakeIn(from);
  revisions_.Add(FirstToJudge(from));
}

// The first position in time at which something is new or not what it was.
size_t BadValues::FirstChange() {
  size_t from = index_.revisions().FirstSince(index_seen_);
  index_seen_ = index_.revisions().count();
  for (; events_seen_ < run_.changes.events.size(); ++events_seen_) {
    const EventId event = run_.changes.events[events_seen_];
    if (event.index() < rows_seen_) state_[event] = State::kUnseen;
  }
  for (; changes_seen_ < run_.changes.executions.size(); ++changes_seen_) {
    const auto known = executions_.find(run_.changes.executions[changes_seen_]);
    if (known == executions_.end()) continue;
    from = std::min<size_t>(from, index_.rank(known->second.events.front()));
  }
  NoteExecutions(from);
  const bool graphs_changed =
      std::exchange(graphs_seen_, run_.graphs.version()) != run_.graphs.version() ||
      std::exchange(first_events_seen_, index_.first_events()) != index_.first_events();
  if (run_.format == store::Format::kTfdbg1) {
    for (const EventId event : run_.events.ids(rows_seen_)) {
      has_summaries_ = has_summaries_ || IsSummaryBesideValues(run_.events.detail[event]);
    }
  }
  rows_seen_ = run_.events.end_index();
  const bool again = graphs_changed || (has_summaries_ && from != Revisions::kNone);
  return again ? 0 : from;
}

void BadValues::NoteExecutions(size_t& from) {
  const size_t first_new = executions_seen_;
  const auto earlier = [&](ExecutionId a, ExecutionId b) {
    return std::pair(run_.executions[a].time_ns, a) < std::pair(run_.executions[b].time_ns, b);
  };
  executions_seen_ = run_.executions.end_index();
  for (const ExecutionId id : run_.executions.ids(first_new)) {
    const store::Execution& execution = run_.executions[id];
    const bool assigns = !execution.input_tensor_ids.empty() &&
                         RoleOf(run_.strings[execution.op_type]) == OpRole::kAssign;
    if (!assigns && execution.output_tensor_ids.empty()) continue;
    from = std::min(from, index_.FirstAfter(execution.time_ns));
    if (!assigns) continue;
    assignments_.insert(std::upper_bound(assignments_.begin(), assignments_.end(), id, earlier),
                        id);
  }
}

void BadValues::GiveBack(size_t from) {
  while (!events_.empty() && index_.rank(events_.back()) >= from) {
    const EventId event = events_.back();
    const ExecutionId execution = execution_of_.back();
    InExecution& in = executions_[execution];
    in.events.pop_back();
    if (!in.first_in_graph.empty() && in.first_in_graph.back().second == event) {
      in.first_in_graph.pop_back();
    }
    if (in.events.empty()) executions_.erase(execution);
    if (const auto id = EagerTensorOf(event, execution)) {
      const auto known = tensors_.find(*id);
      if (known != tensors_.end() && known->second == event) tensors_.erase(known);
    }
    events_.pop_back();
    execution_of_.pop_back();
  }
  for (; !taken_.empty() && taken_.back().second >= from; taken_.pop_back()) {
    variables_.erase(taken_.back().first);
  }
  for (; !assigned_.empty() && assigned_.back().second >= from; assigned_.pop_back()) {
    assigners_.erase(assigned_.back().first);
  }
  const auto again = std::partition_point(
      assignments_.begin(), assignments_.end(),
      [&](ExecutionId id) { return index_.FirstAfter(run_.executions[id].time_ns) < from; });
  assignments_taken_ = static_cast<size_t>(again - assignments_.begin());
}

void BadValues::TakeIn(size_t from) {
  const auto order = index_.chronological();
  for (size_t i = from; i < order.size(); ++i) {
    State& state = state_[order[i]];
    if (state == State::kUnseen) state = StateOf(order[i]);
  }
  if (has_summaries_) PassOverSummaries();
  size_t next = NextAssignment();
  for (size_t i = from; i < order.size(); ++i) {
    for (; next <= i; next = NextAssignment()) TakeAssignment(next);
    if (state_[order[i]] == State::kBad) TakeIn(order[i]);
  }
  for (; next != Revisions::kNone; next = NextAssignment()) TakeAssignment(next);
}

BadValues::State BadValues::StateOf(EventId event) const {
  const Badness badness = run_.events.badness[event];
  bool bad = badness == Badness::kBad || badness == Badness::kFailed;
  if (badness == Badness::kUnread) {
    const auto digest = run_.values->ReadDigest(event);
    bad = digest.ok() && digest->bad.value_or(false);
  }
  return bad && !run_.only_read.contains(event) ? State::kBad : State::kClean;
}

// Loops record a value many times in one execution: only summaries may be passed over.
void BadValues::PassOverSummaries() {
  using Moment = std::tuple<OpId, int32_t, ExecutionId>;
  const auto moment = [&](EventId event) {
    return Moment(run_.events.op[event], run_.events.slot[event], run_.events.execution[event]);
  };
  std::set<Moment> spoken_for;
  for (const bool summary : {false, true}) {
    for (const EventId event : index_.chronological()) {
      State& state = state_[event];
      if (IsSummaryBesideValues(run_.events.detail[event]) != summary) continue;
      if (summary && state == State::kPassedOver) state = State::kBad;
      if (state != State::kBad) continue;
      if (!spoken_for.insert(moment(event)).second && summary) state = State::kPassedOver;
    }
  }
}

std::optional<int64_t> BadValues::EagerTensorOf(EventId event, ExecutionId execution) const {
  if (run_.events.op[event].valid() || !execution.valid()) return std::nullopt;
  const auto& ids = run_.executions[execution].output_tensor_ids;
  const int32_t slot = run_.events.slot[event];
  if (slot < 0 || static_cast<size_t>(slot) >= ids.size()) return std::nullopt;
  return ids[static_cast<size_t>(slot)];
}

void BadValues::TakeIn(EventId event) {
  const ExecutionId execution = run_.events.execution[event];
  events_.push_back(event);
  execution_of_.push_back(execution);
  InExecution& in = executions_[execution];
  in.events.push_back(event);
  if (const auto id = EagerTensorOf(event, execution)) tensors_.try_emplace(*id, event);
  const OpId op = run_.events.op[event];
  if (!op.valid()) return;
  const store::GraphId graph = run_.graphs.op(op).graph;
  const bool seen = std::any_of(in.first_in_graph.begin(), in.first_in_graph.end(),
                                [&](const auto& entry) { return entry.first == graph; });
  if (!seen) in.first_in_graph.emplace_back(graph, event);
  MarkAssigners(event);
}

// Position from which on the next eager assignment counts: an assignment is no event, so its place
// in time is found by search.
size_t BadValues::NextAssignment() const {
  if (assignments_taken_ == assignments_.size()) return Revisions::kNone;
  return index_.FirstAfter(run_.executions[assignments_[assignments_taken_]].time_ns);
}

void BadValues::TakeAssignment(size_t rank) {
  const store::Execution& execution = run_.executions[assignments_[assignments_taken_++]];
  const auto at = static_cast<uint32_t>(rank);
  for (const int64_t tensor : execution.input_tensor_ids) {
    const EventId taken = OfTensor(tensor, at);
    if (!taken.valid()) continue;
    MarkVariable(Variable::OfTensor(execution.input_tensor_ids.front()), {at, taken});
    return;
  }
}

// Whatever came to an execution may change what becomes of its values, from its first one on.
size_t BadValues::FirstToJudge(size_t from) const {
  const auto order = index_.chronological();
  size_t rank = from;
  const InExecution* last = nullptr;
  for (size_t i = from; i < order.size(); ++i) {
    const ExecutionId execution = run_.events.execution[order[i]];
    if (i > from && execution == run_.events.execution[order[i - 1]]) continue;
    const auto known = executions_.find(execution);
    if (known == executions_.end() || &known->second == last) continue;
    last = &known->second;
    rank = std::min<size_t>(rank, index_.rank(last->events.front()));
  }
  return FirstOfEagerValues(PositionFrom(rank));
}

size_t BadValues::PositionFrom(size_t rank) const {
  const auto first = std::partition_point(events_.begin(), events_.end(),
                                          [&](EventId id) { return index_.rank(id) < rank; });
  return static_cast<size_t>(first - events_.begin());
}

// What becomes of an eager op's value also depends on what was made of it later, and so on.
size_t BadValues::FirstOfEagerValues(size_t first) const {
  if (run_.read_eager.empty()) return first;
  for (size_t i = events_.size(); i > first; --i) {
    const auto read = run_.read_eager.find(events_[i - 1]);
    if (read == run_.read_eager.end()) continue;
    for (const EventId value : read->second) {
      first = std::min(first, PositionFrom(index_.rank(value)));
    }
  }
  return first;
}

std::span<const EventId> BadValues::OfExecution(ExecutionId execution) const {
  const auto known = executions_.find(execution);
  return known == executions_.end() ? std::span<const EventId>() : known->second.events;
}

EventId BadValues::OfTensor(int64_t tensor_id, uint32_t rank) const {
  const auto known = tensors_.find(tensor_id);
  return known != tensors_.end() && index_.rank(known->second) < rank ? known->second : EventId();
}

// Follows a bad value through ops that hand it on until it meets an assignment.
void BadValues::MarkAssigners(EventId event) {
  const ExecutionId execution = run_.events.execution[event];
  std::vector<std::pair<OpId, int32_t>> pending = {
      {run_.events.op[event], run_.events.slot[event]}};
  std::unordered_set<OpId> passed;
  while (!pending.empty()) {
    const auto [op, slot] = pending.back();
    pending.pop_back();
    for (const OpId consumer : links_.Consumers(op, slot)) {
      const OpRole role = links_.role(consumer);
      if (role == OpRole::kPassThrough && index_.OfOp(consumer).empty()) {
        if (passed.insert(consumer).second) pending.emplace_back(consumer, 0);
      } else if (role == OpRole::kAssign) {
        const uint32_t rank = index_.rank(event);
        if (assigners_.insert(execution).second) assigned_.emplace_back(execution, rank);
        for (const Variable& variable : VariablesOf(consumer, execution)) {
          MarkVariable(variable, {rank, event});
        }
      }
    }
  }
}

void BadValues::MarkVariable(Variable variable, Intake intake) {
  if (variables_.try_emplace(variable, intake).second) taken_.emplace_back(variable, intake.rank);
}

// Who is behind the handle that `op` yields.
Variable BadValues::VariableBehind(OpId op, ExecutionId execution) const {
  const store::Op& handle = run_.graphs.op(op);
  if (links_.role(op) != OpRole::kArgument) return Variable::OfOp(handle.name);
  if (!execution.valid() || run_.executions[execution].graph != handle.graph) {
    return Variable::Lost();
  }
  const auto& inputs = run_.executions[execution].input_tensor_ids;
  const int64_t position = links_.ArgumentPosition(op);
  if (position < 0 || static_cast<size_t>(position) >= inputs.size()) return Variable::Lost();
  return Variable::OfTensor(inputs[static_cast<size_t>(position)]);
}

// Every input of a reader or assigner that can be a handle: one that never had a value of its own.
std::vector<Variable> BadValues::VariablesOf(OpId op, ExecutionId execution) const {
  std::vector<Variable> variables;
  const store::Op& user = run_.graphs.op(op);
  for (const InputRef& input : user.inputs) {
    if (input.slot == InputRef::kControl) continue;
    const OpId producer = run_.graphs.FindOp(user.graph, input.op);
    if (!producer.valid()) continue;
    const OpRole role = links_.role(producer);
    const bool reference = role == OpRole::kReadVariable;
    if (reference || (role == OpRole::kArgument && index_.OfOp(producer).empty())) {
      variables.push_back(VariableBehind(producer, execution));
    }
  }
  if (variables.empty() && links_.role(op) == OpRole::kReadVariable) {
    variables.push_back(Variable::OfOp(user.name));  // a reference variable is its own handle
  }
  return variables;
}

EventId BadValues::Taken(Variable variable, uint32_t rank) const {
  const auto known = variables_.find(variable);
  return known != variables_.end() && known->second.rank <= rank ? known->second.event : EventId();
}

EventId BadValues::TakenByAnyVariable(uint32_t rank) const {
  return taken_.empty() ? EventId() : Taken(taken_.front().first, rank);
}

EventId BadValues::TakenByVariable(OpId op, ExecutionId execution, uint32_t rank) const {
  if (const EventId lost = TakenByLostVariable(rank); lost.valid()) return lost;
  for (const Variable& variable : VariablesOf(op, execution)) {
    const EventId taken = variable.is_lost() ? TakenByAnyVariable(rank) : Taken(variable, rank);
    if (taken.valid()) return taken;
  }
  return {};
}

EventId BadValues::TakenByVariable(std::span<const int64_t> tensor_ids, uint32_t rank) const {
  for (const int64_t id : tensor_ids) {
    if (const EventId taken = Taken(Variable::OfTensor(id), rank); taken.valid()) return taken;
  }
  return {};
}

}  // namespace tdbg::query
