#include "query/provenance.h"

#include <utility>
#include <vector>

namespace tdbg::query {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::InputRef;
using store::OpId;

EventId Provenance::BadInput(EventId event) {
  const OpId op = run_.events.op[event];
  if (!op.valid()) return ExecutionInput(event);
  Walk walk{event, index_.rank(event), run_.events.execution[event], true, 0, {}};
  return GraphInput(op, walk);
}

EventId Provenance::BadReason(EventId event) {
  constexpr size_t kMostOps = 4096;
  const OpId made_by = run_.events.op[event];
  if (!made_by.valid()) return {};
  std::vector<OpId> found = {made_by};
  std::set<OpId> seen = {made_by};
  for (size_t i = 0; i < found.size() && found.size() < kMostOps; ++i) {
    const store::Op& reader = run_.graphs.op(found[i]);
    for (const InputRef& input : reader.inputs) {
      const OpId producer = run_.graphs.FindOp(reader.graph, input.op);
      const bool reads = producer.valid() && input.slot != InputRef::kControl;
      if (!reads || !seen.insert(producer).second) continue;
      const EventId made = index_.ReadBy(event, producer, input.slot);
      if (made.valid() && bad_.IsBad(made)) continue;  // swallowed on the way
      if (const EventId reason = ReasonAt(producer, event); reason.valid()) return reason;
      found.push_back(producer);
    }
  }
  return {};
}

Source Provenance::CameFrom(EventId event) {
  constexpr size_t kMostOps = 4096;
  std::vector<OpId> found = {run_.events.op[event]};
  std::set<OpId> seen = {found.front()};
  Source source = Source::kOp;
  for (size_t i = 0; i < found.size() && found.size() < kMostOps; ++i) {
    const store::Op& op = run_.graphs.op(found[i]);
    const OpRole role = links_.role(found[i]);
    // What an optimiser has computed beforehand stands in the graph as it was written.
    const bool never_ran = role == OpRole::kCompute && index_.OfOp(found[i]).empty();
    if (role == OpRole::kConstant || never_ran) return Source::kConstant;
    if (role == OpRole::kArgument) source = Source::kInput;
    if (!HandsOn(role)) continue;
    for (size_t input = 0; input < op.inputs.size(); ++input) {
      if (!frameworks::IsValueInput(run_.strings[op.type], input, op.inputs.size())) continue;
      const OpId producer = run_.graphs.FindOp(op.graph, op.inputs[input].op);
      const bool reads = producer.valid() && op.inputs[input].slot != InputRef::kControl;
      if (reads && seen.insert(producer).second) found.push_back(producer);
    }
  }
  return source;
}

// What the op looked at, if it decides by values and one was bad.
EventId Provenance::ReasonAt(OpId op, EventId event) {
  if (!frameworks::DecidesByValue(run_.strings[run_.graphs.op(op).type])) return {};
  Walk walk{event, index_.rank(event), run_.events.execution[event], true, 0, {}};
  return AnyDataInput(op, walk);
}

EventId Provenance::GraphInput(OpId op, Walk& walk) {
  switch (links_.role(op)) {
    case OpRole::kArgument:
      return Argument(op, walk);
    case OpRole::kReadVariable:
      return bad_.TakenByVariable(op, walk.execution, walk.rank);
    case OpRole::kReceive:
    case OpRole::kLoop:
    case OpRole::kBranch:
    case OpRole::kCall:
      if (const EventId bad = UnrecordedOutput(op, 0, walk); bad.valid()) return bad;
      return AnyDataInput(op, walk);
    default:
      break;
  }
  if (!run_.graphs.op(op).type.valid()) {  // nothing is known of its inputs
    const GraphId graph = run_.graphs.op(op).graph;
    const EventId inside = Inside(graph, walk);
    return inside.valid() ? inside : Around(graph, walk);
  }
  return AnyDataInput(op, walk);
}

// An Execution inherits from the graph it ran, from the tensors it was given, from variables.
EventId Provenance::ExecutionInput(EventId event) {
  const ExecutionId id = run_.events.execution[event];
  const store::Execution& execution = run_.executions[id];
  const uint32_t rank = index_.rank(event);
  const EventId inside = bad_.FirstBefore(rank, id, [](GraphId) { return true; });
  if (inside.valid()) {
    const EventId result = BadResult(event, execution.graph);
    return result.valid() ? result : inside;
  }
  for (const int64_t tensor : execution.input_tensor_ids) {
    if (const EventId bad = EagerTensor(tensor, rank); bad.valid()) return bad;
  }
  if (RoleOf(run_.strings[execution.op_type]) == OpRole::kReadVariable) {
    if (const EventId bad = bad_.TakenByLostVariable(rank); bad.valid()) return bad;
  }
  return bad_.TakenByVariable(execution.input_tensor_ids, rank);
}

// What the graph's result with the event's slot was made of, if that was bad.
EventId Provenance::BadResult(EventId event, GraphId graph) {
  const int32_t slot = run_.events.slot[event];
  if (!graph.valid() || slot < 0) return {};
  const auto results = links_.Results(graph);
  if (static_cast<size_t>(slot) >= results.size()) return {};
  Walk walk{event, index_.rank(event), run_.events.execution[event], false, 0, {}};
  return Output(graph, run_.graphs.op(results[static_cast<size_t>(slot)]).name, 0, walk);
}

EventId Provenance::EagerTensor(int64_t tensor_id, uint32_t rank) {
  if (const EventId bad = bad_.OfTensor(tensor_id, rank); bad.valid()) return bad;
  for (const ExecutionId id : run_.executions.ids(executions_seen_)) {
    for (const int64_t output : run_.executions[id].output_tensor_ids) producers_[output] = id;
  }
  executions_seen_ = run_.executions.end_index();
  const auto producer = producers_.find(tensor_id);
  // No recorded execution made this tensor: it is a constant, or was read from a variable by an op
  // that left no record. It counts as read only where some variable had taken in a bad value.
  if (producer == producers_.end()) return bad_.TakenByAnyVariable(rank);
  // A resource or variant has no recorded value, but may carry what its maker computed.
  const store::Execution& maker = run_.executions[producer->second];
  if (maker.num_events > 0) return {};
  return bad_.FirstBefore(rank, producer->second, [](GraphId) { return true; });
}

EventId Provenance::AnyDataInput(OpId op, Walk& walk) {
  const store::Op& reader = run_.graphs.op(op);
  for (const InputRef& input : reader.inputs) {
    if (input.slot == InputRef::kControl) continue;
    const EventId bad = Output(reader.graph, input.op, input.slot, walk);
    if (bad.valid()) return bad;
  }
  return {};
}

EventId Provenance::Output(GraphId graph, StringId name, int32_t slot, Walk& walk) {
  const OpId op = run_.graphs.FindOp(graph, name);
  if (!op.valid()) return Inside(graph, walk);  // a call, whose creation is not recorded
  if (!walk.seen.emplace(op, slot).second) return {};
  using Reach = EventIndex::Reach;
  const EventId event = index_.ReadBy(
      walk.reader, op, slot, walk.same_iteration ? Reach::kSameIteration : Reach::kAnyIteration);
  if (event.valid() && bad_.IsBad(event)) return event;
  // Of the reference to a variable nothing is recorded but its shape: what it holds was taken in,
  // by an earlier execution, since one reads before it writes.
  const bool reference = event.valid() && links_.role(op) == OpRole::kReadVariable &&
                         run_.events.badness[event] == store::Badness::kUnknown;
  if (reference) {
    const EventId taken = bad_.TakenByVariable(op, walk.execution, walk.rank);
    const bool earlier = taken.valid() && run_.events.execution[taken] != walk.execution;
    return earlier ? taken : EventId();
  }
  if (event.valid()) return {};
  constexpr int kDeepest =
      1000;  // so many ops in a row without a record: no input that one could name
  if (walk.depth == kDeepest) return {};
  ++walk.depth;
  const EventId bad = UnrecordedOutput(op, slot, walk);
  --walk.depth;
  return bad;
}

EventId Provenance::LastIteration(OpId op, int32_t slot, Walk& walk) {
  const bool same_iteration = std::exchange(walk.same_iteration, false);
  const EventId bad = Output(run_.graphs.op(op).graph, run_.graphs.op(op).name, slot, walk);
  walk.same_iteration = same_iteration;
  return bad;
}

EventId Provenance::UnrecordedOutput(OpId op, int32_t slot, Walk& walk) {
  const store::Op& producer = run_.graphs.op(op);
  switch (links_.role(op)) {
    case OpRole::kConstant:
      return {};
    case OpRole::kArgument:
      return Argument(op, walk);
    case OpRole::kReadVariable:
      return bad_.TakenByVariable(op, walk.execution, walk.rank);
    case OpRole::kReceive: {
      if (!producer.sender.valid()) return {};
      const store::Op& sender = run_.graphs.op(producer.sender);
      return Output(sender.graph, sender.name, producer.sender_slot, walk);
    }
    case OpRole::kCall:
      return Inside(producer.graph, walk);
    case OpRole::kLoop:
    case OpRole::kBranch: {
      for (const GraphId body : links_.ControlFlowBodies(op)) {
        const auto results = links_.Results(body);
        if (static_cast<size_t>(slot) >= results.size()) continue;
        const EventId bad = LastIteration(results[static_cast<size_t>(slot)], 0, walk);
        if (bad.valid()) return bad;
      }
      // A loop that ran no iteration hands its input on.
      if (links_.role(op) == OpRole::kLoop && static_cast<size_t>(slot) < producer.inputs.size()) {
        const InputRef& input = producer.inputs[static_cast<size_t>(slot)];
        return Output(producer.graph, input.op, input.slot, walk);
      }
      return {};
    }
    default:
      break;
  }
  if (!producer.type.valid()) return Inside(producer.graph, walk);
  const bool same_iteration = walk.same_iteration;
  if (StartsNextIteration(run_.strings[producer.type])) walk.same_iteration = false;
  const EventId input = AnyDataInput(op, walk);
  walk.same_iteration = same_iteration;
  if (input.valid()) return input;
  const OpId back = links_.LoopBack(op);
  return back.valid() ? LastIteration(back, 0, walk) : EventId();
}

EventId Provenance::Argument(OpId op, Walk& walk) {
  const GraphId graph = run_.graphs.op(op).graph;
  const int64_t position = links_.ArgumentPosition(op);

  // A top-level function: the tensors the program passed.
  if (walk.execution.valid() && run_.executions[walk.execution].graph == graph) {
    const auto& inputs = run_.executions[walk.execution].input_tensor_ids;
    if (position < 0 || static_cast<size_t>(position) >= inputs.size()) return {};
    return bad_.OfTensor(inputs[static_cast<size_t>(position)], walk.rank);
  }
  // A loop or branch: what its op read, or what the last iteration of the loop handed back.
  if (const OpId owner = links_.ControlFlowOwner(graph); owner.valid()) {
    const store::Op& control = run_.graphs.op(owner);
    if (links_.role(owner) == OpRole::kLoop && position >= 0) {
      return UnrecordedOutput(owner, static_cast<int32_t>(position), walk);
    }
    for (const InputRef& input : control.inputs) {
      const EventId bad = Output(control.graph, input.op, input.slot, walk);
      if (bad.valid()) return bad;
    }
    return {};
  }
  return Around(graph, walk);
}

EventId Provenance::Inside(GraphId graph, const Walk& walk) const {
  // A function that several others call lies inside the one that called it first.
  const GraphId top = walk.execution.valid() ? run_.executions[walk.execution].graph : GraphId();
  return bad_.FirstBefore(walk.rank, walk.execution, [&](GraphId bad_graph) {
    if (bad_graph == graph) return false;
    return run_.graphs.IsWithin(bad_graph, graph) ||
           (top.valid() && !run_.graphs.IsWithin(bad_graph, top));
  });
}

EventId Provenance::Around(GraphId graph, const Walk& walk) const {
  return bad_.FirstBefore(walk.rank, walk.execution, [&](GraphId bad_graph) {
    return bad_graph != graph && run_.graphs.IsWithin(graph, bad_graph);
  });
}

}  // namespace tdbg::query
