#include "query/fate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "frameworks/control_flow.h"

namespace tdbg::query {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::InputRef;
using store::OpId;

namespace {

bool IsContainer(tensor::DType dtype) { return dtype == tensor::DType::kVariant; }

}  // namespace

void Fate::JudgeAgain(std::span<const EventId> events) {
  judged_.clear();
  leaving_.clear();
  for (auto it = events.rbegin(); it != events.rend(); ++it) {
    const ExecutionId execution = run_.events.execution[*it];
    if (judged_.insert(execution).second) Judge(execution);
  }
}

void Fate::Judge(ExecutionId execution) {
  ends_.resize(run_.events.size(), End::kUnknown);
  const auto events = bad_.OfExecution(execution);
  for (const EventId event : events) ends_[event.index()] = End::kUnknown;
  for (auto it = events.rbegin(); it != events.rend(); ++it) ends_[it->index()] = EndOf(*it);
}

Fate::End Fate::EndOf(EventId event) {
  const OpId op = run_.events.op[event];
  if (run_.events.badness[event] == store::Badness::kFailed) return End::kLeaves;
  if (!op.valid()) return EndOfEager(event);
  steps_left_ = kMostSteps;
  containers_.clear();
  const bool masked =
      run_.graphs.op(op).type.valid() && !Escapes(event, op, run_.events.slot[event], 0);
  return masked ? End::kMasked : End::kLeaves;
}

// An eager op's output is the program's to keep: it is a result, unless its readers are known and
// nothing bad came of it. What the program handed in itself did no harm even if nobody read it.
Fate::End Fate::EndOfEager(EventId event) const {
  const auto known = run_.readers.find(event);
  if (known == run_.readers.end() || known->second.leaves) return End::kLeaves;
  const store::Readers& readers = known->second;
  const bool consumed = readers.awaited || readers.clean || !readers.bad.empty();
  const bool harmless = std::ranges::all_of(
      readers.bad, [&](EventId made) { return bad_.IsBad(made) && IsMasked(made); });
  return consumed && harmless ? End::kMasked : End::kLeaves;
}

bool Fate::Escapes(EventId event, OpId op, int32_t slot, int depth) {
  constexpr int kDeepest = 64;  // damaged data may make a ring
  if (depth > kDeepest || --steps_left_ < 0) return true;
  if (IsFetched(run_.events.execution[event], op, slot)) return true;
  const std::vector<OpId> consumers = links_.Consumers(op, slot);
  if (consumers.empty()) return ResultEscapes(event, op, depth);
  for (const OpId consumer : consumers) {
    if (EscapesThrough(event, consumer, depth)) return true;
  }
  return false;
}

bool Fate::EscapesThrough(EventId event, OpId consumer, int depth) {
  const ExecutionId execution = run_.events.execution[event];
  const OpRole role = links_.role(consumer);
  if (role == OpRole::kAssign || role == OpRole::kResult) return true;
  if (role == OpRole::kSend) {
    const std::vector<OpId> receivers = links_.Receivers(consumer);
    for (const OpId receiver : receivers) {
      if (EscapesThrough(event, receiver, depth + 1)) return true;
    }
    return receivers.empty();  // to where no recorded graph is: the program that asked
  }

  // What the consumer made of it, if that was recorded.
  bool recorded = false;
  const int32_t outputs = std::max(run_.graphs.op(consumer).num_outputs, 1);
  for (int32_t slot = 0; slot < outputs; ++slot) {
    if (--steps_left_ < 0) return true;
    using Reach = EventIndex::Reach;
    const EventId made = index_.MadeOf(
        event, consumer, slot, later_iteration_ ? Reach::kAnyIteration : Reach::kSameIteration);
    if (!made.valid()) continue;
    recorded = true;
    if (bad_.IsBad(made) && !IsMasked(made)) return true;
    if (IsContainer(run_.events.dtype[made]) &&
        EscapesFromContainer(event, consumer, slot, depth)) {
      return true;
    }
  }
  if (recorded || role == OpRole::kNeverBad) return false;

  switch (role) {
    case OpRole::kPassThrough: {
      const bool next_iteration = StartsNextIteration(run_.strings[run_.graphs.op(consumer).type]);
      const bool before = std::exchange(later_iteration_, later_iteration_ || next_iteration);
      bool escapes = false;
      // In native runs ops that never ran read nothing: a way without readers was not taken.
      const bool chooses = run_.format == store::Format::kNative &&
                           frameworks::ChoosesWay(run_.strings[run_.graphs.op(consumer).type]);
      for (int32_t slot = 0; slot < outputs && !escapes; ++slot) {
        if (--steps_left_ < 0) escapes = true;
        if ((slot > 0 || chooses) && links_.Consumers(consumer, slot).empty()) continue;
        escapes = escapes || Escapes(event, consumer, slot, depth + 1);
      }
      later_iteration_ = before;
      return escapes;
    }
    default:
      // It went into another graph, or to an op whose outputs hold no floats, were filtered out or
      // got lost: only the end can tell.
      return MayLeave(consumer) || !EndsClean(execution);
  }
}

// A list of tensors shows nothing of what was put into it: whoever reads it, in whatever iteration,
// may have made something of that.
bool Fate::EscapesFromContainer(EventId event, OpId container, int32_t slot, int depth) {
  if (!containers_.insert(container).second) return false;  // a loop hands it back to itself
  const bool before = std::exchange(later_iteration_, true);
  const bool escapes = Escapes(event, container, slot, depth + 1);
  later_iteration_ = before;
  return escapes;
}

// Whether a variable, a result or another device lies behind the op, with nothing recorded in
// between.
bool Fate::MayLeave(OpId op) {
  const GraphId graph = run_.graphs.op(op).graph;
  const auto [it, added] = leaving_.try_emplace(graph);
  if (added) it->second = FindLeaving(graph);
  return it->second.contains(op);
}

// Those of the graph from which a value may leave, found backwards from where it does.
std::unordered_set<OpId> Fate::FindLeaving(GraphId graph) {
  std::unordered_set<OpId> leaving;
  std::vector<OpId> pending;
  const auto add_inputs = [&](OpId reader) {
    for (const InputRef& input : run_.graphs.op(reader).inputs) {
      const OpId op = run_.graphs.FindOp(graph, input.op);
      const bool reads =
          op.valid() && input.slot >= 0 && input.slot < run_.graphs.op(op).num_outputs;
      if (reads && leaving.insert(op).second && index_.OfOp(op).empty()) pending.push_back(op);
    }
  };
  for (const OpId id : run_.graphs.graph(graph).ops) {
    const OpRole role = links_.role(id);
    if (role == OpRole::kAssign || role == OpRole::kResult || role == OpRole::kSend) {
      add_inputs(id);
    }
  }
  while (!pending.empty()) {
    const OpId reader = pending.back();
    pending.pop_back();
    add_inputs(reader);
  }
  return leaving;
}

bool Fate::IsFetched(ExecutionId execution, OpId op, int32_t slot) const {
  if (!execution.valid()) return false;
  const auto& fetches = run_.executions[execution].fetches;
  if (fetches.empty()) return false;
  const StringId name = run_.strings.Find(std::string(run_.strings[run_.graphs.op(op).name]) + ":" +
                                          std::to_string(slot));
  return name.valid() && std::find(fetches.begin(), fetches.end(), name) != fetches.end();
}

// Nobody in the graph reads the value: it is a result, or it was for nothing.
bool Fate::ResultEscapes(EventId event, OpId op, int depth) {
  const GraphId graph = run_.graphs.op(op).graph;
  const ExecutionId execution = run_.events.execution[event];
  const OpId owner = links_.ControlFlowOwner(graph);
  if (owner.valid()) {
    const int64_t position = links_.ResultPosition(op);
    if (position < 0) return !EndsClean(execution);
    // The next iteration of a loop reads it as an argument; the outer graph reads it as a result.
    if (links_.role(owner) == OpRole::kLoop) {
      const auto arguments = links_.Arguments(graph);
      if (static_cast<size_t>(position) < arguments.size()) {
        const EventId next = index_.After(arguments[static_cast<size_t>(position)], 0,
                                          index_.rank(event), execution);
        if (next.valid() && bad_.IsBad(next)) return !IsMasked(next);
      }
    }
    return Escapes(event, owner, static_cast<int32_t>(position), depth + 1);
  }
  const bool top_level = execution.valid() && run_.executions[execution].graph == graph;
  if (top_level || !run_.graphs.graph(graph).outer.valid()) return true;
  return !EndsClean(execution);  // the result of a call whose reader is not recorded
}

// True if the execution's own outputs are known and clean, and no variable took in a bad value.
bool Fate::EndsClean(ExecutionId id) const {
  if (!id.valid() || bad_.AssignedBad(id)) return false;
  const store::Execution& execution = run_.executions[id];
  // Native runs do not record what a call returned.
  const bool has_outputs = execution.num_outputs > 0 || run_.format == store::Format::kNative;
  if (has_outputs && execution.num_events == 0) return false;
  for (int32_t i = 0; i < execution.num_events; ++i) {
    const EventId event(execution.first_event.index() + static_cast<uint32_t>(i));
    const bool others_unknown = run_.events.slot[event] < 0;  // filters left some out
    if (others_unknown || run_.events.badness[event] == store::Badness::kUnknown ||
        bad_.IsBad(event)) {
      return false;
    }
  }
  return true;
}

}  // namespace tdbg::query
