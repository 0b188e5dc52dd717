#include "query/fate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "frameworks/control_flow.h"
#include "query/way_taken.h"

namespace tdbg::query {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::InputRef;
using store::OpId;

namespace {

bool HasDataReaders(GraphLinks& links, OpId op) {
  return std::ranges::any_of(links.Readers(op), [](const GraphLinks::Reader& reader) {
    return reader.slot != InputRef::kControl;
  });
}

}  // namespace

void Fate::JudgeAgain(std::span<const EventId> events) {
  judged_.clear();
  leaving_.clear();
  handing_out_.clear();
  ends_clean_.clear();
  for_nothing_.clear();
  for (auto it = events.rbegin(); it != events.rend(); ++it) {
    const ExecutionId execution = run_.events.execution[*it];
    if (judged_.insert(execution).second) Judge(execution);
  }
}

void Fate::Judge(ExecutionId execution) {
  const auto events = bad_.OfExecution(execution);
  for (const EventId event : events) ends_[event] = End::kUnknown;
  for (auto it = events.rbegin(); it != events.rend(); ++it) ends_[*it] = EndOf(*it);
}

Fate::End Fate::EndOf(EventId event) {
  const OpId op = run_.events.op[event];
  if (run_.events.badness[event] == store::Badness::kFailed) return End::kLeaves;
  if (!op.valid()) return EndOfEager(event);
  steps_left_ = kMostSteps;
  passed_.clear();
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
  if (consumers.empty()) {
    return !IsForNothing(run_.events.execution[event], op, slot) && ResultEscapes(event, op, depth);
  }
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

  if (role == OpRole::kTakeOut) return TakenOutEscapes(event, consumer);

  // What the consumer made of it, if that was recorded.
  bool recorded = false;
  const int32_t outputs = std::max(run_.graphs.op(consumer).num_outputs, 1);
  for (int32_t slot = 0; slot < outputs; ++slot) {
    if (--steps_left_ < 0) return true;
    using Reach = EventIndex::Reach;
    const EventId made = index_.MadeOf(
        event, consumer, slot, later_iteration_ ? Reach::kAnyIteration : Reach::kSameIteration);
    recorded = recorded || made.valid();
    if (role == OpRole::kPutAway ||
        (made.valid() && run_.events.dtype[made] == tensor::DType::kVariant)) {
      if (EscapesFromCollection(event, consumer, slot, depth)) return true;
    } else if (made.valid() && bad_.IsBad(made) && !IsMasked(made)) {
      return true;
    }
  }
  if (role == OpRole::kPutAway) return false;
  if (recorded || role == OpRole::kNeverBad) return false;

  switch (role) {
    case OpRole::kPassThrough: {
      const bool next_iteration = StartsNextIteration(run_.strings[run_.graphs.op(consumer).type]);
      const bool before = std::exchange(later_iteration_, later_iteration_ || next_iteration);
      bool escapes = false;
      // In native runs ops that never ran read nothing: a way without readers was not taken.
      const bool chooses = run_.format == store::Format::kNative &&
                           frameworks::ChoosesWay(run_.strings[run_.graphs.op(consumer).type]);
      // Another iteration may go another way.
      const std::optional<int32_t> way = chooses && !later_iteration_
                                             ? WayTaken(run_, index_, links_, consumer, event)
                                             : std::nullopt;
      for (int32_t slot = 0; slot < outputs && !escapes; ++slot) {
        if (--steps_left_ < 0) escapes = true;
        if (way && *way != slot) continue;
        if ((slot > 0 || chooses) && links_.Consumers(consumer, slot).empty()) continue;
        // What goes round in a loop does not escape by that.
        if (!passed_.emplace(consumer, slot, later_iteration_).second) continue;
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

// Which of the values in a collection was taken out, and when, is not recorded: whatever bad was,
// later in the execution, may be this one.
bool Fate::TakenOutEscapes(EventId event, OpId op) {
  if (index_.OfOp(op).empty()) return MayLeave(op) || !EndsClean(run_.events.execution[event]);
  for (const EventId taken : index_.OfOp(op)) {
    if (--steps_left_ < 0) return true;
    const bool later = run_.events.execution[taken] == run_.events.execution[event] &&
                       index_.rank(taken) > index_.rank(event);
    if (later && bad_.IsBad(taken) && !IsMasked(taken)) return true;
  }
  return false;
}

// A collection shows nothing of what was put into it: it escapes with the collection, or once it is
// taken out, in whatever iteration that is.
bool Fate::EscapesFromCollection(EventId event, OpId op, int32_t slot, int depth) {
  if (!passed_.emplace(op, slot, true).second) return false;  // a loop hands it back to itself
  const bool before = std::exchange(later_iteration_, true);
  const bool escapes = Escapes(event, op, slot, depth + 1);
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
  if (!top_level && run_.format == store::Format::kNative) return !EndsClean(execution);
  if (top_level || !run_.graphs.graph(graph).outer.valid()) return true;
  return !EndsClean(execution);  // the result of a call whose reader is not recorded
}

bool Fate::EndsClean(ExecutionId id) {
  if (!id.valid()) return false;
  const auto [it, added] = ends_clean_.try_emplace(id);
  if (added) it->second = FindIfEndsClean(id);
  return it->second;
}

// True if the execution's own outputs are known and clean, and no variable took in a bad value.
bool Fate::FindIfEndsClean(ExecutionId id) {
  const store::Execution& execution = run_.executions[id];
  // What failed handed out nothing, so that nothing shows what would have come of the value.
  if (execution.failed || bad_.AssignedBad(id)) return false;
  // Native runs do not record what a call returned.
  if (run_.format == store::Format::kNative) return HandsOutNothingBad(id);
  if (execution.num_outputs > 0 && execution.num_events == 0) return false;
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

// Of a call in a native run that has ended: whether all that its graph handed out was seen to be
// clean.
bool Fate::HandsOutNothingBad(ExecutionId id) {
  const store::Execution& execution = run_.executions[id];
  if (!execution.graph.valid() || execution.end_ns == kNoTime) return false;
  const auto [handing_out, added] = handing_out_.try_emplace(execution.graph);
  if (added) handing_out->second = FindHandingOut(execution.graph);
  return std::ranges::none_of(bad_.OfExecution(id), [&](EventId event) {
    const OpId op = run_.events.op[event];
    if (!op.valid() || handing_out->second.contains(op)) return true;
    const int32_t slot = run_.events.slot[event];
    return run_.graphs.op(op).graph == execution.graph && links_.Consumers(op, slot).empty() &&
           !IsForNothing(id, op, slot);
  });
}

// Those ops of a call's graph whose outputs it hands out, or puts into variables: behind them are
// ops only of which nothing is recorded.
std::unordered_set<OpId> Fate::FindHandingOut(GraphId graph) {
  std::unordered_set<OpId> handing_out;
  std::vector<OpId> pending;
  for (const OpId op : run_.graphs.graph(graph).ops) {
    const OpRole role = links_.role(op);
    const bool leaves = role == OpRole::kAssign || role == OpRole::kResult || role == OpRole::kSend;
    if (leaves || !HasDataReaders(links_, op)) pending.push_back(op);
  }
  while (!pending.empty()) {
    const OpId op = pending.back();
    pending.pop_back();
    if (links_.role(op) == OpRole::kNeverBad || !handing_out.insert(op).second) continue;
    if (!index_.OfOp(op).empty()) continue;
    for (const InputRef& input : run_.graphs.op(op).inputs) {
      const OpId producer = run_.graphs.FindOp(graph, input.op);
      if (producer.valid() && input.slot != InputRef::kControl) pending.push_back(producer);
    }
  }
  return handing_out;
}

// Whether nobody wanted this output, one of several of an op of the graph that the program called:
// neither an op that ran nor one that the program wrote there reads it, and it is no result.
bool Fate::IsForNothing(ExecutionId execution, OpId op, int32_t slot) {
  const GraphId graph = run_.graphs.op(op).graph;
  const bool called = execution.valid() && run_.executions[execution].graph == graph;
  if (run_.format != store::Format::kNative || !called) return false;
  const auto [it, added] = for_nothing_.try_emplace({op, slot});
  if (added) it->second = FindIfForNothing(op, slot);
  return it->second;
}

bool Fate::FindIfForNothing(OpId id, int32_t slot) {
  const store::Op& op = run_.graphs.op(id);
  if (run_.written.contains(id) || !HasDataReaders(links_, id) ||
      frameworks::KeepsForGradient(run_.strings[run_.graphs.graph(op.graph).name])) {
    return false;
  }
  const auto as_written = [&](OpId reader) -> const std::vector<InputRef>& {
    const auto written = run_.written_inputs.find(reader);
    return written != run_.written_inputs.end() ? written->second : run_.graphs.op(reader).inputs;
  };
  const auto results = links_.Results(op.graph);
  const bool knows_results =
      std::ranges::any_of(results, [&](OpId result) { return !as_written(result).empty(); });
  return knows_results && std::ranges::none_of(run_.graphs.graph(op.graph).ops, [&](OpId reader) {
           return std::ranges::any_of(as_written(reader), [&](const InputRef& input) {
             return input.op == op.name && input.slot == slot;
           });
         });
}

}  // namespace tdbg::query
