// The part of Definitions that joins graphs as written with graphs as executed.
#include <algorithm>

#include "frameworks/op_types.h"
#include "importers/native/definitions.h"

namespace tdbg::importers::native {
namespace {

using format::OpRecord;
using format::RecordedRole;
using frameworks::OpRole;
using store::GraphId;
using store::OpId;

std::span<const format::OpInput> InputsOf(const OpRecord& op) {
  return {reinterpret_cast<const format::OpInput*>(&op + 1), op.input_count};
}

OpRole RoleOf(const OpRecord& op) {
  if ((op.flags & format::kOpAssigns) != 0) return OpRole::kAssign;
  switch (static_cast<RecordedRole>(op.role)) {
    case RecordedRole::kReadsInput:
      return OpRole::kDataset;
    case RecordedRole::kReadsConstant:
      return OpRole::kConstant;
    case RecordedRole::kReadsVariable:
      return OpRole::kReadVariable;
    case RecordedRole::kPassesOn:
      return OpRole::kPassThrough;
    case RecordedRole::kComputes:
      break;
  }
  return OpRole::kCompute;
}

// Whether another op may have done this one's work: only of ops that compute. What only reads a
// value is found again under its own name.
bool CanBeAbsorbed(const OpRecord& op) {
  const auto role = static_cast<RecordedRole>(op.role);
  return role == RecordedRole::kComputes || role == RecordedRole::kPassesOn;
}

}  // namespace

void Definitions::ResolveGraphs() {
  for (const GraphId graph : changed_) ResolveGraph(graph);
  // Graphs that were inlined may be complete only now.
  for (const GraphId graph : changed_) {
    for (const uint32_t number : op_numbers_[graph]) {
      if (const NumberedOp& op = *ops_.Find(number); op.executed != nullptr) FindAbsorbed(op);
    }
  }
  changed_.clear();
}

void Definitions::ResolveGraph(GraphId graph) {
  const std::vector<uint32_t>& numbers = op_numbers_[graph];
  const bool any_executed = std::any_of(numbers.begin(), numbers.end(), [&](uint32_t number) {
    return ops_.Find(number)->executed != nullptr;
  });
  for (const uint32_t number : numbers) {
    const NumberedOp& op = *ops_.Find(number);
    Describe(op, op.executed != nullptr || op.ran || !any_executed);
  }
  for (const uint32_t number : numbers) FindSender(*ops_.Find(number));
  run_.graphs.Changed(graph);
}

// Data inputs first.
std::vector<store::InputRef> Definitions::Inputs(const OpRecord& record) const {
  std::vector<store::InputRef> inputs;
  for (const bool control : {false, true}) {
    for (const format::OpInput& input : InputsOf(record)) {
      if ((input.slot < 0) != control) continue;
      inputs.push_back({String(input.name), control ? store::InputRef::kControl : input.slot});
    }
  }
  return inputs;
}

void Definitions::Describe(const NumberedOp& numbered, bool has_edges) {
  const OpRecord& record = *numbered.any();
  store::Op& op = run_.graphs.op(numbered.id);
  op.type = String(record.type);
  op.device = numbered.device;
  constexpr uint32_t kMostOutputs = 1 << 16;  // a damaged number must not make anybody count to it
  op.num_outputs = static_cast<int32_t>(std::min(record.output_count, kMostOutputs));
  op.recorded_role = RoleOf(record);
  for (const OpRecord* source : {numbered.executed, numbered.written}) {
    if (source == nullptr) continue;
    if (const store::StackId stack = Stack(source->stack); stack.valid()) op.stack = stack;
  }
  op.inputs.clear();
  if (has_edges) {
    op.ran_inside = OpId();
    op.inputs = Inputs(record);
  }
  run_.written_inputs.erase(numbered.id);
  if (numbered.written != nullptr && (!has_edges || numbered.executed != nullptr)) {
    auto inputs = Inputs(*numbered.written);
    if (inputs != op.inputs) run_.written_inputs[numbered.id] = std::move(inputs);
  }
  if (numbered.executed == nullptr) return;
  store::WrittenOp written;
  written.name = String(record.written);
  written.graph = String(record.written_graph);
  if (numbered.written != nullptr && numbered.written->type != record.type) {
    written.type = String(numbered.written->type);
  }
  if (written.name.valid() || written.graph.valid() || written.type.valid()) {
    run_.written[numbered.id] = std::move(written);
  }
}

std::optional<store::InputRef> Definitions::InputOf(uint32_t number, size_t index) {
  const NumberedOp* const op = Op(number);
  if (op == nullptr) return std::nullopt;
  for (const format::OpInput& input : InputsOf(*op->any())) {
    if (input.slot >= 0 && index-- == 0) return store::InputRef{String(input.name), input.slot};
  }
  return std::nullopt;
}

// Finds the op on another device whose output this one has received and hands on.
void Definitions::FindSender(const NumberedOp& numbered) {
  store::Op& op = run_.graphs.op(numbered.id);
  if (op.recorded_role != OpRole::kPassThrough || op.inputs.size() != 1) return;
  const store::InputRef input = op.inputs.front();
  const OpId source = run_.graphs.FindOp(op.graph, input.op);
  if (!source.valid() || input.slot == store::InputRef::kControl) return;
  const store::DeviceId device = run_.graphs.op(source).device;
  if (!device.valid() || !op.device.valid() || device == op.device) return;
  op.sender = source;
  op.sender_slot = input.slot;
  op.inputs.clear();
}

const OpRecord* Definitions::WrittenIn(GraphId graph, StringId name) const {
  const OpId id = run_.graphs.FindOp(graph, name);
  const auto number = number_of_.find(id);
  return number == number_of_.end() ? nullptr : ops_.Find(number->second)->written;
}

// The graph in which the user wrote what is called `name` where it ran: the op's own graph, or the
// function that was inlined into it.
GraphId Definitions::WrittenGraph(const OpRecord& executed, StringId name) const {
  const auto named = graphs_named_.find(String(executed.written_graph));
  if (named != graphs_named_.end()) {
    for (const GraphId graph : named->second) {
      if (WrittenIn(graph, name) != nullptr) return graph;
    }
  }
  return *graphs_.Find(executed.graph);
}

// What the op was called before an optimiser named it anew; its own name, where none did.
StringId Definitions::NameBeforeOptimizing(const NumberedOp& numbered) const {
  const store::Op& op = run_.graphs.op(numbered.id);
  const bool computes =
      static_cast<RecordedRole>(numbered.executed->role) == RecordedRole::kComputes;
  if (numbered.written != nullptr || !computes) return op.name;
  for (const std::string& name : frameworks::NamesAsWritten(run_.strings[op.name])) {
    const StringId known = run_.strings.Find(name);
    if (known.valid() && WrittenIn(op.graph, known) != nullptr) return known;
  }
  return op.name;
}

// Walks back through the graph as written, from the op to those that ran by themselves: the work of
// all in between was done by this op.
void Definitions::FindAbsorbed(const NumberedOp& numbered) {
  const OpRecord& executed = *numbered.executed;
  const GraphId graph = run_.graphs.op(numbered.id).graph;
  const StringId own_name = NameBeforeOptimizing(numbered);
  const bool renamed = own_name != run_.graphs.op(numbered.id).name;
  const StringId start = String(executed.written).valid() ? String(executed.written) : own_name;
  const GraphId source = WrittenGraph(executed, start);
  const OpRecord* const written = WrittenIn(source, start);
  if (written == nullptr) return;
  if (renamed) {
    store::Op& op = run_.graphs.op(numbered.id);
    if (!op.stack.valid()) op.stack = Stack(written->stack);
    store::WrittenOp& as_written = run_.written[numbered.id];
    as_written.name = start;
    if (written->type != executed.type) as_written.type = String(written->type);
  }

  // An inlined op is called "call/op": those around it have the same beginning.
  std::string prefix(run_.strings[own_name]);
  const std::string_view short_name = run_.strings[start];
  if (prefix.ends_with(short_name)) prefix.resize(prefix.size() - short_name.size());
  const auto ran_itself = [&](StringId name) {
    const StringId full = run_.strings.Find(prefix + std::string(run_.strings[name]));
    const OpId id = full.valid() ? run_.graphs.FindOp(graph, full) : OpId();
    const auto number = number_of_.find(id);
    if (number == number_of_.end()) return false;
    const NumberedOp& op = *ops_.Find(number->second);
    return op.executed != nullptr || op.ran;
  };
  const auto belongs_here = [&](StringId name) {
    store::Op& op = run_.graphs.op(run_.graphs.FindOp(source, name));
    const NumberedOp& other = *ops_.Find(number_of_.at(run_.graphs.FindOp(source, name)));
    if (other.executed == nullptr && !other.ran) op.ran_inside = numbered.id;
  };

  constexpr size_t kMost = 1000;  // folding constants can absorb half a graph
  std::vector<StringId> absorbed;
  std::unordered_set<StringId> seen = {start};
  std::vector<const OpRecord*> pending = {written};
  while (!pending.empty() && absorbed.size() < kMost) {
    const OpRecord* const op = pending.back();
    pending.pop_back();
    for (const format::OpInput& input : InputsOf(*op)) {
      const StringId name = String(input.name);
      if (input.slot < 0 || !seen.insert(name).second || ran_itself(name)) continue;
      const OpRecord* const producer = WrittenIn(source, name);
      if (producer == nullptr || !CanBeAbsorbed(*producer)) continue;
      absorbed.push_back(name);
      belongs_here(name);
      pending.push_back(producer);
    }
  }
  if (source != graph || renamed) belongs_here(start);
  if (String(executed.fused).valid()) {
    run_.written[numbered.id].fused = Fused(executed, source, start, absorbed);
  }
  if (absorbed.empty()) return;
  run_.written[numbered.id].stands_for = std::move(absorbed);
}

// The ops that the runtime lists as put together in the executed one, each with the op of the graph
// as written that it is. `start` is the last of these; `before` are those before it, the nearest
// first.
std::vector<store::FusedOp> Definitions::Fused(const OpRecord& executed, GraphId source,
                                               StringId start,
                                               const std::vector<StringId>& before) {
  std::vector<StringId> candidates = {start};
  candidates.insert(candidates.end(), before.begin(), before.end());
  std::vector<store::FusedOp> fused;
  const std::string_view list = Text(executed.fused);
  constexpr size_t kMostFused = 256;  // a damaged text may list a million
  for (size_t end = list.size(); end != list.npos && end > 0 && fused.size() < kMostFused;) {
    const size_t comma = list.rfind(',', end - 1);
    const std::string_view type = list.substr(comma + 1, end - comma - 1);
    const auto op = std::find_if(candidates.begin(), candidates.end(), [&](StringId name) {
      return frameworks::IsFusedAs(Text(WrittenIn(source, name)->type), type);
    });
    fused.push_back({run_.strings.Intern(type), OpId()});
    if (op != candidates.end()) {
      fused.back().op = run_.graphs.FindOp(source, *op);
      candidates.erase(candidates.begin(), op + 1);
    }
    end = comma;
  }
  std::reverse(fused.begin(), fused.end());
  return fused;
}

}  // namespace tdbg::importers::native
