#include "query/bad_values.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tdbg::query {
namespace {

using store::Badness;
using store::Detail;
using store::EventId;
using store::ExecutionId;
using store::InputRef;
using store::OpId;

// tfdbg1 may record one value several ways at once (itself, its NaN count, a summary). The value
// itself speaks for the others, whichever was recorded first.
struct Moment {
  OpId op;
  int32_t slot;
  ExecutionId execution;
  bool operator==(const Moment&) const = default;
};
struct MomentHash {
  size_t operator()(const Moment& m) const {
    return (static_cast<size_t>(m.op.index()) << 32 | m.execution.index()) * 31 +
           static_cast<size_t>(m.slot);
  }
};

bool IsSummaryBesideValues(Detail detail) {
  return detail == Detail::kNanCount || detail == Detail::kNumericSummary;
}

}  // namespace

BadValues::BadValues(const store::Run& run, const EventIndex& index, GraphLinks& links)
    : run_(run), index_(index), links_(links), bad_(run.events.size(), false) {
  FindBadEvents();
  FindBadVariables();
}

void BadValues::FindBadEvents() {
  std::unordered_set<Moment, MomentHash> spoken_for;
  const auto moment_of = [&](EventId event) {
    return Moment{run_.events.op[event], run_.events.slot[event], run_.events.execution[event]};
  };
  std::vector<EventId> bad_events;
  for (const EventId event : index_.chronological()) {
    if (run_.only_read.contains(event)) continue;
    bool bad = run_.events.badness[event] == Badness::kBad ||
               run_.events.badness[event] == Badness::kFailed;
    if (run_.events.badness[event] == Badness::kUnread) {
      const auto digest = run_.values->ReadDigest(event);
      bad = digest.ok() && digest->bad.value_or(false);
    }
    if (!bad) continue;
    bad_events.push_back(event);
    const bool value = !IsSummaryBesideValues(run_.events.detail[event]);
    if (run_.format == store::Format::kTfdbg1 && value) spoken_for.insert(moment_of(event));
  }
  for (const EventId event : bad_events) {
    // Loops record a value many times in one execution: only summaries may be passed over.
    if (IsSummaryBesideValues(run_.events.detail[event]) &&
        !spoken_for.insert(moment_of(event)).second) {
      continue;
    }
    bad_[event.index()] = true;
    events_.push_back(event);
  }

  for (const EventId event : events_) {
    const uint32_t rank = index_.rank(event);
    const ExecutionId execution = run_.events.execution[event];
    if (const OpId op = run_.events.op[event]; op.valid()) {
      auto& graphs = first_in_graph_[execution];
      const store::GraphId graph = run_.graphs.op(op).graph;
      const bool seen = std::any_of(graphs.begin(), graphs.end(),
                                    [&](const auto& entry) { return entry.first == graph; });
      if (!seen) graphs.emplace_back(graph, rank);
    } else if (execution.valid()) {
      const auto& ids = run_.executions[execution].output_tensor_ids;
      const int32_t slot = run_.events.slot[event];
      if (slot >= 0 && static_cast<size_t>(slot) < ids.size()) {
        bad_tensors_.try_emplace(ids[static_cast<size_t>(slot)], event);
      }
    }
  }
}

void BadValues::FindBadVariables() {
  for (const EventId event : events_) {
    if (run_.events.op[event].valid()) MarkAssigners(event);
  }
  // Eager assignments: Executions without outputs, so their place in time is found by search.
  for (const ExecutionId id : Ids<ExecutionId>(run_.executions.size())) {
    const store::Execution& execution = run_.executions[id];
    if (RoleOf(run_.strings[execution.op_type]) != OpRole::kAssign) continue;
    EventId taken;
    for (const int64_t tensor : execution.input_tensor_ids) {
      if (!taken.valid()) taken = OfTensor(tensor);
    }
    if (!taken.valid()) continue;
    const auto order = index_.chronological();
    const auto after = std::upper_bound(
        order.begin(), order.end(), execution.time_ns,
        [&](int64_t time, EventId event) { return time < run_.events.time_ns[event]; });
    MarkVariable(execution.input_tensor_ids[0],
                 {static_cast<uint32_t>(after - order.begin()), taken});
  }
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
        bad_assigners_[execution] = true;
        for (const int64_t key : VariableKeys(consumer, execution)) {
          MarkVariable(key, {index_.rank(event), event});
        }
      }
    }
  }
}

void BadValues::MarkVariable(int64_t key, Intake intake) {
  const auto [it, added] = bad_variables_.try_emplace(key, intake);
  if (!added && intake.rank < it->second.rank) it->second = intake;
}

// Who is behind the handle that `op` yields.
int64_t BadValues::VariableKey(OpId op, ExecutionId execution) const {
  const store::Op& handle = run_.graphs.op(op);
  if (links_.role(op) != OpRole::kArgument) return -int64_t{handle.name.index()} - 1;
  if (!execution.valid() || run_.executions[execution].graph != handle.graph) return kAnyVariable;
  const auto& inputs = run_.executions[execution].input_tensor_ids;
  const int64_t position = links_.ArgumentPosition(op);
  if (position < 0 || static_cast<size_t>(position) >= inputs.size()) return kAnyVariable;
  return inputs[static_cast<size_t>(position)];
}

// Every input of a reader or assigner that can be a handle: one that never had a value of its own.
std::vector<int64_t> BadValues::VariableKeys(OpId op, ExecutionId execution) const {
  std::vector<int64_t> keys;
  const store::Op& user = run_.graphs.op(op);
  for (const InputRef& input : user.inputs) {
    if (input.slot == InputRef::kControl) continue;
    const OpId producer = run_.graphs.FindOp(user.graph, input.op);
    if (!producer.valid()) continue;
    const OpRole role = links_.role(producer);
    const bool reference = role == OpRole::kReadVariable;
    if (reference || (role == OpRole::kArgument && index_.OfOp(producer).empty())) {
      keys.push_back(VariableKey(producer, execution));
    }
  }
  if (keys.empty() && links_.role(op) == OpRole::kReadVariable) {
    keys.push_back(-int64_t{user.name.index()} - 1);  // a reference variable is its own handle
  }
  return keys;
}

EventId BadValues::Taken(int64_t key, uint32_t rank) const {
  const auto it = bad_variables_.find(key);
  return it != bad_variables_.end() && it->second.rank <= rank ? it->second.event : EventId();
}

EventId BadValues::TakenByAnyVariable(uint32_t rank) const {
  Intake first{rank, EventId()};
  for (const auto& [key, intake] : bad_variables_) {
    if (intake.rank < first.rank || (intake.rank == first.rank && !first.event.valid())) {
      first = intake;
    }
  }
  return first.event;
}

EventId BadValues::TakenByVariable(OpId op, ExecutionId execution, uint32_t rank) const {
  if (const EventId lost = TakenByLostVariable(rank); lost.valid()) return lost;
  for (const int64_t key : VariableKeys(op, execution)) {
    const EventId taken = key == kAnyVariable ? TakenByAnyVariable(rank) : Taken(key, rank);
    if (taken.valid()) return taken;
  }
  return {};
}

EventId BadValues::TakenByVariable(std::span<const int64_t> tensor_ids, uint32_t rank) const {
  for (const int64_t id : tensor_ids) {
    if (const EventId taken = Taken(id, rank); taken.valid()) return taken;
  }
  return {};
}

}  // namespace tdbg::query
