#include "session/tensors_read.h"

#include <optional>

#include "query/neighbours.h"
#include "session/execution_facts.h"
#include "session/tensor_facts.h"

namespace tdbg::session {
namespace {

using query::Edge;
using query::OpRole;
using store::EventId;
using store::ExecutionId;
using store::GraphId;
using store::OpId;

// Whether an op of that role passes a value on without computing anything.
bool HandsOn(OpRole role) {
  return role == OpRole::kPassThrough || role == OpRole::kArgument || role == OpRole::kReceive ||
         role == OpRole::kResult || role == OpRole::kSend;
}

// Walks back from the inputs of one event's op to the ops that computed them.
class Reader {
 public:
  Reader(RunView& view, EventId event)
      : view_(view),
        run_(view.run()),
        neighbours_(run_, view.links()),
        event_(event),
        execution_(run_.events.execution[event]) {}

  ReadTensor Follow(const Edge& edge) {
    ReadTensor read;
    const OpId reader = run_.events.op[event_];
    if (edge.graph != run_.graphs.op(reader).graph) read.name = GraphPrefix(view_, edge.graph);
    read.name += run_.strings[edge.name];
    if (edge.slot > 0) read.name += ":" + std::to_string(edge.slot);
    Climb(edge, read);
    return read;
  }

 private:
  static constexpr int kMostHops = 64;

  EventId EventOf(const Edge& edge) const {
    return edge.op.valid() ? view_.index().ReadBy(event_, edge.op, edge.slot) : EventId();
  }

  void Climb(Edge edge, ReadTensor& read) {
    for (int hops = 0; hops < kMostHops; ++hops) {
      if (!read.event.valid()) read.event = EventOf(edge);
      if (!edge.op.valid()) return;
      read.maker = edge.op;
      read.slot = edge.slot;
      if (!HandsOn(view_.links().role(edge.op))) return;
      const std::optional<Edge> next = HandedBy(edge.op);
      if (!next) {
        if (view_.links().role(edge.op) == OpRole::kArgument) FindCaller(edge.op, read);
        return;
      }
      edge = *next;
    }
  }

  // The input whose value `op` handed on. Where several may have given it (a merge, the iterations
  // of a loop), the one that was recorded last.
  std::optional<Edge> HandedBy(OpId op) {
    std::optional<Edge> best;
    EventId latest;
    for (const Edge& edge : neighbours_.Inputs(op)) {
      if (edge.is_control()) continue;
      const EventId event = EventBehind(edge, 0);
      const bool later = event.valid() && (!latest.valid() ||
                                           view_.index().rank(event) > view_.index().rank(latest));
      if (best && !later) continue;
      best = edge;
      if (event.valid()) latest = event;
    }
    return best;
  }

  // The event of the value at `edge`: recorded there, or further back, before it was handed on.
  EventId EventBehind(const Edge& edge, int depth) {
    constexpr int kDeepest = 4;
    const EventId event = EventOf(edge);
    if (event.valid() || !edge.op.valid() || depth == kDeepest) return event;
    if (!HandsOn(view_.links().role(edge.op))) return event;
    for (const Edge& next : neighbours_.Inputs(edge.op)) {
      if (next.is_control()) continue;
      if (const EventId behind = EventBehind(next, depth + 1); behind.valid()) return behind;
    }
    return {};
  }

  void FindCaller(OpId argument, ReadTensor& read) {
    if (!execution_.valid()) return;
    const GraphId graph = run_.graphs.op(argument).graph;
    if (run_.executions[execution_].graph != graph) return;
    const auto inputs = InputsOfExecution(run_, execution_);
    const int64_t position = view_.links().ArgumentPosition(argument);
    if (position < 0 || static_cast<size_t>(position) >= inputs.size()) return;
    const ExecutionInput& input = inputs[static_cast<size_t>(position)];
    if (!input.maker.valid()) return;
    read.execution = input.maker;
    read.slot = static_cast<int32_t>(input.slot);
    read.maker = {};
    if (!read.event.valid()) read.event = input.event;
  }

  RunView& view_;
  const store::Run& run_;
  query::Neighbours neighbours_;
  const EventId event_;
  const ExecutionId execution_;
};

std::vector<ReadTensor> ReadByExecution(const store::Run& run, EventId event) {
  std::vector<ReadTensor> reads;
  for (const ExecutionInput& input : InputsOfExecution(run, run.events.execution[event])) {
    ReadTensor read;
    read.event = input.event;
    read.execution = input.maker;
    read.slot = static_cast<int32_t>(input.slot);
    read.name = input.maker.valid() ? input.Name() : "input " + std::to_string(reads.size());
    reads.push_back(std::move(read));
  }
  return reads;
}

// Whether input `index` of `reader`, as its graph has it now, is what `maker` makes, in this graph
// or on another device.
bool ReadsFrom(const store::Run& run, OpId reader, size_t index, OpId maker) {
  const store::Op& op = run.graphs.op(reader);
  if (index >= op.inputs.size()) return true;  // nothing is known of it there
  const OpId source = run.graphs.FindOp(op.graph, op.inputs[index].op);
  return !source.valid() || source == maker || run.graphs.op(source).sender == maker;
}

// Operands that the recorder kept are what the op read. They take the place of what the walk back
// found, which may be a recording of another moment.
void TakeOperands(const store::Run& run, EventId event, std::vector<ReadTensor>& reads) {
  const auto kept = run.operands.find(event);
  if (kept == run.operands.end()) return;
  for (size_t i = 0; i < kept->second.size(); ++i) {
    if (i == reads.size()) reads.push_back({"input " + std::to_string(i), {}, {}, 0, {}});
    const EventId read = kept->second[i];
    if (!read.valid()) continue;
    reads[i].event = read;
    // The op of this name may have been executed with other inputs before or since.
    const OpId maker = run.events.op[read];
    const OpId reader = run.events.op[event];
    if (!reader.valid() || !maker.valid() || ReadsFrom(run, reader, i, maker)) continue;
    reads[i].name = run.strings[run.graphs.op(maker).name];
    reads[i].maker = maker;
    reads[i].slot = run.events.slot[read];
  }
}

}  // namespace

std::vector<ReadTensor> TensorsRead(RunView& view, EventId event) {
  const store::Run& run = view.run();
  const OpId op = run.events.op[event];
  std::vector<ReadTensor> reads;
  if (op.valid()) {
    query::Neighbours neighbours(run, view.links());
    Reader reader(view, event);
    for (const Edge& edge : neighbours.Inputs(op)) {
      if (!edge.is_control()) reads.push_back(reader.Follow(edge));
    }
  } else {
    reads = ReadByExecution(run, event);
  }
  TakeOperands(run, event, reads);
  return reads;
}

}  // namespace tdbg::session
