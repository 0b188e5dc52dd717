#include "query/neighbours.h"

#include <algorithm>

namespace tdbg::query {

using store::GraphId;
using store::InputRef;
using store::Op;
using store::OpId;

namespace {

constexpr int kMostHops = 8;

}  // namespace

void Neighbours::AddInput(GraphId graph, StringId name, int32_t slot,
                          std::vector<Edge>& edges) const {
  const OpId op = run_.graphs.FindOp(graph, name);
  if (!op.valid() || links_.role(op) != OpRole::kReceive) {
    edges.push_back({op, name, graph, slot});
    return;
  }
  // A value may pass several devices; damaged data may make a ring of them.
  OpId sender = op;
  int32_t sent = slot;
  for (int hops = 0; hops < kMostHops && links_.role(sender) == OpRole::kReceive; ++hops) {
    const Op& receive = run_.graphs.op(sender);
    if (!receive.sender.valid()) return;  // what it received is not recorded
    sender = receive.sender;
    sent = receive.sender_slot;
  }
  if (slot == InputRef::kControl) sent = slot;
  edges.push_back({sender, run_.graphs.op(sender).name, run_.graphs.op(sender).graph, sent});
}

void Neighbours::AddOuterInputs(OpId argument, std::vector<Edge>& edges) {
  const GraphId graph = run_.graphs.op(argument).graph;
  const OpId owner = links_.ControlFlowOwner(graph);
  if (!owner.valid()) return;
  const bool loop = links_.role(owner) == OpRole::kLoop;
  const auto position = static_cast<size_t>(links_.ArgumentPosition(argument));
  const Op& control = run_.graphs.op(owner);
  // The first input of a branch is what it decides by.
  const size_t input = loop ? position : position + 1;
  if (input < control.inputs.size() && control.inputs[input].slot != InputRef::kControl) {
    AddInput(control.graph, control.inputs[input].op, control.inputs[input].slot, edges);
  }
  if (!loop) return;
  for (const GraphId body : links_.ControlFlowBodies(owner)) {
    const auto results = links_.Results(body);
    if (position >= results.size()) continue;
    AddInput(body, run_.graphs.op(results[position]).name, 0, edges);
  }
}

std::vector<Edge> Neighbours::Inputs(OpId id) {
  std::vector<Edge> edges;
  const Op& op = run_.graphs.op(id);
  if (op.sender.valid()) AddInput(op.graph, op.name, 0, edges);
  for (const InputRef& input : op.inputs) AddInput(op.graph, input.op, input.slot, edges);
  if (links_.role(id) == OpRole::kArgument) AddOuterInputs(id, edges);
  if (const OpId back = links_.LoopBack(id); back.valid()) {
    const bool known =
        std::any_of(edges.begin(), edges.end(), [&](const Edge& e) { return e.op == back; });
    if (!known) edges.push_back({back, run_.graphs.op(back).name, op.graph, 0});
  }
  SortControls(edges);
  return edges;
}

void Neighbours::AddReaders(OpId op, int hops, std::vector<Edge>& edges) {
  for (const GraphLinks::Reader& reader : links_.Readers(op)) {
    const OpRole role = links_.role(reader.op);
    if (role == OpRole::kResult) continue;
    if (role != OpRole::kSend) {
      const Op& found = run_.graphs.op(reader.op);
      edges.push_back({reader.op, found.name, found.graph, reader.slot});
      continue;
    }
    if (hops == kMostHops) continue;
    const size_t first = edges.size();
    for (const OpId receive : links_.Receivers(reader.op)) AddReaders(receive, hops + 1, edges);
    for (size_t i = first; i < edges.size(); ++i) {
      if (!edges[i].is_control()) edges[i].slot = reader.slot;
    }
  }
}

std::vector<Edge> Neighbours::Readers(OpId id) {
  std::vector<Edge> edges;
  AddReaders(id, 0, edges);
  const OpId owner = links_.ControlFlowOwner(run_.graphs.op(id).graph);
  if (owner.valid()) {
    if (const int64_t position = links_.ResultPosition(id); position >= 0) {
      for (const GraphLinks::Reader& reader : links_.Readers(owner)) {
        const Op& found = run_.graphs.op(reader.op);
        if (reader.slot == position) edges.push_back({reader.op, found.name, found.graph, 0});
      }
    }
  }
  SortControls(edges);
  return edges;
}

void Neighbours::SortControls(std::vector<Edge>& edges) const {
  const auto controls = std::stable_partition(edges.begin(), edges.end(),
                                              [](const Edge& edge) { return !edge.is_control(); });
  std::stable_sort(controls, edges.end(), [&](const Edge& a, const Edge& b) {
    return run_.strings[a.name] < run_.strings[b.name];
  });
}

}  // namespace tdbg::query
