#include "query/provenance.h"

#include <algorithm>
#include <utility>

namespace tdbg::query {

using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::InputRef;
using store::OpId;

bool Provenance::AnyInputBad(EventId event) {
  const OpId op = run_.events.op[event];
  if (!op.valid()) return ExecutionInputBad(event);
  Walk walk{event, index_.rank(event), run_.events.execution[event], true, 0, {}};
  return GraphInputBad(op, walk);
}

bool Provenance::GraphInputBad(OpId op, Walk& walk) {
  switch (links_.role(op)) {
    case OpRole::kArgument:
      return ArgumentBad(op, walk);
    case OpRole::kReadVariable:
      return bad_.VariableTookBad(op, walk.execution, walk.rank);
    case OpRole::kReceive:
    case OpRole::kLoop:
    case OpRole::kBranch:
    case OpRole::kCall:
      return UnrecordedOutputBad(op, 0, walk) || AnyDataInputBad(op, walk);
    default:
      break;
  }
  if (!run_.graphs.op(op).type.valid()) {  // nothing is known of its inputs
    const GraphId graph = run_.graphs.op(op).graph;
    return BadInside(graph, walk) || BadAround(graph, walk);
  }
  return AnyDataInputBad(op, walk);
}

// An Execution inherits from the graph it ran, from the tensors it was given, from variables.
bool Provenance::ExecutionInputBad(EventId event) {
  const ExecutionId id = run_.events.execution[event];
  const store::Execution& execution = run_.executions[id];
  const uint32_t rank = index_.rank(event);
  if (bad_.AnyBefore(rank, id, [](GraphId) { return true; })) return true;
  for (const int64_t tensor : execution.input_tensor_ids) {
    if (EagerTensorBad(tensor, rank)) return true;
  }
  if (RoleOf(run_.strings[execution.op_type]) == OpRole::kReadVariable &&
      bad_.SomeLostVariableTookBad(rank)) {
    return true;
  }
  return bad_.VariableTookBad(execution.input_tensor_ids, rank);
}

bool Provenance::EagerTensorBad(int64_t tensor_id, uint32_t rank) {
  if (bad_.IsBadTensor(tensor_id)) return true;
  if (producers_.empty()) {
    for (const ExecutionId id : Ids<ExecutionId>(run_.executions.size())) {
      for (const int64_t output : run_.executions[id].output_tensor_ids) producers_[output] = id;
    }
  }
  const auto producer = producers_.find(tensor_id);
  // Nobody is on record as its maker: a constant, or a variable read on the quick way. Only where
  // variables are bad is the latter worth a suspicion.
  if (producer == producers_.end()) return bad_.AnyVariableTookBad(rank);
  // A resource or variant has no recorded value, but may carry what its maker computed.
  const store::Execution& maker = run_.executions[producer->second];
  if (maker.num_events > 0) return false;
  return bad_.AnyBefore(rank, producer->second, [](GraphId) { return true; });
}

bool Provenance::AnyDataInputBad(OpId op, Walk& walk) {
  const store::Op& reader = run_.graphs.op(op);
  for (const InputRef& input : reader.inputs) {
    if (input.slot != InputRef::kControl && OutputBad(reader.graph, input.op, input.slot, walk)) {
      return true;
    }
  }
  return false;
}

bool Provenance::OutputBad(GraphId graph, StringId name, int32_t slot, Walk& walk) {
  const OpId op = run_.graphs.FindOp(graph, name);
  if (!op.valid()) return BadInside(graph, walk);  // a call, whose creation is not recorded
  if (!walk.seen.emplace(op, slot).second) return false;
  const EventId event = EventRead(op, slot, walk);
  if (event.valid()) return bad_.IsBad(event);
  constexpr int kDeepest = 1000;  // so many ops in a row without a record: no input that one could name
  if (walk.depth == kDeepest) return false;
  ++walk.depth;
  const bool bad = UnrecordedOutputBad(op, slot, walk);
  --walk.depth;
  return bad;
}

bool Provenance::LastRoundBad(OpId op, int32_t slot, Walk& walk) {
  const bool same_round = std::exchange(walk.same_round, false);
  const bool bad = OutputBad(run_.graphs.op(op).graph, run_.graphs.op(op).name, slot, walk);
  walk.same_round = same_round;
  return bad;
}

// Which event of the output the walk's reader saw; invalid if none was recorded.
EventId Provenance::EventRead(OpId op, int32_t slot, const Walk& walk) const {
  const EventId before = index_.Before(op, slot, walk.rank, walk.execution);
  const GraphId graph = run_.graphs.op(run_.events.op[walk.reader]).graph;
  if (!walk.same_round || run_.graphs.op(op).graph != graph) return before;
  const EventId same = index_.SameRound(walk.reader, op, slot);
  return same.valid() ? same : before;
}

bool Provenance::UnrecordedOutputBad(OpId op, int32_t slot, Walk& walk) {
  const store::Op& producer = run_.graphs.op(op);
  switch (links_.role(op)) {
    case OpRole::kConstant:
      return false;
    case OpRole::kArgument:
      return ArgumentBad(op, walk);
    case OpRole::kReadVariable:
      return bad_.VariableTookBad(op, walk.execution, walk.rank);
    case OpRole::kReceive: {
      if (!producer.sender.valid()) return false;
      const store::Op& sender = run_.graphs.op(producer.sender);
      return OutputBad(sender.graph, sender.name, producer.sender_slot, walk);
    }
    case OpRole::kCall:
      return BadInside(producer.graph, walk);
    case OpRole::kLoop:
    case OpRole::kBranch: {
      for (const GraphId body : links_.ControlFlowBodies(op)) {
        const auto results = links_.Results(body);
        if (static_cast<size_t>(slot) >= results.size()) continue;
        if (LastRoundBad(results[static_cast<size_t>(slot)], 0, walk)) return true;
      }
      // A loop that ran no round hands its input on.
      if (links_.role(op) == OpRole::kLoop && static_cast<size_t>(slot) < producer.inputs.size()) {
        const InputRef& input = producer.inputs[static_cast<size_t>(slot)];
        return OutputBad(producer.graph, input.op, input.slot, walk);
      }
      return false;
    }
    default:
      break;
  }
  if (!producer.type.valid()) return BadInside(producer.graph, walk);
  if (AnyDataInputBad(op, walk)) return true;
  const OpId back = links_.LoopBack(op);
  return back.valid() && LastRoundBad(back, 0, walk);
}

bool Provenance::ArgumentBad(OpId op, Walk& walk) {
  const GraphId graph = run_.graphs.op(op).graph;
  const int64_t position = links_.ArgumentPosition(op);

  // A top-level function: the tensors the program passed.
  if (walk.execution.valid() && run_.executions[walk.execution].graph == graph) {
    const auto& inputs = run_.executions[walk.execution].input_tensor_ids;
    return position >= 0 && static_cast<size_t>(position) < inputs.size() &&
           bad_.IsBadTensor(inputs[static_cast<size_t>(position)]);
  }
  // A loop or branch: what its op read, or what the last round of the loop handed back.
  if (const OpId owner = links_.ControlFlowOwner(graph); owner.valid()) {
    const store::Op& control = run_.graphs.op(owner);
    if (links_.role(owner) == OpRole::kLoop && position >= 0) {
      if (UnrecordedOutputBad(owner, static_cast<int32_t>(position), walk)) return true;
      return false;
    }
    return std::any_of(control.inputs.begin(), control.inputs.end(), [&](const InputRef& input) {
      return OutputBad(control.graph, input.op, input.slot, walk);
    });
  }
  return BadAround(graph, walk);
}

bool Provenance::BadInside(GraphId graph, const Walk& walk) const {
  // A function that several others call lies inside the one that called it first.
  const GraphId top = walk.execution.valid() ? run_.executions[walk.execution].graph : GraphId();
  return bad_.AnyBefore(walk.rank, walk.execution, [&](GraphId bad_graph) {
    if (bad_graph == graph) return false;
    return run_.graphs.IsWithin(bad_graph, graph) ||
           (top.valid() && !run_.graphs.IsWithin(bad_graph, top));
  });
}

bool Provenance::BadAround(GraphId graph, const Walk& walk) const {
  return bad_.AnyBefore(walk.rank, walk.execution, [&](GraphId bad_graph) {
    return bad_graph != graph && run_.graphs.IsWithin(graph, bad_graph);
  });
}

}  // namespace tdbg::query
